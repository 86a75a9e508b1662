import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseEmailFile, withFrontMatter } from '../../src/emails/files/email-file.ts';
import { type FrontMatter, frontMatterKeys, parseFrontMatter } from '../../src/emails/files/front-matter.ts';
import { formatFrontMatter, withValues } from '../../src/emails/files/front-matter-format.ts';
import { Failure } from '../../src/lib/failure.ts';
import { anyText } from '../support/any-text.ts';

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

const subject = (value: string) => outcome(`subject: ${value}\n`);

describe('a subject in front matter', () => {
  it.each([
    'C# and F#',
    '50% off & more!',
    'say "hello" to the bridge',
    "it's twelve o'clock",
    '“Bridges” is out',
    '“Bridges”',
    '007',
    '1e3',
    '0x1F',
    '2024',
    '2024-01-02',
    'yes',
    'no',
    'true',
    'null',
    '~',
    '🚂 Zürich → 東京',
    'a\tb',
    'back\\slash',
    '<b>bold</b>',
    'a:b',
  ])('when it is %s, then it is that text', value => {
    expect(subject(value)).toEqual({ subject: value });
    expect(subject(`  ${value} \t`)).toEqual({ subject: value });
    expect(outcome(`subject: ${value}\r\nfont_id: sans\r\n`)).toEqual({ subject: value, font_id: 'sans' });
  });

  it.each([
    ['The Slow Carriage #42: bridges', 'subject: "The Slow Carriage #42: bridges"'],
    ['#1 of 12', 'subject: "#1 of 12"'],
    ['Bridges # the third try', 'subject: "Bridges # the third try"'],
    ['# of bridges', 'subject: "# of bridges"'],
    ['Bridges #', 'subject: "Bridges #"'],
    ['Bridges: eleven', 'subject: "Bridges: eleven"'],
    ['Bridges:', 'subject: "Bridges:"'],
    ['[Members]', 'subject: "[Members]"'],
    ['[Members] Bridges: eleven', 'subject: "[Members] Bridges: eleven"'],
    ['{a: b}', 'subject: "{a: b}"'],
    ['{{ first_name }}: a letter', 'subject: "{{ first_name }}: a letter"'],
    ['[[name]]', 'subject: "[[name]]"'],
    ['*|FNAME|*, twelve bridges', 'subject: "*|FNAME|*, twelve bridges"'],
    ['%FIRST_NAME%, hello', 'subject: "%FIRST_NAME%, hello"'],
    ['@home', 'subject: "@home"'],
    ['`code`', 'subject: "`code`"'],
    ['- a dash', 'subject: "- a dash"'],
    ['? a question', 'subject: "? a question"'],
    ['&anchor Bridges', 'subject: "&anchor Bridges"'],
    ['*Bridges*', 'subject: "*Bridges*"'],
    ['!!str 42', 'subject: "!!str 42"'],
    ['!', 'subject: "!"'],
    ['| a bar', 'subject: "| a bar"'],
    ['|', 'subject: "|"'],
    ['> 5 reasons', 'subject: "> 5 reasons"'],
    ['>5', 'subject: ">5"'],
    ['"Hello", she said', `subject: '"Hello", she said'`],
    ["'tis the season", `subject: "'tis the season"`],
    ['"Bridges', 'subject: "Bridges"'],
    ['"50\\% off"', "subject: '50\\% off'"],
  ])('when it is %s, then it is refused with the line as it has to be', (value, mended) => {
    for (const below of ['', '\nfont_id: sans']) {
      const refused = outcome(`id: x\nsubject: ${value}${below}\n`);
      expect(refused).toMatch(/^issue\.md:3: /);
      expect(refused).toContain(mended);
    }
    expect(outcome(mended)).toEqual({ subject: expect.any(String) });
  });

  it.each([
    ['subject:', ''],
    ['subject: ""', ''],
    ["subject: 'it''s' # a comment", "it's"],
    ['subject: "a: b" # a comment', 'a: b'],
    ['"subject": x', 'x'],
    ['subject : x', 'x'],
    ['subject:\tx', 'x'],
    ['subject: The Slow\n  Carriage', 'The Slow Carriage'],
    ['subject: |\n  one\n  two', 'one\ntwo\n'],
    ['subject: >-\n  one\n  two', 'one two'],
    ['subject: "one\n  two"', 'one two'],
  ])('when %j stands there, then it is %j', (text, value) => {
    expect(outcome(`${text}\n`)).toEqual({ subject: value });
  });
});

