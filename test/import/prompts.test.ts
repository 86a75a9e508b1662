import { describe, expect, test } from 'vitest';
import { type Answer, account, down, lines, type Typed } from './account.ts';

/** Imports a file with these answers. */
async function answering(content: string | Buffer, answers: readonly Answer[]) {
  const here = await account();
  here.write('people.csv', content);
  const ended = await here.answering(['people.csv'], answers);
  return { ...ended, people: await here.people(), posts: here.posts() };
}

const yes: Answer = [/Import [\d,]+ subscribers?/, `${down}\r`];

describe('on a terminal', () => {
  const dates = lines(
    'Email,Birthday',
    'a@x.org,1/2/2024',
    'b@x.org,1/2/2024',
    'c@x.org,3/4/2024',
    'd@x.org,',
  );

  test('the answer about ambiguous dates is printed as a flag', async () => {
    const { screen, people } = await answering(dates, [[/how are its dates written\?/, `${down}\r`], yes]);
    expect(screen).toContain('Birthday: how are its dates written? 1/2/2024 (2), 3/4/2024 (1)');
    expect(screen).toContain('1/2/2024 is 1 February 2024: day, month, year');
    expect(screen).toContain('1/2/2024 is 2 January 2024: month, day, year');
    expect(screen).toContain('the same answer as a flag: --date-format Birthday=DMY');
    expect(people.map(one => one.fields.birthday)).toEqual([
      '2024-02-01',
      '2024-02-01',
      '2024-04-03',
      undefined,
    ]);
  });

  test('the answer about ambiguous numbers is printed as a flag', async () => {
    const content = lines('Email;Orders', 'a@x.org;1.234', 'b@x.org;7');
    const { screen, people } = await answering(content, [
      [/how are its numbers written\?/, `${down}${down}\r`],
      yes,
    ]);
    expect(screen).toContain('1.234 is 1.234: "." is the decimal mark');
    expect(screen).toContain('1.234 is 1234: "," is the decimal mark');
    expect(screen).toContain('the same answer as a flag: --decimal-mark Orders=,');
    expect(people.map(one => one.fields.orders)).toEqual([1234, 7]);
  });

  test.each([
    [100, ['b@x.org', 'c@x.org'], true],
    [100, ['p1@x.org', 'c@x.org'], false],
    [99, ['b@x.org', 'c@x.org'], false],
  ])('of an account of %i, %j are said to be none of it: %s', async (size, emails, isSaid) => {
    const here = await account();
    await here.loadText(lines('Email', ...Array.from({ length: size }, (_, i) => `p${i}@x.org`)), {
      wait: true,
    });
    here.write('people.csv', lines('Email', ...emails));
    const { screen } = await here.answering(['people.csv'], [yes]);
    const said =
      'Import 2 subscribers into The Slow Carriage? 0 of 2 are in this account of 100 subscribers.';
    expect(screen.includes(said)).toBe(isSaid);
  });

  test('a column of which no value fits can be skipped', async () => {
    const content = lines('Email,Birthday', 'a@x.org,04/01', 'b@x.org,05/06');
    const { screen, people } = await answering(content, [[/What should be done\?/, `${down}${down}\r`], yes]);
    expect(screen).toContain(
      'Birthday: all 2 values are invalid: not a full date, e.g. "04/01" in line 2. What should be done?',
    );
    expect(screen).toContain('the same answer as a flag: --map Birthday=skip');
    expect(people).toHaveLength(2);
  });

  test('the first answer of a question stops the import', async () => {
    const { status, screen, posts } = await answering(dates, [[/how are its dates written\?/, '\r']]);
    expect(screen).toContain('Nothing was sent.');
    expect(status).not.toBe(0);
    expect(posts).toBe(0);
  });

  test('an unclear encoding is chosen by words of the file', async () => {
    const content = Buffer.from('Email,City\na@x.org,Erd\xf5s\n', 'latin1');
    const { screen, people } = await answering(content, [
      [/people.csv: its encoding is unclear/, `${down}\r`],
      yes,
    ]);
    expect(screen).toContain('Erdõs');
    expect(screen).toContain('Erdős');
    const chosen = /the same answer as a flag: --encoding (\S+)/.exec(screen)?.[1];
    expect(people[0]?.fields.city).toBe(chosen === 'windows-1250' ? 'Erdős' : 'Erdõs');
  });
});

