import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../support/failure.ts';
import { account, lines, type Typed } from '../account.ts';
import { firstPass } from '../first-pass.ts';

const birthdays = (n: number, text: (i: number) => string) =>
  Array.from({ length: n }, (_, i) => `p${i}@x.org,${text(i)}`);

describe('the reasons', () => {
  test('rejected rows are counted by column and cause, with an example and the flags', async () => {
    const { loadText } = await account();
    const text = lines(
      'Email,Birthday,Orders',
      ...birthdays(12, () => '04/01,1'),
      'bad,,',
      'good@x.org,2000-04-01,2',
      'p13@x.org,03/04/2024,3',
      'p14@x.org,,many',
      ',,',
      ',Oslo,',
      'long@x.org,,,more',
    );
    const { summary, said } = await loadText(text, { showAddresses: true });
    expect(summary.reasons).toEqual([
      { code: 'bad_value', column: 'Birthday', count: 12, example: '04/01', line: 2 },
      { code: 'invalid_email', column: 'Email', count: 1, example: 'bad', line: 14 },
      { code: 'bad_value', column: 'Birthday', count: 1, example: '03/04/2024', line: 16 },
      { code: 'bad_value', column: 'Orders', count: 1, example: 'many', line: 17 },
      { code: 'missing_email', column: 'Email', count: 1, example: null, line: 19 },
      { code: 'ragged_row', column: null, count: 1, example: null, line: 20 },
    ]);
    // Here no row has two bad values.
    expect(summary.reasons.reduce((sum, { count }) => sum + count, 0)).toBe(summary.rejected);
    expect(said).toContain(
      'Birthday: not a full date (12 rows), e.g. "04/01" in line 2: --map Birthday=skip, --bad-values drop\n',
    );
    expect(said).toContain(
      'Birthday: an ambiguous date (1 row), e.g. "03/04/2024" in line 16: --date-format',
    );
    expect(said).toContain('Orders: not a number (1 row), e.g. "many" in line 17: --map Orders=skip');
    expect(said).toContain('Email: not an email address (1 row), e.g. "bad" in line 14');
    expect(said).toContain('more cells than the header (1 row) in line 20');
  });

  test('of several bad values in a row, each counts and is named', async () => {
    const { loadText } = await account();
    const text = lines(
      'Email,Birthday,Orders,VIP',
      'a@x.org,04/01,many,yes',
      'b@x.org,2000-04-01,few,x',
      'c@x.org,,1,perhaps',
    );
    const { summary, rejects } = await loadText(text);
    expect(summary).toMatchObject({ rejected: 3, accepted: 0 });
    expect(summary.reasons).toEqual([
      { code: 'bad_value', column: 'Orders', count: 2, example: 'many', line: 2 },
      { code: 'bad_value', column: 'Birthday', count: 1, example: '04/01', line: 2 },
      { code: 'bad_value', column: 'VIP', count: 1, example: 'perhaps', line: 4 },
    ]);
    expect(rejects[0]?._reason).toBe('Birthday: "04/01" is not a full date; Orders: "many" is not a number');
  });

  test('the error for programs has the reasons and the flags', async () => {
    const { run, write } = await account();
    write('people.csv', lines('Email,Birthday', 'a@x.org,1/2/2024', 'b@x.org,2024-01-02'));
    const { stderr, status } = await run(['import', 'people.csv', '--output', 'json']);
    expect(status).toBe(8);
    const { error } = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '');
    expect(error.details).toEqual([
      'Birthday: an ambiguous date (1 row), e.g. "1/2/2024" in line 2: --date-format Birthday=DMY or --date-format Birthday=MDY, --map Birthday=skip, --bad-values drop',
    ]);
  });

  test('of columns with the same header, the flag names the number', async () => {
    const { loadText } = await account();
    const text = lines('Email,Orders,Orders', 'a@x.org,1,2', 'b@x.org,many,3');
    expect((await loadText(text)).said).toContain('in line 3: --map 2=skip');
  });
});

describe('a column of which no value fits its field', () => {
  const text = lines('Email,Birthday,City', ...birthdays(297, () => '04/01,Oslo'));

  test('where nobody can be asked, nothing is sent, and the flags are named', async () => {
    const { loadText, posts, folder } = await account();
    const failure = await failureOf(loadText(text));
    expect(failure).toMatchObject({ code: 'bad_column', exit: 2 });
    expect(failure.message).toContain('Birthday: all 297 values are invalid');
    expect(failure.message).toContain('"04/01" in line 2');
    expect(failure.hint).toContain('--map Birthday=skip');
    expect(failure.hint).toContain(
      '--bad-values Birthday=reject (reject 297 rows: these people are not imported)',
    );
    expect(posts()).toBe(0);
    expect(readdirSync(folder)).toEqual(['people.csv']);
  });

  const yearless = lines(
    'Email Address,Birthday,LEID,EUID,OPTIN_TIME',
    'a@x.org,03/14,1,a,2021-01-01 00:00:00',
  );
  const elsewhere = ['a@x.org,04/01,1', 'b@x.org,,many', 'c@x.org,,none', 'd@x.org,2000-04-01,'];

  test.each<[string, string, Typed, number, number]>([
    ['its column is skipped', text, { map: ['Birthday=skip'] }, 297, 0],
    ['bad values are dropped', text, { badValues: ['drop'] }, 297, 0],
    ['such rows are to be rejected', text, { badValues: ['reject'] }, 0, 297],
    [
      'birthdays of Mailchimp are to be rejected',
      yearless,
      { badValues: ['reject'], statusColumn: false },
      0,
      1,
    ],
    ['one value fits', `${text}z@x.org,2000-04-01,Oslo\n`, {}, 1, 297],
    ['one fits, in a row rejected for another', lines('Email,Birthday,Orders', ...elsewhere), {}, 1, 3],
  ])('stops no import if %s', async (_what, content, given, accepted, rejected) => {
    const { summary } = await firstPass().loadText(content, given);
    expect(summary).toMatchObject({ accepted, rejected });
  });
});
