/** An account that is synced by one name, from texts on stdin. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { testClock } from '../support/clock.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter, type ProgramOptions } from '../support/program.ts';
import { world } from './world.ts';

export const three = 'email,city\nann@example.org,Rome\nbob@example.org,Oslo\ncy@example.org,Bonn\n';
export const ten = `email,city\n${Array.from({ length: 10 }, (_, i) => `p${i}@example.org,Rome`).join('\n')}\n`;

export async function shop() {
  const { env, ...account } = await world();
  const home = temporaryFolder();
  const words = ['sync', '--name', 'shop', '--create-fields', '-o', 'json'];
  const run = (line: readonly string[], stdin = '', more: ProgramOptions = {}) =>
    newsletter(line, { home, stdin, clock: testClock(), ...more, env: { ...env, ...more.env } });
  return {
    ...account,
    home,
    run,
    /** Syncs a text, with wide limits. */
    sync: (text: string, ...more: readonly string[]) =>
      run([...words, '-', '--max-changes', '200%', '--max-missing', '50%', ...more], text),
    strict: (text: string, ...more: readonly string[]) => run([...words, '-', ...more], text),
    /** City and tags of everybody. */
    shown: async () =>
      Object.fromEntries(
        [...(await account.people())].map(([email, { values, tags }]) => [
          email,
          [values.city ?? '', ...tags].join(' '),
        ]),
      ),
  };
}

/** What a run printed as JSON. */
export const result = ({ stdout }: { readonly stdout: string }) =>
  JSON.parse(stdout) as Record<string, unknown>;

/** The private files of its syncs. */
export const statesOf = (home: string) => {
  const folder = join(home, 'settings', 'syncs');
  return readdirSync(folder).map(name => join(folder, name));
};
