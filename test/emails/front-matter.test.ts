import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseEmailFile, withFrontMatter } from '../../src/emails/files/email-file.ts';
import { type FrontMatter, frontMatterKeys, parseFrontMatter } from '../../src/emails/files/front-matter.ts';
import { formatFrontMatter, withValues } from '../../src/emails/files/front-matter-format.ts';
import { Failure } from '../../src/lib/failure.ts';
import { anyText } from '../support/any-text.ts';
import { casesOfKind } from '../support/cases.ts';

/** What becomes of front matter: its values, or the message and the hint. */
function outcome(text: string): FrontMatter | string {
  try {
    return parseFrontMatter(text, 'issue.md').front;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    expect(error.code).toBe('invalid_value');
    return `${error.message} => ${error.hint}`;
  }
}

/** The rows of a kind in `front-matter.tsv`. */
const rowsOf = <Expected = string>(kind: string) =>
  casesOfKind<readonly [text: string, expected: Expected, written: string]>(
    new URL('front-matter.tsv', import.meta.url),
    kind,
  );

describe('front matter', () => {
  it.each(rowsOf('subject'))('subject: %s, is that text', value => {
    expect(outcome(`subject: ${value}\n`)).toEqual({ subject: value });
    expect(outcome(`subject:   ${value} \t\n`)).toEqual({ subject: value });
    expect(outcome(`subject: ${value}\r\nfont_id: sans\r\n`)).toEqual({ subject: value, font_id: 'sans' });
  });

  it.each(rowsOf('subject refused'))(
    'subject: %s, is refused with the line as it has to be',
    (value, mended) => {
      for (const below of ['', '\nfont_id: sans']) {
        const refused = outcome(`id: x\nsubject: ${value}${below}\n`);
        expect(refused).toMatch(/^issue\.md:3: /);
        expect(refused).toContain(mended);
      }
      expect(outcome(mended)).toEqual({ subject: expect.any(String) });
    },
  );

  it.each(rowsOf<FrontMatter>('read'))('%j is read as %j', (text, front) => {
    expect(outcome(`${text}\n`)).toEqual(front);
  });

  it.each(rowsOf('refused'))('%j is refused in plain words', (text, said) => {
    const refused = outcome(`${text}\n`);
    expect(refused).toContain(said);
    expect(refused).not.toMatch(/undefined|scalar|mapping|sequence|implicit|flow|indicator|token/i);
  });

  it('when any text is written, then it is read back to the letter, by any reader of YAML', () => {
    const text = fc.oneof(
      anyText(),
      fc.string({ unit: 'grapheme' }),
      fc
        .array(fc.oneof(fc.string(), fc.constantFrom('', ' ', '---', '#', ' # x', '\t', ': ', '"', "'")))
        .map(lines => lines.join('\n')),
      fc.constantFrom(
        ' #',
        'a # b',
        'null',
        '~',
        '“a”',
        '[a]',
        '*a',
        '|',
        '{{ a }}',
        '\ufeff',
        '\u2028',
        'a\r\nb\r\n',
      ),
    );
    const values = fc.record(
      {
        subject: text,
        preview: text,
        group: text,
        text,
        font_id: text,
        background_color: text,
        like_enabled: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(values, values, (front, changes) => {
        const written = formatFrontMatter(front).slice(4, -4);
        expect(parseFrontMatter(written, 'issue.md').front).toEqual(front);
        if (Object.keys(front).length > 0) expect(parse(written)).toEqual(front);
        const changed = withValues(written, changes);
        expect(parseFrontMatter(changed, 'issue.md').front).toEqual({ ...front, ...changes });
      }),
      { numRuns: 50 },
    );
  });

  it('when anything stands in it, then it is read or refused in plain words', () => {
    const line = fc.oneof(
      anyText(),
      fc
        .tuple(fc.constantFrom('subject', 'id', 'like_enabled', 'text', 'utm', 'dir'), fc.string())
        .map(([key, value]) => `${key}: ${value}`),
      fc.constantFrom(
        '  below',
        '\tbelow',
        '',
        '# x',
        'text: |',
        'subject: "a',
        '...',
        '%YAML 1.2',
        '? a',
        '<<: *a',
      ),
    );
    fc.assert(
      fc.property(fc.array(line), lines => {
        const read = outcome(lines.join('\n'));
        if (typeof read === 'string') expect(read).toMatch(/^issue\.md:\d+: .+ => ./s);
      }),
      { numRuns: 75 },
    );
  });
});

it('when docs/emails.md lists the keys, then it lists all there are, in their order', () => {
  const docs = readFileSync(new URL('../../docs/emails.md', import.meta.url), 'utf8');
  const cells = [...docs.matchAll(/^\| (`[a-z_]+`(?:, `[a-z_]+`)*) \|/gm)].map(([, cell = '']) => cell);
  expect(cells.join(', ')).toBe(frontMatterKeys.map(key => `\`${key}\``).join(', '));
});

describe('keys of other programs', () => {
  const own = `author: Ada # me
layout: [post, wide]
tags:
  - travel
  - trains
cover:
  image: {src: bridge.jpg, alt: "a: b"}
image: bridge.jpg
title: No subject
`;

  it('when they stand there with any value, then they are named, and nothing else', () => {
    const { front, ignored } = parseFrontMatter(`${own}subject: Bridges\n`, 'issue.md');
    expect(front).toEqual({ subject: 'Bridges' });
    expect(ignored).toEqual(['author', 'layout', 'tags', 'cover', 'image', 'title']);
  });

  it('when values are written, then they stay to the letter', () => {
    const written = withFrontMatter(`---\n${own}---\n\nHello\n`, {
      id: 'x',
      subject: 'Bridges',
      updated_at: 'now',
    });
    expect(written).toBe(`---\n${own}id: x\nsubject: Bridges\nupdated_at: now\n---\n\nHello\n`);
  });
});

it.each(rowsOf<FrontMatter>('style'))('%j that gets %j keeps its style: %j', (line, values, written) => {
  const changed = withFrontMatter(`---\n${line}\npreview: x\n---\n`, values);
  expect(changed).toBe(`---\n${written}\npreview: x\n---\n`);
  expect(parseFrontMatter(changed.slice(4, -4), '').front).toMatchObject(values);
});

describe('a file without front matter', () => {
  it.each([
    ['# Hello\n', '---\nid: x\n---\n\n# Hello\n'],
    ['\uFEFF# Hello\n', '\uFEFF---\nid: x\n---\n\n# Hello\n'],
    ['# Hello\r\n\r\nyou\r\n', '---\r\nid: x\r\n---\r\n\r\n# Hello\r\n\r\nyou\r\n'],
    ['', '---\nid: x\n---\n\n'],
  ])('when %j gets some, then its body is the same', (text, written) => {
    const file = parseEmailFile(text, 'may.md');
    expect(file).toMatchObject({ front: {}, bodyLine: 1 });
    expect(withFrontMatter(text, { id: 'x' })).toBe(written);
    expect(parseEmailFile(written, 'may.md').body).toBe(file.body);
    expect(file.body).not.toContain('\r');
  });

  it('when it begins with TOML, then that is said, and not sent as text', () => {
    expect(() => parseEmailFile('+++\ntitle = "x"\n+++\n', 'may.md')).toThrow('front matter of TOML');
  });
});
