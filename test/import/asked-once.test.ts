/** What was answered at a prompt is not asked again. */
import { expect, test } from 'vitest';
import { type Answer, account, down, lines } from './account.ts';

const birthdays = lines(
  'Email Address,First Name,BIRTHDAY,MEMBER_RATING,OPTIN_TIME,LEID,EUID',
  'a@x.org,Ann,04/01,2,2021-01-01 00:00:00,1,a',
  'b@x.org,Bob,12/24,2,2021-01-01 00:00:00,2,b',
);
const question = /a date without a year does not fit[\s\S]*⏎ select/;

const yes: Answer = [/Import \d subscribers? into /, `${down}\r`];

test.each([
  ['left out', down, undefined, '--bad-values BIRTHDAY=drop'],
  ['kept as text', down + down, '04/01', "--map 'BIRTHDAY=new:BIRTHDAY (text):text'"],
])(
  'birthdays %s in a dry run are so in the import that is printed, unasked',
  async (_, keys, text, flags) => {
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
    expect((await people())[0]?.fields).toEqual(text === undefined ? {} : { birthday_text: text });
  },
);

test('birthdays of two files are asked about once, with one flag', async () => {
  const { write, answering, people } = await account();
  write('subscribed.csv', birthdays);
  write('subscribed-2.csv', birthdays.replaceAll('@x.org', '@y.org'));
  const { screen } = await answering(['subscribed.csv', 'subscribed-2.csv'], [[question, `${down}\r`], yes]);
  expect(screen).toMatch(/as a flag: --bad-values BIRTHDAY=drop\r?\n/);
  expect(await people()).toHaveLength(4);
});

test('birthdays of two of three files are asked about once, with the files named', async () => {
  const { write, answering, people } = await account();
  write('subscribed.csv', birthdays);
  write('subscribed-2.csv', birthdays.replaceAll('@x.org', '@y.org'));
  write('subscribed-3.csv', birthdays.replaceAll('@x.org', '@z.org').replaceAll(/\d\d\/\d\d/g, '1990-04-01'));
  const answers: Answer[] = [[question, `${down}\r`], yes];
  const { screen } = await answering(['subscribed.csv', 'subscribed-2.csv', 'subscribed-3.csv'], answers);
  expect(screen).toContain('BIRTHDAY: a date without a year');
  expect(screen).toContain('leave out 4 such dates: everybody is imported');
  expect(screen).toMatch(
    /flags: --bad-values subscribed.csv:BIRTHDAY=drop\s+--bad-values\s+subscribed-2.csv:BIRTHDAY=drop/,
  );
  expect(await people()).toHaveLength(6);
});

test.each([
  ['people who may be emailed', down + down, 2],
  ['to leave out', down, 0],
])('a Mailchimp export under another name is asked about: %s', async (_, keys, imported) => {
  const { write, answering, people } = await account();
  write('people.csv', birthdays.replaceAll(/\d\d\/\d\d/g, ''));
  const who = /the name "people.csv" does not say which[\s\S]*Who is in it\?[\s\S]*⏎ select/;
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
