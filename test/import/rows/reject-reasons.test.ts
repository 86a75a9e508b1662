import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../support/failure.ts';
import { account, lines } from '../account.ts';

const birthdays = (n: number, text: (i: number) => string) =>
  Array.from({ length: n }, (_, i) => `p${i}@x.org,${text(i)}`);

describe('the reasons', () => {
  test('when rows are rejected, then they are counted by column and cause, with an example and the flags', async () => {
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
      'Birthday: not a full date (12 rows), e.g. "04/01" in line 2:\n      --map Birthday=skip, --bad-values drop\n',
    );
    expect(said).toContain(
      'Birthday: an ambiguous date (1 row), e.g. "03/04/2024" in line 16:\n      --date-format',
    );
    expect(said).toContain('Orders: not a number (1 row), e.g. "many" in line 17:\n      --map Orders=skip');
    expect(said).toContain('Email: not an email address (1 row), e.g. "bad" in line 14');
    expect(said).toContain('more cells than the header (1 row) in line 20');
  });

  test('when a row has several bad values, then each counts, and all are named', async () => {
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

  test('when bad values are dropped, then they are counted, and stand in the report', async () => {
    const { loadText, people, at } = await account();
    const text = lines('Email,Birthday,Orders', 'a@x.org,04/01,many', 'b@x.org,2000-04-01,2');
    const { summary, said } = await loadText(text, {
      badValues: ['drop'],
      report: at('report'),
    });
    expect(summary).toMatchObject({ rejected: 0, accepted: 2, rejects_file: null });
    expect(summary.reasons).toEqual([]);
    expect(summary.warnings.map(({ code, column, count, hint }) => [code, column, count, hint])).toEqual([
      ['value_left_out', 'Birthday', 1, "to keep them: --map 'Birthday=new:Birthday (text):text'"],
      ['value_left_out', 'Orders', 1, "to keep them: --map 'Orders=new:Orders (text):text'"],
    ]);
    expect(said).toContain('Orders: values left out: not a number, e.g. "many" in line 2 (1 row)');
    expect(await people()).toHaveLength(2);
    expect(JSON.parse(readFileSync(at('report'), 'utf8'))).toMatchObject({
      line: 2,
      code: 'bad_value',
      email: 'a@x.org',
    });
  });

  test('when a program reads the outcome, then the error has the reasons and the flags, too', async () => {
    const { run, write } = await account();
    write('people.csv', lines('Email,Birthday', 'a@x.org,1/2/2024', 'b@x.org,2024-01-02'));
    const { stderr, status } = await run(['import', 'people.csv', '--output', 'json']);
    expect(status).toBe(8);
    const { error } = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '');
    expect(error.details).toEqual([
      'Birthday: an ambiguous date (1 row), e.g. "1/2/2024" in line 2: --date-format Birthday=DMY or --date-format Birthday=MDY, --map Birthday=skip, --bad-values drop',
    ]);
  });

  test('when columns have the same header, then the flag names the number', async () => {
    const { loadText } = await account();
    const text = lines('Email,Orders,Orders', 'a@x.org,1,2', 'b@x.org,many,3');
    expect((await loadText(text)).said).toContain('in line 3:\n      --map 2=skip');
  });
});

describe('a column of which no value fits its field', () => {
  const text = lines('Email,Birthday,City', ...birthdays(297, () => '04/01,Oslo'));

  test('when nobody can be asked, then nothing is sent, and the flags are named', async () => {
    const { loadText, posts, folder } = await account();
    const failure = await failureOf(loadText(text));
    expect(failure).toMatchObject({ code: 'bad_column', exit: 2 });
    expect(failure.message).toContain('Birthday: all 297 values are invalid');
    expect(failure.message).toContain('"04/01" in line 2');
    expect(failure.hint).toContain('--map Birthday=skip');
    expect(failure.hint).toContain('--bad-values Birthday=reject (reject these 297 rows)');
    expect(posts()).toBe(0);
    expect(readdirSync(folder)).toEqual(['people.csv']);
  });

  test('when there are two, then one is named after the other', async () => {
    const { loadText } = await account();
    const both = lines('Email,Birthday,Orders', ...birthdays(3, i => `04/01,${['x', '', 'y'][i]}`));
    expect((await failureOf(loadText(both))).message).toContain('Birthday');
    const skipped = await failureOf(loadText(both, { map: ['Birthday=skip'] }));
    expect(skipped.message).toContain('Orders: all 2 values');
  });

  test.each([
    ['the column is skipped', { map: ['Birthday=skip'] }, 297, 0],
    ['bad values are dropped', { badValues: ['drop'] }, 297, 0],
    ['such rows are to be rejected', { badValues: ['reject'] }, 0, 297],
  ] as const)('when %s, then that is done', async (_what, given, accepted, rejected) => {
    const { loadText } = await account();
    expect((await loadText(text, given)).summary).toMatchObject({ accepted, rejected });
  });

  test('when one value fits, then the others are bad rows', async () => {
    const { loadText } = await account();
    const { summary } = await loadText(`${text}z@x.org,2000-04-01,Oslo\n`);
    expect(summary).toMatchObject({ accepted: 1, rejected: 297 });
  });

  test('when a value fits in a row that is rejected for another column, then the column fits', async () => {
    const { loadText } = await account();
    const rows = ['a@x.org,04/01,1', 'b@x.org,,many', 'c@x.org,,none', 'd@x.org,2000-04-01,'];
    const { summary } = await loadText(lines('Email,Birthday,Orders', ...rows));
    expect(summary).toMatchObject({ accepted: 1, rejected: 3 });
  });
});
