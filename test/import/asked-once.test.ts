/** What was answered at a prompt is not asked again. */
import { expect, test } from 'vitest';
import { account, lines } from './account.ts';

const down = '\x1b[B';
const birthdays = lines(
  'Email Address,First Name,BIRTHDAY,MEMBER_RATING,OPTIN_TIME,LEID,EUID',
  'a@x.org,Ann,04/01,2,2021-01-01 00:00:00,1,a',
  'b@x.org,Bob,12/24,2,2021-01-01 00:00:00,2,b',
);
const question = /a date without a year does not fit[\s\S]*⏎ select/;

async function atTerminalWith(content: string) {
  const here = await account();
  here.write('people.csv', content);
  const importing = (...words: readonly string[]) => here.atTerminal(['import', 'people.csv', ...words]);
  return { ...here, importing };
}

test.each([
  ['left out', down, undefined, '--bad-values BIRTHDAY=drop'],
  ['kept as text', down + down, '04/01', "--map 'BIRTHDAY=new:BIRTHDAY (text):text'"],
])(
  'birthdays %s in a dry run are so in the import that is printed, unasked',
  async (_, keys, text, flags) => {
    const { importing, people } = await atTerminalWith(birthdays);
    const typed = ['--tag', 'a b', '--map', 'First Name=skip'];
    const dry = importing('--dry-run', ...typed);
    await dry.said(question);
    dry.type(`${keys}\r`);
    const { stderr: said } = await dry.ended;
    expect(said.replace(/\s+/g, ' ')).toContain(
      `Nothing was sent. To import into The Slow Carriage (slow-carriage): newsletter import people.csv --tag 'a b' --map 'First Name=skip' ${flags}`,
    );
    const [flag = '', value = ''] = flags.replaceAll("'", '').split(/ (.*)/);
    const real = importing(...typed, flag, value);
    await real.said(/Import 2 subscribers into /);
    real.type(`${down}\r`);
    const { stderr } = await real.ended;
    expect(stderr).not.toMatch(question);
    expect((await people())[0]?.fields).toEqual(text === undefined ? {} : { birthday_text: text });
  },
);

test('birthdays of two files are asked about once, with one flag', async () => {
  const { atTerminal, write, people } = await atTerminalWith(birthdays);
  write('more.csv', birthdays.replaceAll('@x.org', '@y.org'));
  const running = atTerminal(['import', 'people.csv', 'more.csv']);
  await running.said(question);
  running.type(`${down}\r`);
  await running.said(/Import 4 subscribers into /);
  running.type(`${down}\r`);
  const { stderr } = await running.ended;
  expect(stderr).toMatch(/as a flag: --bad-values BIRTHDAY=drop\r?\n/);
  expect(await people()).toHaveLength(4);
});

test('a mapping file keeps the answer to reject rows', async () => {
  const bad = (letter: string) =>
    lines('Email,Birthday', ...['spring', 'autumn', ''].map((day, n) => `${letter}${n}@x.org,${day}`));
  const { importing, write } = await atTerminalWith(bad('a'));
  const first = importing('--save-mapping', 'm.json');
  await first.said(/all 2 values are invalid[\s\S]*⏎ select/);
  first.type(`${down}${down}${down}\r`);
  await first.said(/Import 1 subscriber into /);
  first.type(`${down}\r`);
  await first.ended;
  write('people.csv', bad('b'));
  const next = importing('--mapping', 'm.json');
  await next.said(/Import 1 subscriber into |all 2 values are invalid/);
  next.type(`${down}\r`);
  expect((await next.ended).stderr).not.toContain('all 2 values are invalid');
});