describe('front matter', () => {
  it.each([
    ['background_color: "#fff" # white', { background_color: '#fff' }],
    ['foreground_color: 000000', { foreground_color: '000000' }],
    ['like_enabled: true # yes', { like_enabled: true }],
    ['id: 5e123456 # the third', { id: '5e123456' }],
    ['\n# a comment\nfont_id: sans\n\n', { font_id: 'sans' }],
    [
      'utm:\n  source: newsletter\n  campaign: "spring #3"',
      { utm: { utm_source: 'newsletter', utm_campaign: 'spring #3' } },
    ],
    ['utm: source=newsletter&pk_kwd=x', { utm: { utm_source: 'newsletter', pk_kwd: 'x' } }],
    ['', {}],
  ])('when it is %j, then it is read', (text, front) => {
    expect(outcome(`${text}\n`)).toEqual(front);
  });

  it.each([
    ['subjekt: x', 'unknown key "subjekt" => did you mean subject?'],
    ['groups: x', 'unknown key "groups" => did you mean group?'],
    ['subject: [a, b]', 'subject: "[a, b]"'],
    ['subject:\n  - a', 'the subject needs quotes'],
    ['Subject: x', 'unknown key "Subject" => did you mean subject?'],
    ['backgroundcolor: red', 'did you mean background_color?'],
    ['subject: a\nsubject: b', 'issue.md:3: duplicate key subject => keep one of them'],
    [
      'like_enabled: yes',
      'issue.md:2: like_enabled must be true or false => for example: like_enabled: true',
    ],
    ['like_enabled: “false”', 'like_enabled: false'],
    ['like_enabled:', 'like_enabled must be true or false'],
    ['format: pdf', 'format must be html'],
    ['dir: right', 'dir must be ltr or rtl or auto'],
    ['lang: deutsch!', 'invalid language tag in lang'],
    ['images: pictures/', 'invalid URL in images'],
    ['utm: bridges', 'utm: source=newsletter&medium=email'],
    ['utm:\n  source:', 'utm must give each parameter a value'],
    ['subject:x', 'missing space after the colon => write subject: x'],
    ['  subject: x', 'unexpected space at the start of the line'],
    ['\tsubject: x', 'unexpected space at the start of the line'],
    [
      'subject: x\n\nGood morning, all of you',
      'issue.md:4: expected "key: value", found "Good morning, all of you"',
    ],
    ['background_color: #ffffff', 'write background_color: "#ffffff"'],
    ['utm:\n  campaign: spring #3', 'write campaign: "spring #3"'],
    ['subject:\n  a: b', 'subject must be text'],
    ['- subject', 'expected "key: value"'],
    ['text: |\n\tHello', 'indent the lines of a text with two spaces'],
    ['subject: a #1\n  b', 'issue.md:3: unexpected space'],
  ])('when it is %j, then that is refused in plain words', (text, said) => {
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
      updated_at: 'y',
    });
    expect(written).toBe(`---\n${own}id: x\nsubject: Bridges\nupdated_at: y\n---\n\nHello\n`);
  });
});

describe('the style of values', () => {
  it.each([
    ["subject: 'Bridges'", { subject: 'Bridges' }, "subject: 'Bridges'"],
    ['subject: "Bridges" # mine', { subject: 'Bridges' }, 'subject: "Bridges" # mine'],
    ['like_enabled: TRUE # yes', { like_enabled: true }, 'like_enabled: TRUE # yes'],
    ['"subject":   Bridges', { subject: 'Bridges' }, '"subject":   Bridges'],
    ["subject: 'Bridges'", { subject: 'Arches' }, "subject: 'Arches'"],
    ["subject: 'Bridges' # mine", { subject: "It's" }, "subject: 'It''s' # mine"],
    ['subject: "Bridges"', { subject: 'A "b"' }, 'subject: "A \\"b\\""'],
    ['subject: "Bridges" # mine', { subject: 'Arches' }, 'subject: "Arches" # mine'],
    ['subject: Bridges', { subject: 'Arches: 2' }, 'subject: "Arches: 2"'],
    ['like_enabled: true # yes', { like_enabled: false }, 'like_enabled: false'],
    ['font_id: sans # plain', { font_id: 'serif' }, 'font_id: serif # plain'],
    ['subject: >-\n  A\n  b', { subject: 'A b' }, 'subject: >-\n  A\n  b'],
    ['text: |\n  A', { text: 'B\n' }, 'text: |\n  B'],
  ])('when %j gets %j, then it is %j', (line, values, written) => {
    const changed = withFrontMatter(`---\n${line}\npreview: x\n---\n`, values);
    expect(changed).toBe(`---\n${written}\npreview: x\n---\n`);
    expect(parseFrontMatter(changed.slice(4, -4), '').front).toMatchObject(values);
  });
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
