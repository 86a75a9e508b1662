import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { argumentName } from '../../src/cli/command.ts';
import { account } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { needs } from '../support/needs.ts';
import { newsletterProcess, program } from '../support/process.ts';
import { newsletter } from '../support/program.ts';
import { onTerminal } from '../support/pseudo-terminal.ts';
import { commands } from '../support/tree.ts';

const anId = '3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f';

/** Servers run until they are stopped; that is no waiting for an answer. */
const servers = ['sandbox', 'broker'];

/** A line for every command, with what its arguments must be given. */
const lines = commands
  .filter(({ name }) => ![...servers, 'sandbox exec'].includes(name))
  .map(({ name, spec }) => {
    const given = spec.arguments.filter(argument => argument.name.startsWith('<')).map(argumentName);
    return [
      name,
      ...given.map(each => (each === 'file' ? 'people.csv' : each === 'command' ? 'groups' : anId)),
    ].join(' ');
  });

/** Lines whose answer or text would come from whoever sits at the terminal. */
const waiting = [
  'login --api-key',
  'login --client-secret-stdin',
  'import -',
  'tags create --data -',
  `emails update ${anId} --body-html -`,
  'import people.csv --include-suppressed',
  'profiles remove default',
  'sandbox exec -- true',
];

/** A folder with a list that cannot be imported without a question. */
function prepared(): string {
  const folder = temporaryFolder();
  const people = 'email,status\nann@example.org,unsubscribed\nbob@example.org,active\n';
  writeFileSync(join(folder, 'people.csv'), people);
  return folder;
}

describe('where CI is set, at a terminal', () => {
  // One account for all of them: that they end is all that matters.
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    const made = await account({}, afterAll);
    env = { ...made.env, CI: 'true', NEWSLETTER_AUTH_URL: 'http://127.0.0.1:1' };
  });

  it.each(lines)('when %s is typed, then it ends by itself', async line => {
    const terminal = ['stdin', 'stdout', 'stderr'] as const;
    const options = { env, cwd: prepared(), terminal, stdin: 'open', built: true } as const;
    const { status } = await newsletter(line.split(' '), options);
    expect(status).toEqual(expect.any(Number));
  });

  needs('script').describe('that is a real one', () => {
    it.each(waiting)('when %s is typed, then it ends by itself', async line => {
      expect(await onTerminal(line, { env, cwd: prepared() }).ended).toMatch(/exit \d+\n$/);
    });
  });
});

describe('in CI', () => {
  /** Hosts and ports that a line connects to, and names that it looks up. */
  async function contacts(line: string, env: Readonly<Record<string, string>>): Promise<string[]> {
    const folder = temporaryFolder();
    const watch = join(folder, 'watch.cjs');
    const log = join(folder, 'log');
    writeFileSync(log, '');
    writeFileSync(join(folder, 'people.csv'), 'email\nann@example.org\n');
    writeFileSync(
      watch,
      `const { Socket } = require('node:net');
       const { appendFileSync } = require('node:fs');
       const dns = require('node:dns');
       const { connect } = Socket.prototype;
       Socket.prototype.connect = function (...words) {
         const { host, port, path } = [words[0]].flat()[0] ?? {};
         appendFileSync(${JSON.stringify(log)}, (path ?? host + ':' + port) + '\\n');
         return connect.apply(this, words);
       };
       const { lookup } = dns;
       dns.lookup = (name, ...rest) => {
         appendFileSync(${JSON.stringify(log)}, 'lookup ' + name + '\\n');
         return lookup(name, ...rest);
       };`,
    );
    await newsletterProcess(line.split(' '), {
      env: { CI: 'true', ...env },
      cwd: folder,
      command: [process.execPath, '--require', watch, program],
    });
    return [...new Set(readFileSync(log, 'utf8').split('\n').filter(Boolean))];
  }

  it.each(['import people.csv', 'subscribers list --all', 'tags create --name A', 'whoami', 'emails stats'])(
    '%s connects to the service alone',
    async line => {
      const { env } = await account();
      expect(await contacts(line, env)).toEqual([new URL(env.NEWSLETTER_BASE_URL).host]);
    },
  );

  it.each([
    '--help',
    '--version',
    'help formats',
    'commands --json',
    'config list',
    'profiles list',
    'login',
  ])('%s connects to nobody', async line => {
    const { env } = await account();
    expect(await contacts(line, env)).toEqual([]);
  });
});
