/** A sync at which somebody sits: the question, and Ctrl-C at each stage. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testClock } from '../support/clock.ts';
import { temporaryFolder } from '../support/home.ts';
import { needs } from '../support/needs.ts';
import { startProcess } from '../support/process.ts';
import { newsletter } from '../support/program.ts';
import { onTerminal } from '../support/pseudo-terminal.ts';
import { world } from './world.ts';

const names = ['ann', 'bob', 'cy', 'dan'];
const csv = (city: string) =>
  ['email,city', ...names.map(name => `${name}@example.org,${city}`), ''].join('\n');

/** An account with four people whom the sync has brought, and a file that gives them all another city. */
async function shop() {
  const { env, ...account } = await world();
  const home = temporaryFolder();
  const file = join(home, 'people.csv');
  const limits = ['--max-changes', '100%'];
  const sync = (more: readonly string[] = []) =>
    newsletter(['sync', file, '--name', 'shop', '-o', 'json', ...limits, ...more], {
      home,
      env,
      clock: testClock(),
    });
  writeFileSync(file, csv('Rome'));
  await sync(['--create-fields']);
  // A value that is cleared goes by PATCH, one request for each person.
  writeFileSync(file, csv(''));
  account.fates(() => 'answered');
  const words = [
    'sync',
    file,
    '--name',
    'shop',
    '--map',
    'city=fields.city',
    '--concurrency',
    '1',
    ...limits,
  ];
  return {
    ...account,
    sync,
    cities: async () => [...(await account.people())].map(([, { values }]) => values.city ?? ''),
    start: () => startProcess(words, { home, env }),
    open: () => onTerminal(words.join(' '), { env, home }),
  };
}

const rome = names.map(() => 'Rome');
const none = names.map(() => '');

needs('script').describe('the question', () => {
  it.each([
    ['yes', 'y\r', 'sync shop: 0 created, 4 updated', 0, none],
    ['no', '\r', 'nothing was changed', 5, rome],
    ['Ctrl-C', '\x03', '', 130, rome],
  ] as const)(
    'when the question is answered by %s, then that is done',
    async (_, keys, said, status, after) => {
      const { open, cities, writes, sync } = await shop();
      const terminal = open();
      expect(await terminal.shows(/[^\n]*Change 4 subscribers\?/)).toBeTruthy();
      expect(writes()).toEqual([]);
      terminal.type(keys);
      const screen = await terminal.ended;
      expect(screen).toMatch(new RegExp(`${said}[\\s\\S]*exit ${status}\\r?\\n$`));
      expect(await cities()).toEqual(after);
      // Nothing is locked or left behind.
      expect((await sync(['--map', 'city=fields.city'])).status).toBe(0);
      expect(await cities()).toEqual(none);
    },
  );
});

it('when Ctrl-C is pressed while the account is read, then nothing is changed, and nothing is to be sent again', async () => {
  const { start, fates, writes, cities } = await shop();
  const running = start();
  let count = 0;
  fates(() => {
    if (++count === 2) running.signal('SIGINT');
    return 'answered';
  });
  const ended = await running.ended;
  expect(ended.status).toBe(130);
  expect(ended.stderr).not.toContain('again');
  expect(writes()).toEqual([]);
  expect(await cities()).toEqual(rome);
});