describe('changing where columns go', () => {
  const content = lines('Mail,Town,Shop,Score', 'a@x.org,Oslo,s@y.org,3', 'b@x.org,Rome,t@y.org,4');
  const up = '\x1b[A';
  /** To the first choice, and from there. */
  const place = (n: number) => `${up.repeat(12)}${down.repeat(n)}\r`;
  const change: Answer = [/Import 2 subscribers into /, place(2)];
  const column = (n: number): Answer => [/Which column\?/, place(n)];

  test('changed columns are printed as flags, a new field among them', async () => {
    const { screen, people } = await answering(content, [
      change,
      column(2),
      [/Where does Town go\?/, place(2)],
      column(4),
      // From "ignore it", which is last, to the field before it.
      [/Where does Score go\?/, `${up}\r`],
      [/done: check the file again with 2 changed/, '\r'],
      [/Import 2 subscribers into [^?]+\? 1 custom field will be created/, place(1)],
    ]);
    expect(screen).toContain('--map Town=tags --map Score=new:Score:number');
    // Above the question and in the summary; after the answer only what changed is shown.
    expect([screen.match(/rows in the file/g)?.length, screen.match(/Town +→ +tags/g)?.length]).toEqual([
      2, 1,
    ]);
    expect(people).toEqual([
      { email: 'a@x.org', fields: { score: 3 }, tags: ['Oslo'] },
      { email: 'b@x.org', fields: { score: 4 }, tags: ['Rome'] },
    ]);
  });

  test('birthdays without a year, which the question names, go to a new field of text', async () => {
    const birthdays = 'Email Address,Birthday,LEID,EUID,OPTIN_TIME\na@x.org,03/14,1,a,2021-01-01 00:00:00\n';
    const here = await account();
    here.write('subscribed_members_export_1.csv', birthdays);
    const answers: Answer[] = [
      [/Import 1 subscriber into [^?]+\? Values left out: Birthday 1\./, place(2)],
      column(2),
      [/Where does Birthday go\?[\s\S]*a new custom field "Birthday text"/, `${down.repeat(20)}${up}\r`],
      [/done: check the file again with 1 changed/, '\r'],
      [/Import 1 subscriber into [^?]+\? 1 custom field/, place(1)],
    ];
    await here.answering(['subscribed_members_export_1.csv'], answers);
    expect((await here.people())[0]?.fields).toEqual({ birthday_text: '03/14' });
  });

  test('Enter at every question changes no column', async () => {
    const { screen, people } = await answering(content, [
      change,
      column(1),
      [/Mail is the email address\. To use another column, choose that one[\s\S]*Which column\?/, place(2)],
      [/Where does Town go\?/, '\r'],
      [/done: change nothing/, '\r'],
      [/Import 2 subscribers into /, place(1)],
    ]);
    expect(screen).not.toContain('as a flag');
    expect(people.map(({ email }) => email)).toEqual(['a@x.org', 'b@x.org']);
  });

  test('a new address column replaces the one before', async () => {
    const { screen, people } = await answering(content, [
      change,
      column(3),
      [/Where does Shop go\?/, place(1)],
      [/done: check the file again with 2 changed/, '\r'],
      [/Import 2 subscribers into /, place(1)],
    ]);
    expect(screen).toContain('--map Mail=skip --map Shop=email');
    expect(people.map(({ email }) => email)).toEqual(['s@y.org', 't@y.org']);
  });
});

describe('the flags that answer these questions', () => {
  const text = lines('Email,Birthday,Member since,Orders', 'a@x.org,1/2/2024,1/2/2024,"1,234"');

  test.each<[Typed, unknown]>([
    [{ dateFormat: ['Birthday=DMY', 'Member since=MDY'] }, ['2024-02-01', '2024-01-02', 1234]],
    [{ dateFormat: ['MDY', '2=DD/MM/YYYY'], decimalMark: ['orders=,'] }, ['2024-02-01', '2024-01-02', 1.234]],
    [{ dateFormat: ['DMY'], decimalMark: ['.'] }, ['2024-02-01', '2024-02-01', 1234]],
  ])('with %j, each column is read by its own format', async (given, values) => {
    const { loadText, people } = await account();
    await loadText(text, given);
    const fields = (await people())[0]?.fields;
    expect([fields?.birthday, fields?.member_since, fields?.orders]).toEqual(values);
  });

  test('with an order of dates, a date of another order is rejected', async () => {
    const { loadText } = await account();
    const { rejects } = await loadText(lines('Email,Birthday', 'a@x.org,25/12/2023', 'b@x.org,12/25/2023'), {
      dateFormat: ['DMY'],
    });
    expect(rejects.map(row => row._reason)).toEqual([
      'Birthday: "12/25/2023" is not a date in the format DMY',
    ]);
  });
});
