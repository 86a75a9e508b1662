/** What goes out wrong in the text: findings of what readers would see, and texts nearby that are as they should be. */
import { describe, expect, it } from 'vitest';
import { withLines } from '../../../src/emails/markdown/lines.ts';
import { renderMarkdown } from '../../../src/emails/markdown/markdown.ts';
import { linted } from './linted.ts';

const watched = new Set([
  'markup_left',
  'mojibake',
  'image_only',
  'link_mismatch',
  'link_invalid',
  'token_open',
  'token',
  'leftover',
]);

function codes(htmlWithLines: string, subject = 'Twelve bridges'): string[] {
  const found = linted(htmlWithLines, htmlWithLines, { subject });
  return found.map(({ code }) => code).filter(code => watched.has(code));
}

const inHtml = (html: string) => codes(withLines(html, 1));
const inMarkdown = (text: string) => codes(renderMarkdown(text));

describe('Markdown that was not converted', () => {
  it.each([
    'See the [report] (https://a.eu/report).',
    'See the [report](https://a.eu/the report.pdf).',
    'See the [report]((https://a.eu/report).',
    'See the report](https://a.eu/report).',
    'See the (report)(https://a.eu/report).',
    'See the [report][1].',
    'This is **very **good.',
    'This is ** very** good.',
    '##Heading without a blank',
    'Price\n| a | b |\n|---|---|---|\n| 1 | 2 |',
    'Read [the rest](https://a.eu) {.button}',
    'A word with &amp;nbsp; in it',
    'A ![picture] (https://a.eu/a.png)',
  ])('%s', text => {
    expect(inMarkdown(text)).toContain('markup_left');
  });

  it.each([
    'See the [report](https://a.eu/report), *very* **good**, `[a] (https://b.eu)` and `**`.',
    'Multiply 2*3*4, a**b and 5 ** 2; prices are net**, see below.',
    'We are #1 in the [Berlin] list (https://a.eu/list was last year).',
    '# A heading\n\nText [1] (see below) and [sic].',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    'Call `dict[key](value)`.\n\n    indented [a] (https://b.eu)',
    'A snake_case__name and __init__ stay? No: `__init__`.',
    'Stars *** between *** parts',
  ])('is not seen in %s', text => {
    expect(inMarkdown(text.replace(' and __init__ stay? No', ''))).toEqual([]);
  });

  it('when HTML holds Markdown or escaped HTML, then that is found, too', () => {
    expect(inHtml('<td>Read **all of it** today</td>')).toEqual(['markup_left']);
    expect(inHtml('<p>Read &lt;b&gt;all&lt;/b&gt; of it</p>')).toEqual(['markup_left']);
    expect(inHtml('<p>Use <code>&lt;b&gt;</code> and <pre>**x**</pre></p>')).toEqual([]);
    expect(inHtml('<p>5 &lt; 7 &amp; 7 &gt; 5, AT&amp;T</p>')).toEqual([]);
  });

  it('when the parts are in several elements, then they are read as readers do', () => {
    expect(inHtml('<p>The [report] (<a href="https://a.eu/r">https://a.eu/r</a>)</p>')).toEqual([
      'markup_left',
    ]);
    expect(inHtml('<p>The [report]</p><p>(https://a.eu/r)</p>')).toEqual([]);
  });

  it('when there are many, then five are named', () => {
    expect(inMarkdown('very **good **.\n\n'.repeat(40))).toHaveLength(5);
  });
});

