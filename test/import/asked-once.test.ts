/** What was answered at a prompt is not asked again, and people left out earlier are not forgotten. */
import { mkdirSync, readFileSync } from 'node:fs';
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

const earlier =
  '1 person to import was left out by an earlier import (people.csv.left-out.csv): b@x.org (line 2)';
const hint =
  '--suppress people.csv.left-out.csv (leave them out), --suppress none (import them: they came back)';

/** People of another file, one of whom was left out of the first. */
async function later() {
  const here = await account();
  here.write('people.csv', lines('Email,Status', 'a@x.org,active', 'b@x.org,unsubscribed'));
  await here.run(['import', 'people.csv']);
  here.write('fair.csv', lines('Email', 'B@x.org', 'new@x.org'));
  return here;
}

test.each([
  ['import fair.csv --suppress people.csv.left-out.csv', 'an'],
  ['import fair.csv --suppress none', 'Ban'],
  ['sync fair.csv --name fair --suppress none', 'Ban'],
  ['import - --rejects x.csv', 'Ban'],
  ['import people.csv fair.csv', 'an'],
  // A newer version of the same file, and of one whose list has another name.
  ['import people.csv', 'ab'],
  ['import fair.csv --rejects people.csv.rejects.csv', 'Ban'],
])(
  'without a terminal, people left out earlier do not stop %s, and then "%s" are there',
  async (line, sent) => {
    const { run, write, emails, at } = await later();
    const fair = readFileSync(at('fair.csv'), 'utf8');
    if (line === 'import people.csv') write('people.csv', lines('Email,Status', 'b@x.org,active'));
    const { stderr } = await run([...line.split(' '), '--yes'], { stdin: fair });
    expect(stderr).not.toContain('an earlier import (');
    expect((await emails()).map(([letter]) => letter).join('')).toBe(sent);
  },
);

test.each(['import fair.csv --yes', 'import fair.csv --dry-run', 'sync fair.csv --name fair --yes'])(
  'without a terminal, %s stops at people left out earlier, and sends nothing',
  async line => {
    const { run, emails } = await later();
    const ended = await run([...line.split(' '), '--json']);
    expect(ended.status).toBe(2);
    expect(JSON.parse(ended.stderr)).toMatchObject({
      error: { code: 'left_out_earlier', message: earlier, hint },
    });
    expect(await emails()).toEqual(['a@x.org']);
  },
);

test('people left out of several imports are one question, with one answer', async () => {
  const { run, write } = await later();
  write('old.csv', lines('Email,Status', 'b@x.org,unsubscribed', 'new@x.org,unsubscribed'));
  await run(['import', 'old.csv']);
  const { stderr } = await run(['import', 'fair.csv']);
  expect(stderr).toContain(
    '2 people to import were left out by an earlier import (old.csv.left-out.csv, people.csv.left-out.csv): ',
  );
  expect(stderr).toContain('hint: --suppress old.csv.left-out.csv --suppress people.csv.left-out.csv (leave');
});

test('a list that cannot be read is named, and the import of another file goes on', async () => {
  const { run, write, at, emails } = await later();
  write('fair.csv', lines('Email', 'new@x.org'));
  mkdirSync(at('old.left-out.csv'));
  const { stderr } = await run(['import', 'fair.csv']);
  expect(stderr).toContain('cannot read old.left-out.csv: it is a folder; it may list people');
  expect(await emails()).toEqual(['a@x.org', 'new@x.org']);
});

test.each([
  ['\r', 'an', '--suppress people.csv.left-out.csv'],
  [`${down}\r`, 'Ban', '--suppress none'],
])(
  'on a terminal, people left out earlier are asked about, and stay out by default',
  async (keys, sent, flag) => {
    const { answering, emails } = await later();
    const { status, screen } = await answering(
      ['fair.csv'],
      [
        [/b@x\.org \(line 2\)\. What should be done/, keys],
        [/Import \d subscribers?/, `${down}\r`],
      ],
    );
    expect(screen).toContain(`the same answer as a flag: ${flag}`);
    expect(status, screen).toBe(0);
    expect((await emails()).map(([letter]) => letter).join('')).toBe(sent);
  },
);
