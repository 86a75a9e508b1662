import { describe, expect, it } from 'vitest';
import { allowedHtml } from '../../src/lib/page/allowed-html.ts';
import { casesOf } from '../support/cases.ts';

describe('HTML of somebody else', () => {
  it.each(casesOf<[what: string, html: string, shown: string]>(new URL('allowed-html.tsv', import.meta.url)))(
    'when there is %s, then what is shown is known to be harmless',
    (_, html, shown) => {
      expect(allowedHtml(html, false)).toBe(shown);
    },
  );

  it('when images are wanted, then they and nothing else come from the web', () => {
    const html =
      '<img src="https://a.example/1" srcset="https://a.example/2 2x"><p style="background:url(\'http://a.example/3\')">a</p>';
    expect(allowedHtml(html, true)).toBe(html.replaceAll("'", '&#39;'));
    expect(allowedHtml('<link href="https://a.example/"><img src="file:///etc/passwd">', true)).toBe('<img>');
  });

  it('when it is nested deeper than calls can be, then it is shown all the same', () => {
    expect(allowedHtml('<div>'.repeat(20_000), false)).toMatch(/^(?:<div>){20000}(?:<\/div>){20000}$/);
  });
});
