/** The text part of emails, and stars that are no emphasis. */
import { describe, expect, it } from 'vitest';
import { plainTextOf } from '../../src/emails/body/plain-text.ts';
import { renderMarkdown } from '../../src/emails/markdown/markdown.ts';

const textOf = (markdown: string) => plainTextOf(renderMarkdown(markdown));

describe('the text part', () => {
  it('when lists are nested, then no line is of blanks alone', () => {
    const text = textOf('- One\n\n  - Nested\n\n    More of it\n\n  - Second\n\n- Two\n');
    expect(text.split('\n').filter(line => line !== '' && line.trim() === '')).toEqual([]);
    expect(text).toBe(' * One\n\n   * Nested\n\n     More of it\n\n   * Second\n\n * Two');
  });

  it.each([
    ['[Mira](mailto:mira@slow-carriage.eu)', 'Mira <mira@slow-carriage.eu>'],
    ['[Mira](mailto:mira@slow-carriage.eu?subject=Hello%20there)', 'Mira <mira@slow-carriage.eu>'],
    ['[mira@slow-carriage.eu](mailto:mira@slow-carriage.eu?subject=Hi)', 'mira@slow-carriage.eu'],
    ['<mira@slow-carriage.eu>', 'mira@slow-carriage.eu'],
    ['[Page](https://slow-carriage.eu/?a=1)', 'Page <https://slow-carriage.eu/?a=1>'],
  ])('%s becomes %s', (markdown, text) => {
    expect(textOf(markdown)).toBe(text);
  });
});

describe('stars between numbers', () => {
  it.each(['2*3*4', '2*3*4 = 24', 'a*2*b', '10*x*3'])('%s stays as it is', text => {
    expect(textOf(text)).toBe(text);
    expect(renderMarkdown(text)).not.toContain('<em');
  });

  it.each(['*2* or *3*', 'un*frigging*believable', '**2**3', '(*4*)'])('%s is emphasis', text => {
    expect(renderMarkdown(text)).toMatch(/<(?:em|strong)[\s>]/);
  });
});
