import { describe, expect, test } from 'vitest';
import { account, lines } from './account.ts';
import { firstPass } from './first-pass.ts';

/** A row for each of these cells below these headers, after an address. */
function table(header: string, ...rows: readonly string[]): string {
  return lines(`Email,${header}`, ...rows.map((cells, n) => `p${n}@x.org,${cells}`));
}

const counts = (all: Readonly<Record<string, number>>) =>
  Object.entries(all).map(([value, count]) => ({ value, count }));

const some = (n: number, cells: string) => Array.from({ length: n }, () => cells);

describe('ignored columns', () => {
  test('ignored columns of two to six values, or of dates and blanks, are shown with their counts', async () => {
    const day = (n: number) =>
      `2024-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`;
    const rows = Array.from({ length: 300 }, (_, n) =>
      [
        n < 200 ? 'none' : 'vegan',
        n % 3 === 0 ? '' : day(n),
        `note ${n}`,
        'all',
        n < 8 ? 'x' : '',
        `v${n % 7}`,
      ].join(),
    );
    const { summary, said } = await firstPass().loadText(
      table('Diet,Leaving,Note,Same,Member,Seven', ...rows),
    );
    expect(said).toContain(
      'not used: Diet (none 200, vegan 100), Leaving (dates 200, empty 100), Member (empty 292, x 8), Note (300 filled, e.g. note 0), Same (300 filled, e.g. all), Seven (300 filled, e.g. v0)',
    );
    expect(summary.ignored).toEqual([
      {
        column: 'Diet',
        values: counts({ none: 200, vegan: 100 }),
      },
      {
        column: 'Leaving',
        values: counts({ dates: 200, '': 100 }),
      },
      {
        column: 'Member',
        values: counts({ '': 292, x: 8 }),
      },
    ]);
    expect(summary.ignored_columns).toEqual(['Diet', 'Leaving', 'Note', 'Same', 'Member', 'Seven']);
  });

  test('the bookkeeping of a known service is named in one line, and a flag keeps a column of it', async () => {
    const text = lines(
      'Email Address,MEMBER_RATING,TIMEZONE,CC,LEID,EUID',
      'a@x.org,2,Europe/Oslo,NO,1,a',
      'b@x.org,3,Europe/Berlin,DE,2,b',
    );
    const { loadText, people } = await account();
    const { said, summary } = await loadText(
      text,
      { map: ['MEMBER_RATING=new:Rating:number'] },
      'subscribed_email_audience_export_1.csv',
    );
    expect(said).toContain("not used: 4 of Mailchimp's own data (TIMEZONE, CC, LEID, EUID)  (--map)");
    expect(summary.ignored_columns).toEqual([]);
    expect((await people()).map(({ fields }) => fields.rating)).toEqual([2, 3]);
  });

  test('dates of an ignored column are all counted, however many differ', async () => {
    const start = Date.UTC(2024, 0, 1);
    const rows = Array.from({ length: 600 }, (_, n) =>
      n % 2 === 0 ? '' : new Date(start + n * 86_400_000).toISOString().slice(0, 10),
    );
    const { said } = await firstPass().loadText(table('Seen', ...rows));
    expect(said).toContain('not used: Seen (dates 300, empty 300)');
  });

  test.each([
    ['--no-status-column', { statusColumn: false as const }],
    ['--include-suppressed', { includeSuppressed: true, allowRejects: true }],
  ])('ignored columns are shown with %s, too', async (_flag, given) => {
    const { said } = await firstPass().loadText(table('Kind', ...some(3, 'a'), ...some(2, 'b')), given);
    expect(said).toContain('not used: Kind (a 3, b 2)');
  });

  test('columns with a target, or skipped on purpose, are not among the ignored ones', async () => {
    const rows = [...some(3, 'a,b'), ...some(2, 'c,d')];
    const { said, summary } = await firstPass().loadText(table('One,Two', ...rows), {
      map: ['One=tags', 'Two=skip'],
    });
    expect(said).not.toContain('not used');
    expect(summary.ignored).toEqual([]);
  });

  test('a second address column is said first, without its addresses', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => `kind ${n % 2},${n % 3 === 0 ? '' : `q${n}@y.org`}`);
    const { said, summary } = await firstPass().loadText(table('Kind,E-mail 2', ...rows));
    expect(said).toContain('not used: E-mail 2 (addresses 200, empty 100), Kind (kind 0 150, kind 1 150)');
    expect(JSON.stringify(summary.ignored)).not.toContain('@');
  });

  test('of more than eight ignored columns, the others are named only', async () => {
    const names = Array.from({ length: 10 }, (_, n) => `Kind ${n}`);
    const rows = ['a', 'b'].map(value => names.map(() => value).join());
    const { said, summary } = await firstPass().loadText(table(names.join(), ...rows));
    expect(said).toContain('Kind 7 (a 1, b 1), Kind 8, Kind 9');
    expect(summary.ignored).toHaveLength(10);
  });

  test('values of an ignored column are counted over all files', async () => {
    const { loadFiles } = await account();
    const { said, summary } = await loadFiles({
      'a.csv': table('Diet', ...some(2, 'none')),
      'b.csv': lines('Email,Diet', 'x@x.org,none', 'y@x.org,vegan'),
    });
    expect(said).toContain('not used: Diet (none 3, vegan 1)');
    expect(summary.ignored).toEqual([
      {
        column: 'Diet',
        values: counts({ none: 3, vegan: 1 }),
      },
    ]);
  });
});
