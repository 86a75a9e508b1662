/**
 * Programs that some tests need besides Node and npm. Where one is missing, its tests are skipped, and their titles
 * name the package to install; with NEWSLETTER_TEST_ALL=1 they fail instead.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';
import { bundleHash } from '../../.config/standalone/bundle-hash.js';
import { limit } from './load.ts';

/** The Debian package of each. */
const packages = {
  bash: 'bash',
  chromium: 'chromium',
  curl: 'curl',
  'dbus-daemon': 'dbus-daemon',
  'dbus-send': 'dbus-bin',
  fish: 'fish',
  gzip: 'gzip',
  'gnome-keyring-daemon': 'gnome-keyring',
  initdb: 'postgresql',
  jq: 'jq',
  mariadbd: 'mariadb-server',
  mysql: 'mariadb-client',
  postgres: 'postgresql',
  psql: 'postgresql-client',
  parallel: 'parallel',
  script: 'bsdutils',
  tar: 'tar',
  sqlite3: 'sqlite3',
  zsh: 'zsh',
} as const;

export type Program = keyof typeof packages;
/** A device of Linux to which nothing can be written. */
type Need = Program | '/dev/full' | 'standalone';

/** Other names under which a program may be installed. */
const aliases: Partial<Record<Program, readonly string[]>> = {
  chromium: ['chromium-browser', 'google-chrome'],
};

const servers: ReadonlySet<Program> = new Set(['initdb', 'mariadbd', 'postgres']);

/** Where Debian has servers, which are on no PATH. */
function serverFolders(): string[] {
  const postgres = '/usr/lib/postgresql';
  const versions = existsSync(postgres) ? readdirSync(postgres) : [];
  return ['/usr/sbin', ...versions.map(version => join(postgres, version, 'bin'))];
}

/** @returns where a program is; undefined when it is not on the PATH */
export function pathOf(program: Program): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  if (servers.has(program)) folders.push(...serverFolders());
  return [program, ...(aliases[program] ?? [])]
    .flatMap(name => folders.map(folder => join(folder, name)))
    .find(file => isExecutable(file) && isExpected(program, file));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Other systems, and moreutils, have programs of the same name with other options. */
function isExpected(program: Program, file: string): boolean {
  const maker = { script: 'util-linux', parallel: 'GNU' }[String(program)];
  if (maker === undefined) return true;
  return spawnSync(file, ['--version'], { encoding: 'utf8', timeout: limit(5) }).stdout.includes(maker);
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What `npm run standalone` makes. */
export const standalone = join(root, 'build', process.platform === 'win32' ? 'newsletter.exe' : 'newsletter');

/** One of an older bundle says nothing about this one. */
function isStandaloneBuilt(): boolean {
  const made = join(root, 'build', 'bundle.sha256');
  return existsSync(made) && readFileSync(made, 'utf8') === bundleHash(join(root, 'dist'));
}

type Body = () => void | Promise<void>;

/** `describe` and `it` for tests that need programs. @example needs('zsh').it('zsh …', () => {}) */
export function needs(...named: Need[]): {
  describe(title: string, body: () => void): void;
  it(title: string, body: Body, timeout?: number): void;
} {
  const missing = named.flatMap(name => {
    if (name === '/dev/full') return existsSync(name) ? [] : [name];
    if (name === 'standalone') return isStandaloneBuilt() ? [] : ['npm run standalone, after each build'];
    return pathOf(name) === undefined ? [`${name} (package ${packages[name]})`] : [];
  });
  if (missing.length === 0) return { describe, it };
  const why = `needs ${missing.join(', ')}`;
  if (process.env.NEWSLETTER_TEST_ALL === '1') {
    const fails = (title: string) =>
      it(title, () => {
        throw new Error(why);
      });
    return { describe: fails, it: fails };
  }
  return {
    describe: (title, body) => describe.skip(`${title} (skipped: ${why})`, body),
    it: (title, body) => it.skip(`${title} (skipped: ${why})`, body),
  };
}
