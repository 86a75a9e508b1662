import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/lib/failure.ts';
import { outputFormats } from '../../src/lib/output-formats.ts';
import { reportError } from '../../src/terminal/error-report.ts';
import { anyText } from '../support/any-text.ts';
import { linesOf, listed, screens } from './screens.ts';

/** The colours that the program itself uses. */
const ownColours = new RegExp(`${'\x1b'}\\[(?:1|2|22|31|32|33|36|39)m`, 'g');
const dangerous = /[^\P{Cc}\n\t]|[\p{Bidi_Control}\p{Cs}\p{Zl}\p{Zp}\u00ad\u200b\u2060\ufeff\u{e0001}]/u;
const view = { plural: 'things', columns: ['a', 'b'] };

const nasty = fc
  .array(
    fc.oneof(
      anyText(),
      fc.constantFrom(
        '\x1b[31m',
        '\x1b]0;title\x07',
        '\x9b2J',
        '\u202eevil',
        '\u2066',
        '\r',
        '\b',
        '\x7f',
        '\ud800',
      ),
      fc.constantFrom('\u200d', '👩‍👩‍👧', '\u200b', '\ufeff', '\u00ad', '\u2028', '\u{e0001}', '\t', '\n'),
    ),
    { maxLength: 6 },
  )
  .map(parts => parts.join(''));

const harmless = (text: string) => {
  expect(text.replaceAll(ownColours, '')).not.toMatch(dangerous);
};

describe('text from outside', () => {
  it.each(outputFormats)('text of others as %s controls no terminal', async format => {
    await fc.assert(
      fc.asyncProperty(nasty, nasty, nasty, async (key, one, two) => {
        const row = { a: one, [`k${key}`]: [two, { [two]: one }] };
        const { terminal, out, err } = screens({ columns: 60, format, person: true });
        await terminal.list([row], { ...view, columns: Object.keys(row) });
        await terminal.record(row, view);
        harmless(out());
        harmless(err());
      }),
      { numRuns: 15 },
    );
  });

  it('text that is printed, noted, painted or in a failure controls no terminal', async () => {
    await fc.assert(
      fc.asyncProperty(nasty, async text => {
        const { terminal, stderr, out, err } = screens({ columns: 60, person: true });
        await terminal.print(text);
        await terminal.printBytes(Buffer.from(text));
        terminal.note(text);
        terminal.show(`${terminal.paint.bold(text)}${text}`);
        terminal.warn(text);
        terminal.hint(text);
        const failure = new Failure('refused', text, { details: [text], requestId: text, hint: text });
        reportError(failure, {
          stderr,
          environment: {},
          color: true,
          showAddresses: false,
          json: true,
          verbose: true,
        });
        harmless(out());
        harmless(err());
      }),
      { numRuns: 25 },
    );
  });

  it('JSON on a terminal holds the same values', async () => {
    await fc.assert(
      fc.asyncProperty(nasty, async text => {
        const { out } = await listed([{ a: text }], view, { columns: 60, format: 'json' });
        expect(JSON.parse(out)).toEqual([{ a: text }]);
      }),
    );
  });

  it('a table shows hidden characters', async () => {
    const a = 'x\x1b[31my\x9b2J\u202ez\x7f\r\nnext\tcell';
    const { out } = await listed([{ a }], view, { columns: 80, fields: ['a'], color: false });
    expect(linesOf(out)[1]).toBe('x␛[31my\\u{9b}2J\\u{202e}z␡↵next cell');
  });

  it('characters that people join stay joined', async () => {
    const written = ['👩‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👩🏽‍🚀', 'می‌خواهم', 'क्‍ष', 'e\u0301'];
    for (const a of written) {
      const { out } = await listed([{ a }], view, { columns: 80, fields: ['a'], color: false });
      expect(linesOf(out)[1]).toBe(a);
    }
    const { out } = await listed([{ a: 'pay\u200dpal' }], view, { columns: 80, fields: ['a'], color: false });
    expect(linesOf(out)[1]).toBe('pay\\u{200d}pal');
  });

  it('in a pipe, only data that is passed on unchanged keeps control characters', async () => {
    const a = '\x1b[31m\u202e\x9b';
    const lines = '\\u{1b}[31m\\u{202e}\\u{9b}\n';
    expect(await listed([{ a }], view, { fields: ['a'] })).toEqual({ out: lines, err: '' });
    const { terminal, out } = screens();
    await terminal.print(a);
    expect(out()).toBe(`${a}\n`);
  });

  it('line breaks in a text begin no line of a message, an answer or an error', async () => {
    const { terminal, stderr, out, err } = screens({ person: true });
    const text = 'Ann\r\nerror: forged\nerror: forged';
    await terminal.answer(`Created "${text}".`, { a: text }, view);
    for (const say of [terminal.note, terminal.hint, terminal.warn]) say(text);
    const failure = new Failure('refused', `no ${text}`, { hint: text });
    reportError(failure, {
      stderr,
      environment: {},
      color: false,
      showAddresses: false,
      json: false,
      verbose: true,
    });
    expect(linesOf(out() + err()).filter(line => /^ *error: forged/.test(line))).toEqual([]);
  });

  it('a text that imitates our colors stays text', () => {
    const { terminal, err } = screens({ person: true });
    terminal.note(`\x1b[31mforged ${terminal.paint.green('own')}`);
    expect(err()).toBe('␛[31mforged \x1b[32mown\x1b[39m\n');
  });
});
