import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findingCodes } from '../../../src/emails/lint/finding.ts';
import type { LintedEmail } from '../../../src/emails/lint/lint-email.ts';
import { withLines } from '../../../src/emails/markdown/lines.ts';
import { renderMarkdown } from '../../../src/emails/markdown/markdown.ts';
import { casesOf } from '../../support/cases.ts';
import { linted } from './linted.ts';

const lint = (html: string, more: Partial<LintedEmail> = {}) => linted(html, withLines(html, 1), more);

/** Text enough that an email is more than its images. */
const some = '<p>The night train to Prague leaves at ten.</p>';

const codes = (html: string, more: Partial<LintedEmail> = {}) => lint(html, more).map(({ code }) => code);

it('when all codes are gone through, then each has a case in a test', () => {
  const folders = [import.meta.dirname, join(import.meta.dirname, '../../commands/emails')];
  const texts = folders.flatMap(folder =>
    readdirSync(folder, { withFileTypes: true })
      .filter(file => file.isFile())
      .map(({ name }) => readFileSync(join(folder, name), 'utf8')),
  );
  const untried = findingCodes.filter(code => !texts.some(text => text.includes(code)));
  expect(untried, 'add a case that gives this code, and one nearby that does not').toEqual([]);
});

/** Findings about what readers see; a small piece of HTML has others, too. */
const ofText = new Set([
  ...[
    'active_content',
    'markup_left',
    'markup_open',
    'conflict_marker',
    'mojibake',
    'image_only',
    'link_invalid',
    'token_open',
    'token',
    'leftover',
  ],
]);
const seen = (found: readonly string[]) => found.filter(code => ofText.has(code));
const inMarkdown = (text: string) =>
  linted(renderMarkdown(text), renderMarkdown(text)).map(({ code }) => code);

const kinds: Readonly<Record<string, (input: string) => readonly string[]>> = {
  link: href => codes(`<p><a href="${href}">the timetable</a></p>`),
  image: html => codes(some + html),
  text: text => codes(`<p>${text}</p>`),
  letters: text => seen(codes(`<p>${text} and more of it</p>`)),
  token: text => seen(codes(`<p>${text}</p>`)),
  subject: subject => seen(codes(some, { subject })),
  HTML: html => seen(codes(html)),
  Markdown: text => [...new Set(seen(inMarkdown(text)))],
};

type Finding = readonly [kind: string, input: string, codes: string];

it.each(casesOf<Finding>(new URL('findings.tsv', import.meta.url)))(
  '%s %j gives [%s]',
  (kind, input, expected) => {
    expect(kinds[kind]?.(input)).toEqual(expected.split(' ').filter(Boolean));
  },
);

describe('links and images', () => {
  it('when a link leads to a place in the email, then that is fine', () => {
    expect(codes('<a href="#two">to the second</a><h2 id="two">Two</h2>')).toEqual([]);
  });

  it('when a link has an image with a description, then it has a text', () => {
    const image = '<img src="https://slow-carriage.eu/a.png" width="9" alt="the map">';
    expect(codes(`${some}<a href="https://slow-carriage.eu/">${image}</a>`)).toEqual([]);
    expect(codes('<a href="https://slow-carriage.eu/"></a>')).toEqual(['link_text']);
  });

  it('when Markdown leaves the description out, then that is no decoration', () => {
    const html = `${some}<img src="https://a.eu/b.png" alt="" width="9">`;
    expect(codes(html, { isMarkdown: true })).toEqual(['image_alt']);
  });
});

it.each(['very **good **.\n\n', '##Head\n'])('%j is named each time', text => {
  expect(inMarkdown(text.repeat(40))).toHaveLength(40);
});

it('when it is in the subject or the preview, then that is found, with the line of the key', () => {
  const lines = { subject: 3, preview: 4 } as const;
  const found = lint('<p>a</p>', {
    subject: 'TODO: a subject',
    preview: 'Hello {{ name }}',
    lineOf: key => lines[key as keyof typeof lines],
  });
  expect(found).toMatchObject([
    { code: 'leftover', line: 3 },
    { code: 'token', line: 4 },
  ]);
});

it.each([
  ['', 'one image'],
  ['<p>Hello, a body.</p>', 'almost only one image'],
])('the warning about an image with the text %j says %s', (text, said) => {
  const found = lint(`${text}<img src="https://a.eu/b.png" alt="x" width="9">`);
  expect(found).toMatchObject([
    { code: 'image_only', message: expect.stringContaining(`the email is ${said}:`) },
  ]);
});

describe('subject and preview text', () => {
  it.each([
    [{ subject: '' }, ['subject_missing']],
    [{ subject: null }, ['subject_missing']],
    [{ subject: 'One\nTwo' }, ['subject_lines']],
    [{ subject: '漢'.repeat(61) }, ['subject_long']],
    [{ subject: '漢'.repeat(60) }, []],
    [{ subject: 'NASA and ESA' }, []],
    [{ preview: ' ' }, ['preview_missing']],
    [{ preview: 'x '.repeat(80) }, ['preview_long']],
    // A file that leaves them as they are at the service.
    [{ subject: undefined, preview: undefined }, ['subject_missing']],
  ])('when they are %j, then that gives %j', (more, expected) => {
    expect(codes('<p>a</p>', more)).toEqual(expected);
  });
});

describe('the whole email', () => {
  it.each([
    ['', { text: '' }, ['body_missing']],
    ['<p>Hello</p>', { text: '' }, ['text_missing']],
    ['<p>Hello</p>', { text: 'Good bye' }, ['text_stale']],
    [`<p>${'x'.repeat(102_000)}</p>`, {}, ['body_clipped']],
    ['<p>Hello</p>', { physicalAddress: null }, ['address_missing']],
    ['<p>Hello</p>', { physicalAddress: 'Main street 1' }, []],
  ])('when the HTML is %.20s with %j, then that gives %j', (html, more, expected) => {
    expect(codes(html, more)).toEqual(expected);
  });

  it('when findings are in the body, then they come in the order of the lines of the file', () => {
    const html =
      '<p>a train to Prague at ten</p>\n<p>b\nTODO <a href="">c</a>\nTBD</p>\n\n<img src="x.png" alt="d"\nwidth="9">';
    const lines = lint(html, { bodyLine: 11 }).map(({ code, line }) => [code, line]);
    expect(lines).toEqual([
      ['link_empty', 13],
      ['leftover', 13],
      ['leftover', 14],
      ['image_source', 16],
    ]);
  });

  it('when the HTML is nested deeper than calls can be, then it is read all the same', () => {
    const depth = 4_000;
    expect(codes(`${'<div>'.repeat(depth)}<a href="">x</a>${'</div>'.repeat(depth)}`)).toContain(
      'link_empty',
    );
  });
});
