/** Runs under a rail that one of the sources of settings sets, and what then arrives at the service. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testClock } from './clock.ts';
import { obliging, prepareFiles } from './every-command.ts';
import { temporaryFolder } from './home.ts';
import { newsletter, type ProgramOptions, start } from './program.ts';
import { service } from './service.ts';

export type Run = Pick<ProgramOptions, 'terminal' | 'stdin'> & {
  readonly env?: Readonly<Record<string, string>>;
};

/** Who sets a level; and something looser elsewhere, which changes nothing. */
const sources: Readonly<
  Record<
    string,
    (level: string, folder: string) => Promise<{ words?: string[]; env?: Record<string, string> }>
  >
> = {
  flag: async level => ({ words: ['--allow', level], env: { NEWSLETTER_ALLOW: 'all' } }),
  environment: async level => ({ words: ['--allow', 'all'], env: { NEWSLETTER_ALLOW: level } }),
  folder: async (level, folder) => {
    writeFileSync(join(folder, '.newsletterrc.json'), JSON.stringify({ allow: level }), { mode: 0o644 });
    return { words: ['--allow', 'all'], env: { NEWSLETTER_ALLOW: 'all' } };
  },
  profile: async (level, folder) => {
    const env = { NEWSLETTER_CONFIG_DIR: join(folder, 'settings') };
    await newsletter(['config', 'set', 'allow', level], { env, cwd: folder });
    return { words: ['--allow', 'all'], env: { NEWSLETTER_ALLOW: 'all' } };
  },
};
export const names = Object.keys(sources);

/** How somebody may try to get through. */
export const ways: readonly Run[] = [
  {},
  { env: { CI: '1' } },
  { terminal: ['stdin', 'stdout', 'stderr'], stdin: 'open' },
];

/** Runs a line; on a terminal, says yes to the first question. */
export async function answered(words: readonly string[], options: ProgramOptions) {
  const running = start(words, options);
  if (options.terminal !== undefined) {
    void running.said(/\(y\/N\)/).then(
      () => running.type('y\r'),
      () => undefined,
    );
  }
  return await running.ended;
}

export async function attempt(words: readonly string[], level: string, source: string, way: Run = {}) {
  const cwd = temporaryFolder();
  const { url, seen } = await service(obliging());
  prepareFiles(cwd, url);
  const set = await sources[source]?.(level, cwd);
  const ended = await answered([...words, ...(set?.words ?? [])], {
    ...way,
    cwd,
    clock: testClock(),
    env: {
      HOME: cwd,
      NEWSLETTER_BASE_URL: url,
      NEWSLETTER_API_KEY: 'key',
      NEWSLETTER_RETRIES: '0',
      NEWSLETTER_CONFIG_DIR: join(cwd, 'settings'),
      ...set?.env,
      ...way.env,
    },
  });
  const sent = seen.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
  return { ...ended, sent: sent.map(({ method, url: at }) => `${method} ${at}`) };
}
