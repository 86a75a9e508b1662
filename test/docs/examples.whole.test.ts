/**
 * Every example of the help and of the pages, typed as it stands. Those of a page run in order, in one account; each of the
 * help has an account of its own. What cannot be run here is named, with the reason.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleDraft } from '../../src/cli/examples.ts';
import { decide, shownAddress, signInService } from '../commands/auth/sign-in.ts';
import { unnamedRequests, wordsIn } from '../support/declared.ts';
import { needs, type Program } from '../support/needs.ts';
import { blocksOf, pages, project } from '../support/pages.ts';
import { startProcess } from '../support/process.ts';
import { newsletter, start } from '../support/program.ts';
import { until } from '../support/run.ts';
import { shell } from '../support/shell.ts';
import { tree } from '../support/tree.ts';
import { apiKey, before, type World, world } from './example-world.ts';

/** Lines that are not run here, and why not. */
const notHere: readonly (readonly [RegExp, string])[] = [
  [/^npm (ci|test|run)/, 'for contributors: .ci/run runs them, and test/docs/first-steps.test.ts reads them'],
  [/^build\/newsletter/, 'test/package/standalone.whole.test.ts'],
  [/^(tar -xzf newsletter|~\/\.local|rm -r)/, 'test/package/standalone.whole.test.ts'],
  [/^docker/, 'needs a container engine'],
  [/^parallel|^jq -s/, 'test/docs/scaling.whole.test.ts'],
  [
    /^(PATH=|\. "|log=|query=|newsletter sync - .*--missing status|--rejects "rejects|status=|cat|\[ \$status|rm "|exit)/,
    'test/sync/recipes.whole.test.ts, the script of every night',
  ],
  [
    /^\(?(psql|mysql|sqlite3|curl -fsSL "https:\/\/docs)/,
    'test/sync/recipes.whole.test.ts: needs a database',
  ],
  [/--watch/, 'until Ctrl-C: test/commands/emails/preview.whole.test.ts'],
  [/--port 443|--host 10|…|\/run\/secrets/, 'needs certificates and a secret: test/commands/broker'],
  [/--profile sandbox$/, 'needs the sandbox of the other terminal: test/commands/sandbox.whole.test.ts'],
  [/<run>|<command…>/, 'names no run: the examples of newsletter undo --help do'],
];

/** Examples of the help that end otherwise than with 0, and why. */
const alone: Readonly<Record<string, readonly [number, string]>> = {
  [`newsletter emails send ${exampleDraft}`]: [2, 'it asks'],
  'newsletter profiles remove work': [2, 'it asks'],
  'newsletter undo 3f9c2a1e': [2, 'it asks'],
  'newsletter undo 3f9c2a1e --dry-run': [8, 'a new person stays'],
  'newsletter undo 3f9c2a1e --status unsubscribed': [2, 'it asks'],
  'newsletter sync apply plan.json': [2, 'no plan was saved'],
  'newsletter sync apply plan.json --dry-run': [2, 'no plan was saved'],
  'newsletter agent setup': [2, 'it asks'],
  'newsletter open': [2, 'no address is set'],
  'newsletter open emails': [2, 'no address is set'],
  'newsletter link': [2, 'the sign-in names no account'],
  'newsletter emails lint "Notes for spring"': [8, 'the draft has no body'],
  'newsletter emails push issue.md --check': [8, 'the file has a change'],
  [`newsletter emails pull ${exampleDraft} june.md --markdown issue.md`]: [
    2,
    'the draft is HTML of the editor',
  ],
};

/** The same for lines of the pages. */
const inOrder: typeof alone = {
  'newsletter sync people.csv --name customers --expect-rows 12402': [2, 'the list has other rows'],
  'newsletter subscribers update --from people.csv --field city=Lisbon --unset orders': [
    8,
    'some are unknown',
  ],
};

const isOne = (line: string) => /^newsletter (?!sandbox)[^|;]*$/.test(line);
const isServer = (line: string) => /^newsletter (sandbox(?! exec)|broker)/.test(line);
const isByBrowser = (line: string) => /^newsletter login(?!.*--api-key)/.test(line);
const reasonAgainst = (line: string) => notHere.find(([pattern]) => pattern.test(line))?.[1];

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
    await check(here.typed(await before(shown, here)), here, { shown, status: alone[shown]?.[0] });
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
const asks = / (?:update|rename|merge|remove|send|undo \S+) /;

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
      await check(answered, here, { shown, prefix, status: inOrder[shown]?.[0] });
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
    const unused = notHere.filter(([pattern]) => !shown.some(line => pattern.test(line)));
    expect(unused.map(([pattern]) => String(pattern))).toEqual([]);
    expect(Object.keys({ ...alone, ...inOrder }).filter(line => !shown.includes(line))).toEqual([]);
  });
});
