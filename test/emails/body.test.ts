import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { renderBody } from '../../src/emails/body/body.ts';
import { withParameters } from '../../src/emails/body/outgoing-html.ts';
import { plainTextOf } from '../../src/emails/body/plain-text.ts';
import type { FrontMatter } from '../../src/emails/files/front-matter.ts';
import { lineAttribute } from '../../src/emails/markdown/lines.ts';
import { renderMarkdown } from '../../src/emails/markdown/markdown.ts';
import { protectTokens } from '../../src/emails/tokens.ts';
import { temporaryFolder } from '../support/home.ts';

const render = (body: string, front: FrontMatter = {}, path = 'issue.md') =>
  renderBody({ front, body, isMarkdown: path.endsWith('.md'), path });
const htmlOf = async (body: string, front?: FrontMatter, path?: string) =>
  (await render(body, front, path)).html;

const textOf = (markdown: string) => plainTextOf(renderMarkdown(markdown));

/** The elements of HTML, in order. */
function elementsOf(html: string) {
  const elements: { name: string; attributes: Readonly<Record<string, string>> }[] = [];
  const parser = new Parser({ onopentag: (name, attributes) => elements.push({ name, attributes }) });
  parser.end(html);
  return elements;
}

const find = (html: string, wanted: string) => elementsOf(html).filter(({ name }) => name === wanted);

