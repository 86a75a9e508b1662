/** What was answered at a prompt is not asked again. */
import { expect, test } from 'vitest';
import { type Answer, account, down, lines } from './account.ts';

const birthdays = lines('Email,First Name,Birthday', 'a@x.org,Ann,1/2/1990', 'b@x.org,Bob,3/4/1991');
const question = /how are its dates written\?[\s\S]*⏎ select/;

const yes: Answer = [/Import \d subscribers? into /, `${down}\r`];

test.each([
  ['read as day, month', down, { birthday: '1990-02-01' }, '--date-format Birthday=DMY'],
  ['kept as text', down.repeat(3), { birthday_text: '1/2/1990' }, "--map 'Birthday=new:Birthday text:text'"],
])('dates %s in a dry run are so in the import that is printed, unasked', async (_, keys, fields, flags) => {
  const { write, answering, people } = await account();
  write('subscribed.csv', birthdays);
  const words = ['subscribed.csv', '--tag', 'a b', '--map', 'First Name=skip'];
  const dry = await answering([...words, '--dry-run'], [[question, `${keys}\r`]]);
  expect(dry.screen.replace(/\s+/g, ' ')).toContain(
    `Nothing was sent. To import into The Slow Carriage (slow-carriage): newsletter import subscribed.csv --tag 'a b' --map 'First Name=skip' ${flags}`,
  );
  const [flag = '', value = ''] = flags.replaceAll("'", '').split(/ (.*)/);
  const { screen } = await answering([...words, flag, value], [yes]);
  expect(screen).not.toMatch(question);
  expect((await people())[0]?.fields).toEqual(fields);
});

test('dates of two files are asked about once, with one flag', async () => {
  const { write, answering, people } = await account();
  write('a.csv', birthdays);
  write('b.csv', birthdays.replaceAll('@x.org', '@y.org'));
  const { screen } = await answering(['a.csv', 'b.csv'], [[question, `${down}\r`], yes]);
  expect(screen).toMatch(/as a flag: --date-format Birthday=DMY\r?\n/);
  expect(await people()).toHaveLength(4);
});

test('dates of two of three files are asked about once, with the files named', async () => {
  const { write, answering, people } = await account();
  write('a.csv', birthdays);
  write('b.csv', birthdays.replaceAll('@x.org', '@y.org'));
  write('c.csv', lines('Email,Birthday', 'a@z.org,1990-04-01'));
  const answers: Answer[] = [[question, `${down}\r`], yes];
  const { screen } = await answering(['a.csv', 'b.csv', 'c.csv'], answers);
  expect(screen).toMatch(/flags: --date-format a.csv:Birthday=DMY --date-format\s+b.csv:Birthday=DMY/);
  expect(await people()).toHaveLength(5);
});

test.each([
  ['everybody may be emailed', down, 2],
  ['to leave out', down + down, 0],
])('a Mailchimp export under another name is asked about: %s', async (_, keys, imported) => {
  const { write, answering, people } = await account();
  const header = 'Email Address,First Name,BIRTHDAY,MEMBER_RATING,OPTIN_TIME,LEID,EUID';
  const times = ['a', 'b'].map(name => `${name}@x.org,Ann,,2,2021-01-01 00:00:00,1,${name}`);
  write('people.csv', lines(header, ...times));
  const who = /"people.csv" is not its own name[\s\S]*May they be emailed\?[\s\S]*⏎ select/;
  await answering(['people.csv'], [[who, `${keys}\r`], ...(imported > 0 ? [yes] : [])]);
  expect(await people()).toHaveLength(imported);
});

test('a mapping file keeps the answer to reject rows', async () => {
  const bad = (letter: string) =>
    lines('Email,Birthday', ...['spring', 'autumn', ''].map((day, n) => `${letter}${n}@x.org,${day}`));
  const { write, answering } = await account();
  write('people.csv', bad('a'));
  const reject: Answer = [/all 2 values are invalid[\s\S]*⏎ select/, `${down}${down}${down}\r`];
  await answering(['people.csv', '--save-mapping', 'm.json'], [reject, yes]);
  write('people.csv', bad('b'));
  const asked: Answer = [/Import 1 subscriber into |all 2 values are invalid/, `${down}\r`];
  const { screen } = await answering(['people.csv', '--mapping', 'm.json'], [asked]);
  expect(screen).not.toContain('all 2 values are invalid');
});
