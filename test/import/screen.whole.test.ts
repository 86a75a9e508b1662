import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { needs } from '../support/needs.ts';
import { onTerminal } from '../support/pseudo-terminal.ts';
import { account, down, lines } from './account.ts';
import { zipOf } from './files/outside-files.ts';

/** The four files of a Mailchimp export, with the columns that every export has; subscribed people first. */
const audience = join(import.meta.dirname, 'audience-export');
const mailchimp = Object.fromEntries(
  ['subscribed', 'unsubscribed', 'cleaned', 'nonsubscribed'].map(kind => {
    const name = `${kind}_email_audience_export_3f2a9b1c7d.csv`;
    return [name, readFileSync(join(audience, name), 'utf8')];
  }),
);

needs('script').describe('on a screen of 80 columns and 24 lines', () => {
  async function screenOf(files: readonly (readonly [name: string, content: string | Buffer])[], more = '') {
    const { write, settings, folder, env } = await account();
    for (const [name, content] of files) write(name, content);
    const names = files.map(([name]) => name).join(' ');
    const typing = onTerminal(`import ${names} ${more}`, {
      env: { ...env, NEWSLETTER_CONFIG_DIR: settings },
      cwd: folder,
      columns: 80,
      rows: 24,
    });
    return { typing, shown: async () => visible(await typing.shows(/^[\s\S]*⏎ select/)) };
  }

  /** The lines from the first file to the keys of the question. */
  function visible(screen: string): string[] {
    const all = stripVTControlCharacters(screen).replaceAll('\r', '').split('\n');
    return all.slice(all.findIndex(line => line.includes('.csv')));
  }

  test.each([
    ['', 'Import 12 subscribers into The Slow Carriage? 15 rows left out.'],
    ['--create-fields', 'cannot be deleted: Address (text), Company (text).'],
  ])('plan, numbers and question of the four files of Mailchimp fit %s', async (flag, question) => {
    const { typing, shown } = await screenOf([['export.zip', zipOf(mailchimp)]], flag);
    const screen = await shown();
    typing.type('\r');
    await typing.ended;
    expect(screen.length, screen.join('\n')).toBeLessThanOrEqual(24);
    for (const line of screen) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(screen[0]).toBe('subscribed_emai…3f2a9b1c7d.csv: comma-separated, header on line 1');
    const text = screen.join('\n');
    expect(text.match(/\.csv/g)).toHaveLength(2);
    expect(text).toContain('  3 other files: 15 left out (cleaned_email_a…3f2a9b1c7d.csv 5 and 2 more)');
    expect(text).toContain('27  rows in 4 files');
    expect(text).toMatch(/ TAGS +→ +tags/);
    expect(text.replace(/\s+/g, ' ')).toContain(question);
  });

  test('the summary fits, as it does not repeat the details that the question has shown', async () => {
    const [[name = '', text] = [], ...others] = Object.entries(mailchimp);
    const [person = ''] = /,.*/.exec(text?.split('\n')[1] ?? '') ?? [];
    const messy = lines(`${text}bad${person}`, `SUBSCRIBED.0@x.org${person}`, `z@x.org${person},more`);
    const all = Object.fromEntries([[name, messy], ...others]);
    const { typing, shown } = await screenOf([['export.zip', zipOf(all)]]);
    expect((await shown()).join('\n')).toContain('(subscribed_emai…3f2a9b1c7d.csv:15 and line 2)');
    typing.type(`${down}\r`);
    const [said = ''] = /✔ Imported[\s\S]*/.exec(stripVTControlCharacters(await typing.ended)) ?? [];
    expect(said.replaceAll('\r', '').split('\n').slice(0, 9)).toEqual([
      expect.stringContaining('Imported 12 subscribers into The Slow Carriage'),
      '  30  rows in 4 files',
      '   1  duplicate',
      '  15  rows left out',
      '   2  rows to fix',
      '  12  accepted',
      '  12    created',
      '  verified: 12 of 12 read back, all as sent',
      '15 rows left out are listed in export.zip.left-out.csv (nothing to do)',
    ]);
  });

  test('each column that is not used is named, and values are shown as far as there is room', async () => {
    const days = Array.from({ length: 4 }, (_, n) => `Day ${n} of November`);
    const rows = [...days, ...days].map((day, n) => `p${n}@x.org,${day},${n % 2 ? 'no' : 'x'},${n},N${n}`);
    const { typing, shown } = await screenOf([['a.csv', lines('Email,Day,Remark,No,Called', ...rows)]]);
    const text = (await shown()).join('\n').replace(/\s+/g, ' ');
    typing.type('\r');
    await typing.ended;
    expect(text).toMatch(/not used: Day \(.*\), Remark \(no 4, x 4\), No, Called \(--map/);
  });

  test('the question about files of 30 layouts fits', async () => {
    const files = Array.from({ length: 30 }, (_, n) => {
      const columns = Array.from({ length: 6 }, (_, i) => `extra ${n} ${i}`);
      const cells = columns.map((_, i) => `cell ${i}`);
      return [`${n}.csv`, lines(['Email', ...columns].join(), [`a${n}@x.org`, ...cells].join())] as const;
    });
    const { typing, shown } = await screenOf(files);
    const screen = await shown();
    typing.type('\r');
    await typing.ended;
    expect(screen.length, screen.join('\n')).toBeLessThanOrEqual(24);
    expect(screen.join('\n')).toMatch(/and \d+ more files in other layouts/);
    expect(screen.join('\n')).toContain('and 23 more files: 23 subscribers');
  });

  test('the menu names a column of several files once, and changes it in all', async () => {
    const { typing } = await screenOf([
      ['a.csv', lines('Email,Town', 'a@x.org,Oslo')],
      ['b.csv', lines('e-mail,town,Shop', 'b@x.org,Rome,x@shop.org')],
    ]);
    await typing.shows(/Import 2 subscribers into /);
    typing.type(`${down}${down}\r`);
    const menu = stripVTControlCharacters(await typing.showsNext(/Which column\?[\s\S]*⏎ select/));
    expect(menu.match(/town/gi)).toHaveLength(1);
    expect(menu.match(/e-?mail/gi)).toHaveLength(2);
    expect(menu).not.toContain('.csv');
    typing.type(`${down}${down}\r`);
    await typing.showsNext(/Where does Town go\?/);
    typing.type(`${'\x1b[A'.repeat(12)}${down.repeat(2)}\r`);
    await typing.showsNext(/1 changed/);
    typing.type('\r');
    await typing.showsNext(/Import 2 subscribers into /);
    typing.type('\r');
    expect(await typing.ended).toMatch(/as a flag: --map Town=tags\r?\n/);
  });
});

describe('what is said of several files', () => {
  const bad = (one: string) => lines('Email,Birthday', `${one}@x.org,2024-05-06`, `x.${one}@x.org,soon`);

  test('files that are read alike are one block', async () => {
    const { loadFiles } = await account();
    const { said } = await loadFiles({
      'a.csv': lines('Email,First name,Shoe', 'a@x.org,Ann,40'),
      'b.csv': lines('Email,First name,Shoe', 'b@x.org,Bo,41'),
      'c.csv': lines('Email,First name,Shoe', 'c@x.org,Cy,42'),
      'd.csv': lines('Email;Shoe', 'd@x.org;41'),
    });
    expect(said.match(/→ {2}email/g)).toHaveLength(2);
    expect(said).toContain('a.csv, b.csv, c.csv: comma-separated, header on line 1\n');
    expect(said).toContain('d.csv: semicolon-separated, header on line 1\n');
  });

  test('files that differ in delimiter and header line only are one block', async () => {
    const { loadFiles } = await account();
    const { said } = await loadFiles({
      'a.csv': lines('Email,Shoe', 'a@x.org,40'),
      'b.csv': lines('', 'Email;Shoe', 'b@x.org;41'),
    });
    expect(said).toContain('a.csv, b.csv\n');
  });

  test('files without people to import are each shown if there are no others', async () => {
    const { loadFiles } = await account();
    const { said } = await loadFiles({
      'unsubscribed_members_export_1.csv': lines('Email Address', '0@x.org'),
      'cleaned_members_export_1.csv': lines('Email Address', '1@x.org'),
    });
    expect(said).toContain('unsubscribed_me…s_export_1.csv: 1 left out');
    expect(said).toContain('cleaned_members_export_1.csv: 1 left out');
    expect(said).not.toContain('people who left');
  });

  test('files without a good row, or without rows, have one line', async () => {
    const { loadFiles } = await account();
    const { said } = await loadFiles({
      'a.csv': lines('Email', 'a@x.org'),
      'b.csv': lines('Email', 'b at x.org', 'c at x.org'),
      'c.csv': lines('Email'),
    });
    expect(said).toContain('  2 other files: 2 to fix (b.csv 2, c.csv 0)\n');
  });

  test('a reason about the same column of all files is one, with one flag', async () => {
    const { loadFiles, isThere } = await account();
    const { said } = await loadFiles({ 'a.csv': bad('a'), 'b.csv': bad('b') });
    expect(said.match(/Birthday: /g)).toHaveLength(1);
    expect(said).toContain('(2 rows), e.g. "soon" in a.csv:3: --map Birthday=skip, ');
    expect(isThere('a.csv.rejects.csv')).toBe(true);
  });

  test('a reason about a column of some files only has a flag for each of these', async () => {
    const { loadFiles } = await account();
    const good = lines('Email,Birthday', 'c@x.org,2024-05-06');
    const { said } = await loadFiles({ 'a.csv': bad('a'), 'b.csv': bad('b'), 'c.csv': good });
    expect(said.match(/--map \S+=skip/g)).toEqual(['--map a.csv:Birthday=skip', '--map b.csv:Birthday=skip']);
  });

  test('long names of files are cut in the middle, unless that makes them the same', async () => {
    const { loadFiles } = await account();
    const [first, second] = ['january', 'october'].map(
      month => `people_of_the_list_from_${month}_of_the_year_2024.csv`,
    );
    const names = [first, second, 'the_customers_of_the_shop_in_the_high_street.csv'];
    const files = names.map((name, n) => [name, lines('Email', `${n}@x.org`, 'bad')]);
    const { said } = await loadFiles(Object.fromEntries(files));
    expect(said).toContain('the_customers_o…igh_street.csv: 1 subscriber, 1 to fix\n');
    expect(said).toContain(`${first}: 1 subscriber`);
    expect(said).toContain(`${second}: 1 subscriber`);
  });
});
