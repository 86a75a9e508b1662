/** What was answered at a prompt is not asked again. */
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start } from '../support/program.ts';
import { account, lines } from './account.ts';

const down = '\x1b[B';
const birthdays = (letter: string) =>
  lines(
    'Email Address,First Name,BIRTHDAY,MEMBER_RATING,OPTIN_TIME,LEID,EUID',
    `${letter}a@x.org,Ann,04/01,2,2021-01-01 00:00:00,1,a`,
    `${letter}b@x.org,Bob,12/24,2,2021-01-01 00:00:00,2,b`,
  );
const question = /a date without a year does not fit[\s\S]*⏎ select/;

/** The files in a folder that others can read. */
const openIn = (folder: string) =>
  readdirSync(folder).filter(name => (statSync(join(folder, name)).mode & 0o077) !== 0);

async function atTerminal(content: string) {
  const here = await account();
  here.write('people.csv', content);
  const importing = (...words: readonly string[]) =>
    start(['import', 'people.csv', ...words], {
      env: { ...here.env, NEWSLETTER_CONFIG_DIR: here.settings },
      cwd: here.folder,
      terminal: ['stdin', 'stderr', 'stdout'],
      stdin: 'open',
    });
  return { ...here, importing, kept: () => readdirSync(join(here.settings, 'imports')) };
}

test.each([
  ['left out', down, undefined],
  ['kept as text', down + down, '04/01'],
])(
  'when birthdays are %s in a dry run, then the import does the same unasked, once',
  async (_, keys, text) => {
    const { importing, people, kept, write, settings } = await atTerminal(birthdays(''));
    const dry = importing('--dry-run');
    await dry.said(question);
    dry.type(`${keys}\r`);
    await dry.ended;
    expect(kept().filter(name => name.includes('dry-run'))).toHaveLength(1);
    expect(openIn(join(settings, 'imports'))).toEqual([]);
    const real = importing();
    await real.said(/using your answers to the dry run[\s\S]*Import 2 subscribers\?/);
    real.type(`${down}\r`);
    const { stderr } = await real.ended;
    expect(stderr).not.toMatch(question);
    expect((await people())[0]?.fields.birthday_text).toBe(text);
    expect(kept().filter(name => name.includes('dry-run'))).toEqual([]);
    write('people.csv', birthdays('c'));
    const next = importing();
    await next.said(text === undefined ? question : /Import 2 subscribers\?|does not fit/);
    next.type('\x03');
    await next.ended;
  },
);

test('when another file stands in its place, or a flag answers, then the answers to the dry run are not used', async () => {
  const { importing, write } = await atTerminal(birthdays(''));
  const dry = importing('--dry-run');
  await dry.said(question);
  dry.type(`${down}${down}\r`);
  await dry.ended;
  const flagged = await importing('--dry-run', '--map', 'BIRTHDAY=skip').ended;
  expect(flagged.stderr).not.toContain('answers to the dry run');
  write('people.csv', birthdays('').replace('First Name', 'Name'));
  const other = importing('--dry-run');
  await other.said(question);
  other.type('\r');
  expect((await other.ended).stderr).not.toContain('answers to the dry run');
});

test('when the answer is to leave values out, then a mapping file keeps it', async () => {
  const { importing, write } = await atTerminal(birthdays(''));
  const first = importing('--save-mapping', 'm.json');
  await first.said(question);
  first.type(`${down}\r`);
  await first.said(/Import 2 subscribers\?/);
  first.type(`${down}\r`);
  await first.ended;
  write('people.csv', birthdays('c'));
  const next = importing('--mapping', 'm.json');
  await next.said(/Import 2 subscribers\?|does not fit/);
  next.type(`${down}\r`);
  expect((await next.ended).stderr).not.toMatch(question);
});

test('when the answer is to reject rows, then a mapping file keeps it', async () => {
  const bad = (letter: string) =>
    lines('Email,Birthday', ...['spring', 'autumn', ''].map((day, n) => `${letter}${n}@x.org,${day}`));
  const { importing, write } = await atTerminal(bad('a'));
  const first = importing('--save-mapping', 'm.json');
  await first.said(/all 2 values are invalid[\s\S]*⏎ select/);
  first.type(`${down}${down}${down}\r`);
  await first.said(/Import 1 subscriber\?/);
  first.type(`${down}\r`);
  await first.ended;
  write('people.csv', bad('b'));
  const next = importing('--mapping', 'm.json');
  await next.said(/Import 1 subscriber\?|all 2 values are invalid/);
  next.type(`${down}\r`);
  expect((await next.ended).stderr).not.toContain('all 2 values are invalid');
});

test('when kept answers are old, then they are removed', async () => {
  const { write, run, settings } = await account();
  write('people.csv', lines('Email', 'a@x.org', 'broken'));
  await run(['import', 'people.csv']);
  const folder = join(settings, 'imports');
  const kept = () => readdirSync(folder).filter(name => name.endsWith('.answers.json'));
  const [name = ''] = kept();
  expect(openIn(folder)).toEqual([]);
  const age = (days: number) => {
    const then = Date.now() / 1000 - days * 86_400;
    utimesSync(join(folder, name), then, then);
  };
  write('other.csv', lines('Email', 'b@x.org'));
  age(89);
  await run(['import', 'other.csv']);
  expect(kept()).toEqual([name]);
  age(91);
  await run(['import', 'other.csv']);
  expect(kept()).toEqual([]);
});