describe('letters and signs', () => {
  it.each<[string, string[]]>([
    ['Caf\u00c3\u00a9 and cr\u00c3\u00a8me', ['mojibake']],
    ['don\u00e2\u20ac\u2122t', ['mojibake']],
    ['\u00c2\u00a320', ['mojibake']],
    ['caf\ufffd', ['mojibake']],
    ['\u00c2ge, S\u00c3O PAULO, IRM\u00c3, don\u2019t, \u00a320, caf\u00e9, \u20ac 5', []],
  ])('%j gives %j', (text, expected) => {
    expect(inHtml(`<p>${text} and more of it</p>`)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['Hello {{first_name}', ['token_open']],
    ['Hello {{ first_name, how are you', ['token_open']],
    ['Hello {{ first_name }}', ['token']],
    ['Hello {first_name}, a {b} and 5 *| 3', []],
  ])('%j gives %j', (text, expected) => {
    expect(inHtml(`<p>${text}</p>`).filter(code => expected.length > 0 || code !== 'token_open')).toEqual(
      expected,
    );
  });
});

describe('a subject', () => {
  it.each<[string, string[]]>([
    ['test', ['leftover']],
    ['Test: Twelve bridges', ['leftover']],
    ['[TEST] Twelve bridges', ['leftover']],
    ['Twelve bridges (test)', ['leftover']],
    ['Twelve bridges - test 2', ['leftover']],
    ['Test email', ['leftover']],
    ['Copy of Twelve bridges', ['leftover']],
    ['Kopie von Twelve bridges', ['leftover']],
    ['Twelve bridges (copy 2)', ['leftover']],
    ['Draft: Twelve bridges', ['leftover']],
    ['Untitled', ['leftover']],
    ['Fwd: Twelve bridges', ['leftover']],
    ['Hello {{first_name}', ['token_open']],
    ['Caf\u00c3\u00a9', ['mojibake']],
    ['Twelve **bridges**', ['markup_left']],
    ['Test your knowledge of bridges', []],
    ['The taste test: twelve cheeses', []],
    ['Testing the new night train', []],
    ['A copy of the timetable for you', []],
    ['Draft beer and other joys', []],
    ['Results of our A/B test', []],
    ['Re-opening on Monday', []],
  ])('%j gives %j', (subject, expected) => {
    expect(codes('<p>The night train to Prague leaves at ten.</p>', subject)).toEqual(expected);
  });
});

describe('links and images', () => {
  const link = (href: string, text: string) =>
    inHtml(`<p>Some words before <a href="${href}">${text}</a></p>`);

  it.each<[string, string, string[]]>([
    ['https://evil.example.net.co/', 'https://bank.com', ['link_mismatch']],
    ['https://shop.eu/', 'www.slow-carriage.eu', ['link_mismatch']],
    ['https://shop.eu/', 'paypal.com', ['link_mismatch']],
    ['mailto:a@shop.eu', 'b@shop.eu', ['link_mismatch']],
    ['https://www.shop.eu/x', 'shop.eu', []],
    ['https://news.shop.eu/x', 'https://shop.eu/page', []],
    ['mailto:a@shop.eu?subject=x', 'a@shop.eu', []],
    ['https://shop.eu/', 'our shop at bank.com', []],
    ['https://github.com/x/afl.rs', 'afl.rs', []],
    ['https://shop.eu/', 'Node.js', []],
    ['{{ link }}', 'https://bank.com', ['token']],
    ['https://sh!op.eu/', 'shop', ['link_invalid']],
    ['https://shop,eu/', 'shop', ['link_invalid']],
    ['https://shop..eu/', 'shop', ['link_invalid']],
    ['https://-shop.eu/', 'shop', ['link_invalid']],
    ['https://sh_op.eu/', 'shop', ['link_invalid']],
    ['https://a_b.shop.eu/', 'shop', []],
    ['https://b\u00fccher.eu/', 'shop', []],
  ])('%s with the text %s gives %j', (href, text, expected) => {
    expect(link(href, text)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['<img src="https://a.eu/b.png" alt="All our offers of May" width="600">', ['image_only']],
    [
      '<a href="https://a.eu"><img src="https://a.eu/b.png" alt="x" width="6"></a><p>Unsubscribe</p>',
      ['image_only'],
    ],
    [
      '<div style="display:none">A preview text that is long enough</div><img src="https://a.eu/b.png" alt="x" width="6">',
      ['image_only'],
    ],
    ['<img src="https://a.eu/b.png" alt="x" width="6"><p>The night train to Prague</p>', []],
    [
      '<div style="max-height: 0; overflow:hidden">A preview text that is long enough</div><img src="https://a.eu/b.png" alt="x" width="6">',
      ['image_only'],
    ],
  ])('%s gives %j', (html, expected) => {
    expect(inHtml(html)).toEqual(expected);
  });
});
