import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { journaledOptionsOf, resumedOptions } from '../../../src/import/codec.ts';
import { importDefaults } from '../../../src/import/options.ts';
import { failureOf } from '../../support/failure.ts';
import { limit } from '../../support/load.ts';
import { account, lines, type Typed } from '../account.ts';
import { firstPass } from '../first-pass.ts';

const people = lines('Email,Mailing', 'a@x.org,gesperrt', 'b@x.org,frei', 'c@x.org,frei', 'd@x.org,');

describe('a column that may mark people who must not be emailed, and is not understood', () => {
  test('stops the import with its name, its values and the flags that answer', async () => {
    const { loadText, posts } = await account();
    const failure = await failureOf(loadText(people));
    expect(failure).toMatchObject({ code: 'consent_unclear', exit: 2 });
    expect(failure.message).toContain('"Mailing"');
    expect(failure.details.join()).toContain('"gesperrt" (1), "frei" (2)');
    for (const flag of ['--opt-out-value Mailing=gesperrt leaves out 1 of 4 rows', '--no-status-column']) {
      expect(failure.hint).toContain(flag);
    }
    expect(posts()).toBe(0);
  });

  test.each<[string, Typed, string[]]>([
    ['--opt-out-value', { optOutValue: ['Mailing=GESPERRT'] }, ['b', 'c', 'd']],
    ['--opt-out-value for any value', { optOutValue: ['mailing=*'] }, ['d']],
    ['--opt-out-value for an empty cell', { optOutValue: ['2=', '2=gesperrt'] }, ['b', 'c']],
    ['--map', { map: ['Mailing=skip'] }, ['a', 'b', 'c', 'd']],
    ['--no-status-column', { statusColumn: false }, ['a', 'b', 'c', 'd']],
    ['--status-column', { statusColumn: 'Mailing' }, []],
  ])('is decided by %s', async (_flag, given, letters) => {
    const { loadText, emails } = await account();
    await loadText(people, given);
    expect(await emails()).toEqual(letters.map(letter => `${letter}@x.org`));
  });

  test.each([
    ['Unsubscribed from zorbl mails', 'yes', 'no', 'yes'],
    ['Newsletter wanted by zorbl', 'no', 'yes', 'no'],
    ['Newsletter wanted by zorbl', '', 'yes', ''],
  ])(
    'with an unknown word (%s) has a proposed line that leaves out who refused',
    async (header, out, wanted, named) => {
      const { loadText } = firstPass();
      const text = lines(`Email,${header}`, `o@x.org,${out}`, `g@x.org,${wanted}`, `h@x.org,${wanted}`);
      const failure = await failureOf(loadText(text));
      expect(failure).toMatchObject({ code: 'consent_unclear' });
      expect(failure.hint).toContain(`--opt-out-value '${header}=${named}' leaves out`);
    },
  );

  test('becomes no field by --create-fields unasked', async () => {
    const { loadText } = firstPass();
    expect(await failureOf(loadText(people, { createFields: true }))).toMatchObject({
      code: 'consent_unclear',
    });
  });

  test('a text that mentions an opt-out is reported, and no mark', async () => {
    const { loadText, emails } = firstPass();
    const text = 'She asked what happens if one wants to unsubscribe later, and we told her how';
    const { summary, said } = await loadText(
      lines(
        'Email,Notes',
        'b@x.org,nice',
        `a@x.org,"${text}"`,
        'c@x.org,"er wollte sich abmelden, dann aber doch nicht mehr"',
      ),
    );
    expect(await emails()).toEqual(['a@x.org', 'b@x.org', 'c@x.org']);
    expect(summary.warnings).toEqual([
      expect.objectContaining({
        code: 'mentions_opt_out',
        column: 'Notes',
        count: 2,
        example: text,
        line: 3,
      }),
    ]);
    expect(said.replaceAll(/\s+/g, ' ')).toContain('Notes: 2 texts mention an opt-out');
  });

  test.each([
    ['above the header', ['Unsubscribed contacts', '', 'Email,Name', 'a@x.org,Ann']],
    ['as the name of the addresses', ['Unsubscribed', 'a@x.org', 'b@x.org']],
    ['alone on its line', ['Email,Name', 'a@x.org,Ann', '', 'Abgemeldet', 'b@x.org,Bo']],
    [
      'in a long title',
      [
        'People who have unsubscribed from our newsletter, as of the end of May 2024, all branches',
        '',
        'Email,Name',
        'a@x.org,Ann',
      ],
    ],
  ])('a title of people who opted out %s is asked about', async (_where, rows) => {
    const { loadText, emails } = firstPass();
    expect(await failureOf(loadText(lines(...rows)))).toMatchObject({ code: 'consent_unclear', exit: 2 });
    expect(await emails()).toEqual([]);
  });

  test('a row without an address is left out by its status', async () => {
    const { loadText, emails } = firstPass();
    const { summary } = await loadText(
      lines('Status,Email,Name', 'active,a@x.org,Ann', 'unsubscribed,,', 'active,no email,'),
    );
    expect(summary).toMatchObject({ accepted: 1, rejected: 1, suppressed: 1 });
    expect(await emails()).toEqual(['a@x.org']);
  });

  test('a tag that says that somebody opted out is asked about; the tag or --map answers', async () => {
    const { loadText, emails } = firstPass();
    const text = lines('Email,Tags', 'a@x.org,vip;unsubscribed', 'b@x.org,vip');
    expect(await failureOf(loadText(text))).toMatchObject({ code: 'consent_unclear' });
    await loadText(text, { optOutValue: ['Tags=unsubscribed'] });
    expect(await emails()).toEqual(['b@x.org']);
    await loadText(text, { map: ['Tags=tags'], rejects: undefined });
    expect(await emails()).toEqual(['a@x.org', 'b@x.org']);
  });

  test('the flag of a column with quotes and blanks can be pasted into a shell', async () => {
    const { loadText, emails } = firstPass();
    const text = lines("Email,Ann's $mailing", 'a@x.org,"gesperrt (!)"', 'b@x.org,frei');
    const failure = await failureOf(loadText(text));
    const flag = /--opt-out-value ('.*?') leaves/.exec(failure.hint ?? '')?.[1] ?? '';
    const printed = execFileSync('sh', ['-c', `printf %s ${flag}`], { encoding: 'utf8', timeout: limit(5) });
    expect(printed).toBe("Ann's $mailing=gesperrt (!)");
    await loadText(text, { optOutValue: [printed] });
    expect(await emails()).toEqual(['b@x.org']);
  });
});

test('--resume has the answers of the import that was cut off', () => {
  const typed = importDefaults(['people.csv']);
  const answered = { ...typed, optOutValue: ['2=gesperrt'] };
  expect(resumedOptions(typed, journaledOptionsOf(answered))).toEqual(answered);
});