describe('Markdown in an email', () => {
  const tokens = [
    '{{ first_name }}',
    '{{{ raw }}}',
    '{{ a | default: "x > y" }}',
    '{% if a < b %}',
    '*|FNAME|*',
    '*|IF:A=b|*',
    '%FIRST_NAME%',
    '%%name%%',
    '[[first_name]]',
    '[[ a *b* ]]',
  ];

  it.each(tokens)('when %s stands anywhere, then it passes untouched', async token => {
    const { html, text } = await render(
      [
        `${token} and **${token}**, *${token}*, \`${token}\`, [${token}](https://e.org)`,
        `# ${token}`,
        `| a | ${token} |\n|---|---|\n| 1 | x ${token} y |`,
        `<p title=${token.includes('"') ? 'x' : `"${token}"`}>${token}</p>`,
        `    ${token}`,
      ].join('\n\n'),
    );
    const count = (part: string) => part.split(token).length - 1;
    expect(count(html)).toBe(token.includes('"') ? 10 : 11);
    expect(count(text)).toBe(10);
    expect(html).toContain(`<strong>${token}</strong>`);
    expect(html).toContain(`x ${token} y</td>`);
  });

  it.each([
    '{{ unsubscribe_url }}',
    'https://example.org/?id={{ id }}&e=*|EMAIL|*#[[top]]',
    '*|UNSUB|*',
    '%unsubscribe_url%',
    '[[link]]',
    'https://{{ host }}/a',
  ])('when %s is the address of a link or an image, then it passes untouched', async address => {
    const html = await htmlOf(`[here](${address}) ![it](${address}) [ref][r]\n\n[r]: ${address}`);
    const decoded = [
      ...find(html, 'a').map(({ attributes }) => attributes.href),
      find(html, 'img')[0]?.attributes.src,
    ];
    expect(decoded).toEqual([address, address, address]);
  });

  it.each([
    ['www.example.org', 'https://www.example.org'],
    ['www.example.org/a_b_c?d=1.', 'https://www.example.org/a_b_c?d=1'],
    ['(https://example.org)', 'https://example.org'],
    ['ada@example.org', 'mailto:ada@example.org'],
    ['[1](https://e.org)', 'https://e.org'],
    ['[[1]](https://e.org)', 'https://e.org'],
    ['[[1]]\n\n[1]: https://e.org', undefined],
    ['readme.md and example.org', undefined],
    ['`www.example.org`', undefined],
  ])('when the text is %j, then it leads to %s', async (text, address) => {
    expect(find(await htmlOf(text), 'a')[0]?.attributes.href).toBe(address);
  });

  it('when an address has escapes, then those are no tokens', async () => {
    const address = 'https://example.org/%C3%A9t%C3%A9/%E9tude%20x';
    const html = await htmlOf(`${address} %NAME%`);
    expect(find(html, 'a')[0]?.attributes.href).toBe(address);
    expect(html).toContain('été/');
    expect(protectTokens(address).text).toBe(address);
  });

  it('when it has braces, then only those of buttons and sizes are not text', async () => {
    const html = await htmlOf(
      '![a](https://e.org/a.png){width=300 height=200} [b](https://e.org){: .button} {x} [c](https://e.org){c} ![d](https://e.org/d.png) {width=3}',
    );
    expect(find(html, 'img').map(({ attributes: { width, height } }) => [width, height])).toEqual([
      ['300', '200'],
      [undefined, undefined],
    ]);
    expect(html).toContain('</a> {x} <a');
    expect(html).toContain('</a>{c} <img');
    expect(html).toContain('> {width=3}</p>');
  });

  it('when a button stands alone, then Outlook gets a table for it', async () => {
    const html = await htmlOf('[Read on](https://e.org){.button}');
    expect(find(html, 'p')).toEqual([]);
    const [cell] = find(html, 'td').slice(-1);
    expect(cell?.attributes.style).toContain('mso-padding-alt');
    expect(html).not.toContain('class=');
  });

  it('when there are tasks and footnotes, then they are text that every program shows', async () => {
    const { html, text } = await render('- [ ] a\n- [x] b[^n]\n- [y] c\n\n[^n]: A note.');
    expect(find(html, 'input')).toEqual([]);
    expect(find(html, 'a')).toEqual([]);
    expect(text).toBe(' * ☐ a\n * ☑ b[1]\n * [y] c\n\n------------------------\n\n 1. A note.');
  });

  it('when an image is in a line, then it stays in it; alone it is centered', async () => {
    const html = await htmlOf(
      'a ![b](https://e.org/b.png) c\n\n![d](https://e.org/d.png)\n\n[![e](https://e.org/e.png)](https://e.org)',
    );
    expect(find(html, 'img').map(({ attributes }) => attributes.style?.includes('display: block'))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("when HTML stands in it, then that gets styles as well, the author's own first", async () => {
    const html = await htmlOf(
      '<style>p { margin: 1px } @media (max-width: 9px) { p { margin: 0 } }</style>\n\n<p style="margin:2px">a</p>\n\n<h2>b</h2>\n\nc',
    );
    expect(find(html, 'p').map(({ attributes }) => attributes.style)).toEqual([
      'margin: 2px;',
      'margin: 1px;',
    ]);
    expect(find(html, 'h2')[0]?.attributes.style).toContain('font-size: 23px');
    expect(html).toContain('@media (max-width: 9px)');
  });

  it('when a token steers, then it has no paragraph of its own', async () => {
    const html = await htmlOf('{% if member %}\n\nHello\n\n{% endif %}');
    expect(find(html, 'p')).toHaveLength(1);
  });

  it('when it is rendered, then every element knows its line', async () => {
    const body =
      '# a\n\nb [c](https://c.org)\nd ![e](https://e.org/e.png)\n\n- f\n- [g](https://g.org){.button}\n\n| h |\n|---|\n| [i](https://i.org) |\n\n<div>\n<a\nhref="https://j.org">j</a></div>\n\nk[^1] https://l.org\nwww.m.org\n\n[^1]: n [o](https://o.org)\n';
    const { html, withLines } = await render(body);
    const lines = elementsOf(withLines)
      .filter(({ name }) => /^(?:h1|a|img)$/.test(name))
      .map(({ attributes }) => [attributes.href ?? attributes.src, Number(attributes[lineAttribute])]);
    expect(lines).toEqual([
      [undefined, 1],
      ['https://c.org', 3],
      ['https://e.org/e.png', 4],
      ['https://g.org', 7],
      ['https://i.org', 11],
      ['https://j.org', 14],
      ['https://l.org', 17],
      ['https://www.m.org', 18],
      ['https://o.org', 20],
    ]);
    expect(html).not.toContain(lineAttribute);
  });
});

describe('the direction of an email', () => {
  /** Direction and alignment of each block: `ltr/left auto/-`. */
  const blocks = (html: string) =>
    elementsOf(html)
      .filter(({ name }) => /^(?:div|p|li|h1)$/.test(name))
      .map(
        ({ attributes: { dir = '-', style = '' } }) =>
          `${dir}/${/text-align: ?(\w+)/.exec(style)?.[1] ?? '-'}`,
      )
      .join(' ');

  it.each<[string, FrontMatter, string]>([
    ['Good morning', {}, 'ltr/left -/-'],
    ['בוקר טוב לכולם, Rhaetian', {}, 'rtl/right auto/-'],
    ['صباح الخير', {}, 'rtl/right auto/-'],
    ['One\n\nבוקר\n\nThis letter is in English', {}, 'ltr/left auto/- rtl/right auto/-'],
    ['{{ name }}\n\nבוקר טוב', { lang: 'he' }, 'rtl/right auto/- auto/-'],
    ['# Hello', { lang: 'ar-EG' }, 'rtl/right ltr/left'],
    ['{{ name }}, בוקר טוב', {}, 'rtl/right auto/-'],
    ['- one', { dir: 'rtl' }, 'rtl/right ltr/left'],
  ])('of %j with %j is %s', async (body, front, directions) => {
    expect(blocks(await htmlOf(body, front))).toBe(directions);
  });

  it('when front matter names the language, then so does the HTML', async () => {
    expect(find(await htmlOf('a', { lang: 'pt-BR' }), 'div')[0]?.attributes.lang).toBe('pt-BR');
  });
});

describe('comments', () => {
  it('when HTML has comments, then only those that Outlook acts on leave', async () => {
    const outlook =
      '<!--[if mso]><table><tr><td><![endif]--><!--[if !mso]><!--><b>x</b><!--<![endif]--><![if !mso]>y<![endif]>';
    const { html } = await render(
      `<p>a<!-- secret --></p>\n  <!-- a whole\n line -->\n${outlook}<img alt="<!-- b -->" src="https://e.org/c.png"><style><!-- p{} --></style>\n<!--[if secret -->\n<!-- open`,
      {},
      'issue.html',
    );
    expect(html).toBe(
      `<p>a</p>\n${outlook}<img alt="<!-- b -->" src="https://e.org/c.png"><style><!-- p{} --></style>\n`,
    );
  });

  it('when a style sheet has comments, then they stay in the file as well', async () => {
    const { html } = await render(
      '<style>\n  /* for Ada */\n  a { content: "/* b */" } /* c\n d */\n</style>/* e */',
      {},
      'issue.html',
    );
    expect(html).toBe('<style>\n  a { content: "/* b */" } \n</style>/* e */');
  });

  it('when Markdown shows a comment as code, then it stays', async () => {
    expect(await htmlOf('`<!-- a -->`\n\n<!-- b -->\n\n[//]: # (c)')).toMatch(
      /&lt;!-- a --&gt;(?![\s\S]*[bc] )/,
    );
  });
});

describe('parameters of links', () => {
  const utm = { utm_source: 'news letter', utm_campaign: '{{ issue }}' };

  it.each([
    ['https://e.org', 'https://e.org?utm_source=news%20letter&utm_campaign={{ issue }}'],
    [
      'https://e.org/?a=1&b={{ id }}#top',
      'https://e.org/?a=1&b={{ id }}&utm_source=news%20letter&utm_campaign={{ issue }}#top',
    ],
    ['https://e.org/?utm_source=own', 'https://e.org/?utm_source=own&utm_campaign={{ issue }}'],
    ['HTTP://e.org?', 'HTTP://e.org?utm_source=news%20letter&utm_campaign={{ issue }}'],
    ['mailto:a@e.org', 'mailto:a@e.org'],
    ['tel:123', 'tel:123'],
    ['#top', '#top'],
    ['{{ unsubscribe_url }}', '{{ unsubscribe_url }}'],
    ['*|UNSUB|*', '*|UNSUB|*'],
  ])('when a link leads to %s, then it becomes %s', async (address, marked) => {
    expect(withParameters(address, utm)).toBe(marked);
    for (const path of ['issue.md', 'issue.html']) {
      const html = await htmlOf(`<a href="${address}">a</a>`, { utm }, path);
      expect(find(html, 'a')[0]?.attributes.href).toBe(marked);
    }
  });

  it('when an address has a token to unsubscribe, then it stays', async () => {
    const html = await htmlOf('[a](https://e.org/?u={{ unsubscribe_token }})', { utm });
    expect(find(html, 'a')[0]?.attributes.href).toBe('https://e.org/?u={{ unsubscribe_token }}');
  });
});

describe('images of this machine', () => {
  /** A GIF of this size, in hexadecimal. */
  const gif = (size: string) => Buffer.from(`474946383961${size}0000003b`, 'hex');

  function folder() {
    const path = temporaryFolder();
    writeFileSync(join(path, 'bridge.gif'), gif('b0042003'));
    writeFileSync(join(path, 'a sign.gif'), gif('28001400'));
    writeFileSync(join(path, 'notes.gif'), 'no image');
    return path;
  }

  it('when front matter says where they are on the web, then they are found there, in their size', async () => {
    const cwd = folder();
    const { html, localImages } = await render(
      'in ![a](<a sign.gif>) line\n\n![b](bridge.gif)\n\n![c](./bridge.gif){width=300}\n\n![d](https://e.org/d.gif)',
      { images: 'https://cdn.example.org/may' },
      join(cwd, 'issue.md'),
    );
    expect(localImages).toEqual([]);
    expect(find(html, 'img').map(({ attributes: { src, width, height } }) => [src, width, height])).toEqual([
      ['https://cdn.example.org/may/a%20sign.gif', '40', '20'],
      ['https://cdn.example.org/may/bridge.gif', '600', '400'],
      ['https://cdn.example.org/may/bridge.gif', '300', '200'],
      ['https://e.org/d.gif', undefined, undefined],
    ]);
  });

  it.each(['issue.md', 'issue.html'])(
    'when %s does not say so, then they are listed with size and line',
    async name => {
      const { localImages } = await render(
        '<p>a</p>\n\n<img src="bridge.gif" alt="">\n<img src="gone.png"><img src="notes.gif"> <img src="C:\\a.png"><img src="cid:a"><img src="//e.org/x.png">',
        {},
        join(folder(), name),
      );
      expect(localImages.map(({ address, shown, line }) => [address, shown?.width, line])).toEqual([
        ['bridge.gif', 600, 3],
        ['gone.png', undefined, 4],
        ['notes.gif', undefined, 4],
        ['C:\\a.png', undefined, 4],
      ]);
    },
  );
});

describe('the text part', () => {
  it('nested lists leave no line of blanks alone', () => {
    const text = textOf('- One\n\n  - Nested\n\n    More of it\n\n  - Second\n\n- Two\n');
    expect(text.split('\n').filter(line => line !== '' && line.trim() === '')).toEqual([]);
    expect(text).toBe(' * One\n\n   * Nested\n\n     More of it\n\n   * Second\n\n * Two');
  });

  it.each([
    ['[Mira](mailto:mira@slow-carriage.eu)', 'Mira <mira@slow-carriage.eu>'],
    ['[Mira](mailto:mira@slow-carriage.eu?subject=Hello%20there)', 'Mira <mira@slow-carriage.eu>'],
    ['[mira@slow-carriage.eu](mailto:mira@slow-carriage.eu?subject=Hi)', 'mira@slow-carriage.eu'],
    ['<mira@slow-carriage.eu>', 'mira@slow-carriage.eu'],
    ['<mailto:mira@slow-carriage.eu>', 'mira@slow-carriage.eu'],
    ['<mailto:mira@slow-carriage.eu?subject=Hi>', 'mira@slow-carriage.eu'],
    ['They ~~were~~ <del>had</del> are', 'They ~were~ ~had~ are'],
    ['[Page](https://slow-carriage.eu/?a=1)', 'Page <https://slow-carriage.eu/?a=1>'],
  ])('%s becomes %s', (markdown, text) => {
    expect(textOf(markdown)).toBe(text);
  });

  it('when HTML is laid out with tables, then only those with a header are tables', async () => {
    const { text } = await render(
      '<table><tr><td><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></td><td><p>Second</p></td></tr></table>',
      {},
      'issue.html',
    );
    expect(text).toBe('a   b\n1   2\n\nSecond');
  });

  it('when something is hidden, then it is not in it', async () => {
    const { text } = await render(
      '<html><head><title>a</title></head><body><div style="color:red;display: none">b</div><p>c</p></body></html>',
      {},
      'issue.html',
    );
    expect(text).toBe('c');
  });

  it('when tokens are longer than a line has room for, then they stay whole', async () => {
    const token = '{{ subscriber.first_name | default: "dear reader of this letter" }}';
    const { text } = await render(`Good morning to all of you, and to ${token}, hello`);
    expect(text).toBe(`Good morning to all of you, and to\n${token}, hello`);
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
