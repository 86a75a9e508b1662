import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Email } from '../../src/contract/index.ts';
import { diffEmail, emailFileText, updatedFileText } from '../../src/emails/diff.ts';
import { formatEmailFile, parseEmailFile } from '../../src/emails/email-file.ts';

const line = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    '---',
    '# Title',
    '- a',
    '> b',
    '```',
    '<p>x</p>',
    '{{ token }}',
    '\r',
    '&amp; <!-- x -->',
    '| a | b |',
    '| - | - |',
    ' ',
    'blank at the end ',
    ' blank at the start',
    '\t',
  ),
);
const text = fc.array(line, { maxLength: 8 }).map(lines => lines.join('\n'));
const orNull = (each: fc.Arbitrary<string>) => fc.option(each, { nil: null });

const emails: fc.Arbitrary<Email> = fc
  .record({
    subject: orNull(fc.string({ unit: 'grapheme' })),
    preview: orNull(text),
    body_html: orNull(text),
    body_text: orNull(text),
    like_enabled: fc.boolean(),
    background_color: fc.constantFrom('#000000', 'sky', '123456', '#fff', 'null', 'true'),
    foreground_color: fc.string(),
    font_id: fc.string(),
  })
  .map(fields => ({
    ...fields,
    id: '3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f',
    group_id: null,
    status: 'draft' as const,
    sent_count: 0,
    delivery_count: 0,
    delivery_rate: 0,
    bounce_count: 0,
    bounce_rate: 0,
    complaint_count: 0,
    complaint_rate: 0,
    like_count: 0,
    like_rate: 0,
    unsubscribe_count: 0,
    unsubscribe_rate: 0,
    scheduled_at: null,
    sent_at: null,
    completed_at: null,
    created_at: '2026-05-01T00:00:00Z',
    updated_at: '2026-05-02T00:00:00Z',
  }));

const read = (source: string, kind: 'markdown' | 'html') => {
  const file = parseEmailFile(source, 'issue');
  return { ...file, source, isMarkdown: kind === 'markdown' && file.front.format !== 'html' };
};

const kinds = fc.constantFrom('markdown' as const, 'html' as const);

describe('an email and its file', () => {
  it.each([' \n', ' \n\n', 'a \nb', '\n ', 'a\n b', '\t\n', '  ', '\n'])(
    'when a text is %j, then it comes back to the letter',
    text => {
      expect(parseEmailFile(formatEmailFile({ text }, ''), 'issue').front.text).toBe(text);
    },
  );

  it('when any email is pulled and pushed, then nothing changes', () => {
    fc.assert(
      fc.property(emails, kinds, (email, kind) => {
        expect(diffEmail(read(emailFileText(email, '', kind), kind), email, undefined)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('when any Markdown is pushed and pulled, then the file is the same, to the letter', () => {
    fc.assert(
      fc.property(
        emails,
        text.filter(each => each.trim() !== ''),
        (email, markdown) => {
          const start = emailFileText({ ...email, body_html: null, body_text: null }, '', 'markdown');
          const file = read(
            start.replace(/\n\n\n$/, () => `\n\n${markdown}\n`),
            'markdown',
          );
          expect(file.body).toBe(markdown);
          const changes = diffEmail(file, email, undefined);
          const pushed = {
            ...email,
            ...Object.fromEntries(changes.map(({ field, after }) => [field, after])),
            updated_at: '2026-05-03T00:00:00Z',
          };
          expect(emailFileText(pushed, '', 'markdown')).toBe(updatedFileText(file, pushed));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('when the service removes comments, then what was pushed is still no change', () => {
    const [email] = fc.sample(emails, 1);
    if (email === undefined) throw new Error('no email');
    const empty = { ...email, body_html: null, body_text: null };
    const file = read(`${emailFileText(empty, '', 'markdown').trimEnd()}\n\n# Hello\n`, 'markdown');
    const parts = Object.fromEntries(
      diffEmail(file, empty, undefined).map(({ field, after }) => [field, String(after)]),
    );
    expect(parts.body_html).toMatch(/\n<!-- newsletter:markdown [\w -]+ -->$/);
    const stripped = {
      ...empty,
      ...parts,
      body_html: (parts.body_html ?? '').replace(/\n<!-- newsletter.*$/, ''),
    };
    expect(diffEmail(file, stripped, undefined)).toEqual([]);
  });

  it('when Windows line ends are put into a file, then it says the same', () => {
    fc.assert(
      fc.property(
        emails.filter(email => !JSON.stringify(email).includes('\\r')),
        kinds,
        (email, kind) => {
          const windows = emailFileText(email, '', kind).replaceAll('\n', '\r\n');
          expect(diffEmail(read(windows, kind), email, undefined)).toEqual([]);
        },
      ),
    );
  });
});
