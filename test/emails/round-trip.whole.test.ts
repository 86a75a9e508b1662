import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Email } from '../../src/contract/index.ts';
import { renderBody } from '../../src/emails/body/body.ts';
import { withoutComments } from '../../src/emails/body/outgoing-html.ts';
import { diffEmail, isMadeFrom } from '../../src/emails/files/diff.ts';
import { formatEmailFile, parseEmailFile } from '../../src/emails/files/email-file.ts';
import { emailFileText, keptFileText, updatedFileText } from '../../src/emails/files/file-text.ts';
import { anEmail } from './an-email.ts';

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
  .map(fields =>
    anEmail({ ...fields, id: '3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f', status: 'draft', sent_at: null }),
  );

const read = (source: string, kind: 'markdown' | 'html') => {
  const file = parseEmailFile(source, 'issue');
  const isMarkdown = kind === 'markdown' && file.front.format !== 'html';
  return { ...file, source, isMarkdown, path: 'issue.md' };
};

const pulled = (email: Email, kind: 'markdown' | 'html') => emailFileText(email, '', kind);

const changes = (file: ReturnType<typeof read>, email: Email) => diffEmail(file, email, undefined);

/** The email after a push of the file. */
async function pushed(file: ReturnType<typeof read>, email: Email): Promise<Email> {
  const fields = (await changes(file, email)).map(({ field, after }) => [field, after]);
  return { ...email, ...Object.fromEntries(fields), updated_at: '2026-05-03T00:00:00Z' };
}

const kinds = fc.constantFrom('markdown' as const, 'html' as const);

describe('an email and its file', () => {
  it.each([' \n', ' \n\n', 'a \nb', '\n ', 'a\n b', '\t\n', '  ', '\n', '  a\nb\n', 'a\r\nb'])(
    'when a text is %j, then it comes back to the letter',
    text => {
      expect(parseEmailFile(formatEmailFile({ text }, ''), 'issue').front.text).toBe(text);
    },
  );

  it('when any email is pulled and pushed, then nothing changes but comments of its HTML', async () => {
    await fc.assert(
      fc.asyncProperty(emails, kinds, async (email, kind) => {
        const html = email.body_html ?? '';
        const clean = withoutComments(html);
        const expected = clean === html ? [] : [{ field: 'body_html', before: html, after: clean }];
        expect(await changes(read(pulled(email, kind), kind), email)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('when any Markdown is pushed and pulled over its file, then the file is the same, to the letter', async () => {
    await fc.assert(
      fc.asyncProperty(
        emails,
        text.filter(each => each.trim() !== ''),
        async (email, markdown) => {
          const start = pulled({ ...email, body_html: null, body_text: null }, 'markdown');
          const file = read(
            start.replace(/\n\n\n$/, () => `\n\n${markdown}\n`),
            'markdown',
          );
          expect(file.body).toBe(markdown);
          const after = await pushed(file, email);
          const kept = read(updatedFileText(file, after), 'markdown');
          expect(kept.body).toBe(markdown);
          expect(isMadeFrom(kept, after)).toBe(true);
          expect(keptFileText(kept, after, '')).toBe(kept.source);
          expect(await changes(kept, after)).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('when HTML has no comments, then it leaves to the letter; tokens stay whole', async () => {
    const part = fc.oneof(
      line,
      fc.constantFrom('<a href="{{ a > b }}">*|X|*</a>', "<img src='https://a.b/c'>", '<b\n>'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part), async parts => {
        const body = parts.join('').replaceAll(/<!--|<!|<\?/g, '');
        const file = { front: {}, body, isMarkdown: false, path: 'issue.html' };
        expect((await renderBody(file)).html).toBe(body);
      }),
    );
  });

  it('when Windows line ends are put into a file, then it says the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        emails.filter(email => !JSON.stringify(email).includes('\\r') && !email.body_html?.includes('<!')),
        kinds,
        async (email, kind) => {
          const windows = pulled(email, kind).replaceAll('\n', '\r\n');
          expect(await changes(read(windows, kind), email)).toEqual([]);
        },
      ),
    );
  });
});
