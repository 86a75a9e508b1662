/**
 * Every example of the help and of the pages, typed as it stands. Those of a page run in order, in one account; each of the
 * help has an account of its own. What cannot be run here is named, with the reason.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseEmailFile } from '../../src/emails/files/email-file.ts';
import { decide, shownAddress, signInService } from '../commands/auth/sign-in.ts';
import { unnamedRequests, wordsIn } from '../support/declared.ts';
import { temporaryFolder } from '../support/home.ts';
import { needs, type Program } from '../support/needs.ts';
import { blocksOf, pages, project } from '../support/pages.ts';
import { startProcess } from '../support/process.ts';
import { newsletter, start } from '../support/program.ts';
import { until } from '../support/run.ts';
import { shell } from '../support/shell.ts';
import { tree } from '../support/tree.ts';
import { apiKey, before, type World, world } from './example-world.ts';

interface Exception {
  readonly status: number;
  readonly why: string;
}
type Exceptions = Readonly<Record<string, Exception>>;

const {
  not_here: notHere,
  help,
  pages: inOrder,
} = parse(readFileSync(join(import.meta.dirname, 'examples.yaml'), 'utf8')) as {
  readonly not_here: Readonly<Record<string, string>>;
  readonly help: Exceptions;
  readonly pages: Exceptions;
};

const isOne = (line: string) => /^newsletter (?!sandbox)[^|;]*$/.test(line);
const isServer = (line: string) => /^newsletter (sandbox(?! exec)|broker)/.test(line);
const isByBrowser = (line: string) => /^newsletter login(?!.*--api-key)/.test(line);
const reasonAgainst = (line: string) =>
  Object.entries(notHere).find(([, pattern]) => new RegExp(pattern).test(line))?.[0];

/** The words of a line that is one run of the program, and of which a shell would make nothing else. */
function wordsOf(line: string): readonly string[] | undefined {
  if (!isOne(line) || /[<>$`\\*?&~]/.test(line)) return undefined;
  return wordsIn(line).slice(1);
}

async function asServer(line: string, { home: cwd }: World): Promise<void> {
  const words = [...(wordsOf(line) ?? line.split(' ').slice(1)), '--port', '0'];
  const env = {
    NEWSLETTER_AUTH_URL: 'https://app.example.com',
    NEWSLETTER_CLIENT_ID: 'app',
    NEWSLETTER_CLIENT_SECRET: 'secret',
  };
  const { ended, stderr, signal } = startProcess(words, { cwd, env });
  await until(() => /To stop it, press Ctrl-C\.|on each device:/.test(stderr()));
  signal('SIGINT');
  expect((await ended).status).toBe(0);
}

async function byBrowser(line: string): Promise<void> {
  const { folder, env, secret } = await signInService();
  const words = line.split(' ').slice(1);
  const args = words.map(word => (/^https:/.test(word) ? env.NEWSLETTER_BASE_URL : word));
  const login = start(args, { home: folder, env: { ...env, ...secret }, stdin: 'open' });
  await fetch(await decide(await shownAddress(login)));
  expect((await login.ended).status).toBe(0);
}

interface How {
  /** The line as it stands on the page or in the help. */
  readonly shown: string;
  /** What stands before it in its shell. */
  readonly prefix?: string;
  /** Default: 0. */
  readonly status?: number | undefined;
}

/** Types a line, and compares how it ends with what is expected. */
async function check(line: string, here: World, { shown, prefix = '', status = 0 }: How): Promise<void> {
  if (isServer(line)) return await asServer(line, here);
  if (isByBrowser(line)) return await byBrowser(shown);
  const { home, baseUrl } = here;
  // With two profiles, what reaches many people wants the account named.
  const env = {
    NEWSLETTER_BASE_URL: baseUrl,
    NEWSLETTER_PROFILE: 'default',
    ...(isOne(line) ? { NEWSLETTER_DEBUG: '1' } : {}),
  };
  const options = { home, cwd: home, env, stdin: apiKey };
  const words = prefix === '' ? wordsOf(line) : undefined;
  const ended = await (words === undefined
    ? shell(prefix + line, options)
    : newsletter(words, { ...options, built: true }));
  expect(ended.status, `${line}\n${ended.stdout}${ended.stderr}`).toBe(status);
  if (isOne(line)) expect(unnamedRequests(line.split(' ').slice(1), ended.stderr), line).toEqual([]);
}

/** What lines need besides this program and the basic ones. */
const programsOf = (lines: readonly string[]): Program[] => [
  'bash',
  ...(['curl', 'jq'] as const).filter(name => lines.some(line => line.includes(`${name} `))),
];

const examples = [...new Set(tree.flatMap(({ spec }) => spec.examples.map(([, line]) => line)))];

describe('the examples of the help texts', () => {
  async function tryAlone(shown: string): Promise<void> {
    const here = await world();
    await check(here.typed(await before(shown, here)), here, { shown, status: help[shown]?.status });
  }

  const inShell = (line: string) => wordsOf(line) === undefined && !isServer(line) && !isByBrowser(line);
  const all = examples.filter(line => reasonAgainst(line) === undefined);
  it.each(all.filter(line => !inShell(line)))('when typed: %s', tryAlone);
  for (const line of all.filter(inShell)) {
    needs(...programsOf([line])).it(`when typed into a shell: ${line}`, () => tryAlone(line));
  }
});

/** Stands before npm: installs where the test says, without the network; what takes minutes is tested elsewhere. */
const npm = `#!/bin/sh
PATH=\${PATH#"$HOME/bin:"}
case $1 in
  install) exec npm "$@" --offline --no-audit --no-fund ;;
  pack) printf '%s/' "$HOME"; exec npm "$@" --ignore-scripts --pack-destination "$HOME" ;;
esac
`;
const npmFirst = `mkdir -p bin global; printf '%s' '${npm.replaceAll("'", `'\\''`)}' > bin/npm; chmod +x bin/npm
export PATH="$HOME/bin:$HOME/global/bin:$PATH" npm_config_prefix="$HOME/global"
`;

/** The lines of a page, without comments; a line that ends in a backslash goes on in the next. */
const linesOf = (block: string) =>
  block
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map(line => line.replace(/\s+# .*$/, '').trim())
    .filter(line => line !== '');

/** Lines that ask on a terminal are answered. */
// Without a run, undo lists.
const asks = / (?:update|rename|merge|remove|send|undo \S+|push .* --send) /;

const stories = pages
  .map(page => ({ name: page.name, lines: blocksOf(page, 'sh').flatMap(linesOf) }))
  .filter(({ lines }) => lines.length > 0);

async function follow(name: string, lines: readonly string[]): Promise<World> {
  const here = await world();
  let prefix = name === 'README.md' ? npmFirst : '';
  for (const shown of lines) {
    const line = here.typed(shown);
    const isInstall = line.startsWith('npm install');
    if (!isInstall && reasonAgainst(shown) !== undefined) continue;
    if (line.startsWith('export ')) prefix += `${line}\n`;
    else if (isInstall) await check(line, here, { shown, prefix: `${prefix}cd '${project}'\n` });
    else {
      const answered = asks.test(`${line} `) ? `${line} --yes` : line;
      await check(answered, here, { shown, prefix, status: inOrder[shown]?.status });
    }
  }
  return here;
}

describe('the examples of the pages', () => {
  for (const { name, lines } of stories) {
    const title = `when those of ${name} are typed in order, then each does what it should`;
    needs(...programsOf(lines.filter(line => reasonAgainst(line) === undefined))).it(
      title,
      async () => {
        const { all, home } = await follow(name, lines);
        if (name !== 'README.md') return;
        const people = (await all('/v1/subscribers')).map(({ email }) => email);
        const there = ['ann@example.org', 'new@harbour.org', 'cy@example.org', 'di@example.org'];
        expect(people).toEqual(expect.arrayContaining(there));
        expect(people).not.toContain('ed@example.org');
        expect(people).not.toContain('gone@example.org');
        expect((await all('/v1/fields')).map(({ name: field }) => field)).toContain('Shoe');
        expect(readdirSync(home)).toEqual(expect.arrayContaining(['subscribers.ndjson', 'summary.json']));
        expect(readdirSync(join(home, 'global', 'bin'))).toContain('newsletter');
      },
      300_000,
    );
  }

  it('when a line is not run, then there is one for its reason, and when a status is expected, then there is its line', () => {
    const shown = [...examples, ...stories.flatMap(({ lines }) => lines)];
    const patterns = Object.values(notHere).map(pattern => new RegExp(pattern));
    const unused = patterns.filter(pattern => !shown.some(line => pattern.test(line)));
    expect(unused).toEqual([]);
    expect(Object.keys({ ...help, ...inOrder }).filter(line => !shown.includes(line))).toEqual([]);
  });
});

needs('bash').it('the file of a test send has a subject of its own, also where that is in quotes', () => {
  const line = /^sed .*> test\.md$/m.exec(readFileSync('docs/emails.md', 'utf8'))?.[0] ?? '';
  const cwd = temporaryFolder();
  for (const subject of ['Bridges', '"The Slow Carriage #42: bridges"']) {
    writeFileSync(join(cwd, 'issue.md'), `---\nsubject: ${subject}\ngroup: Everyone\n---\n`);
    execFileSync('bash', ['-c', line], { cwd });
    const { front } = parseEmailFile(readFileSync(join(cwd, 'test.md'), 'utf8'), 'test.md');
    expect(front).toMatchObject({ subject: `Test ${subject.replaceAll('"', '')}`, group: 'Testers' });
  }
});
