import { join } from 'node:path';
import { testClock } from './clock.ts';
import { lines, prepareFiles } from './every-command.ts';
import { temporaryFolder } from './home.ts';
import { newsletter, type ProgramOptions } from './program.ts';
import { type Responder, service } from './service.ts';

/** The command line of a command that asks the service. */
export const lineOf = (name: string): string[] => [...name.split(' '), ...(lines[name] ?? [])];

/** Runs a line where the files of every command are, against a service that answers so; and says which requests came. */
export async function facing(
  answers: Responder,
  words: readonly string[],
  { cwd = temporaryFolder(), env, ...options }: ProgramOptions = {},
) {
  const { url, seen } = await service(answers);
  prepareFiles(cwd, url);
  const ended = await newsletter(words, {
    cwd,
    // Some commands wait for a state that may never come.
    clock: testClock(),
    ...options,
    env: {
      NEWSLETTER_BASE_URL: url,
      NEWSLETTER_API_KEY: 'key',
      NEWSLETTER_RETRIES: '0',
      NEWSLETTER_CONFIG_DIR: join(cwd, 'settings'),
      ...env,
    },
  });
  return { ...ended, came: seen.map(({ method, url: path }) => `${method} ${path}`) };
}
