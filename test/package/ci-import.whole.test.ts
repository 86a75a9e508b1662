/** The GitHub action and the GitLab component: their steps are run as the runners run them. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateAction } from '@action-validator/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { summaryCounts } from '../../src/import/summary-fields.ts';
import { account, lines } from '../import/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { limit } from '../support/load.ts';
import { needs } from '../support/needs.ts';
import { startProcess } from '../support/process.ts';

type Texts = Readonly<Record<string, string>>;
interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Texts;
  readonly with?: Texts;
}

const text = readFileSync('action.yml', 'utf8');
const action = parse(text) as {
  inputs: Record<string, { default?: string; required?: boolean }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: Step[] };
};
const template = readFileSync('templates/import.yml', 'utf8');

let packed = '';
let checksum = '';

beforeAll(() => {
  const folder = temporaryFolder(afterAll);
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8', timeout: limit(60) });
  expect(status, stderr).toBe(0);
  const [name = ''] = readdirSync(folder);
  packed = join(folder, name);
  checksum = createHash('sha256').update(readFileSync(packed)).digest('hex');
});

const list = lines(
  'Email,City,::error::header',
  'a@x.org,Oslo,1',
  'secret person at x.org,Rome,2',
  'b@x.org,Rome,3',
);

/** An account, and a workspace with a list. */
async function workspace() {
  const target = await account();
  target.write('people.csv', list);
  mkdirSync(target.at('temp'));
  const inputs = {
    file: 'people.csv',
    'base-url': target.sandbox.baseUrl,
    'api-key': target.sandbox.apiKey,
    'expect-account': '',
    arguments: '',
    package: packed,
    checksum,
  };
  return { ...target, inputs };
}

async function bash(script: string, folder: string, env: Texts, shell: readonly string[]) {
  const path = join(folder, 'temp', 'step.sh');
  writeFileSync(path, script);
  return await startProcess([...shell, path], { command: ['bash'], cwd: folder, env }).ended;
}

/** Runs the steps of the action as a runner does: expressions are replaced in `env` alone. */
async function runAction(folder: string, given: Texts) {
  const steps: Record<string, Record<string, string>> = {};
  const summary = join(folder, 'temp', 'summary.md');
  let log = '';
  let status: number | null = 0;
  const value = (expression: string) =>
    expression.replace(/\$\{\{ (\w+)\.([\w-]+)(?:\.outputs\.([\w-]+))? \}\}/g, (_, context, name, output) =>
      context === 'inputs'
        ? (given[name] ?? action.inputs[name]?.default ?? '')
        : (steps[name]?.[output] ?? ''),
    );
  for (const { id = '', run, env = {} } of action.runs.steps) {
    if (run === undefined || status !== 0) continue;
    const output = join(folder, 'temp', `output-${id}`);
    writeFileSync(output, '');
    const own = Object.fromEntries(Object.entries(env).map(([name, one]) => [name, value(one)]));
    const runner = {
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_WORKSPACE: folder,
      RUNNER_TEMP: join(folder, 'temp'),
      PATH: process.env.PATH ?? '',
    };
    const shell = ['--noprofile', '--norc', '-e', '-o', 'pipefail'];
    const ended = await bash(run, folder, { ...runner, ...own }, shell);
    log += ended.stdout + ended.stderr;
    status = ended.status;
    steps[id] = outputsOf(readFileSync(output, 'utf8'));
  }
  const outputs = Object.fromEntries(
    Object.entries(action.outputs).map(([name, one]) => [name, value(one.value)]),
  );
  return { status, log, outputs, summary: existsSync(summary) ? readFileSync(summary, 'utf8') : '' };
}

/** As the runner reads GITHUB_OUTPUT: `name=value`, or `name<<end`, lines, `end`. */
function outputsOf(file: string): Record<string, string> {
  const found: Record<string, string> = {};
  const all = file.split('\n');
  for (let i = 0; i < all.length; i++) {
    const line = all[i] ?? '';
    const [, name, end] = /^([\w-]+)<<(.+)$/.exec(line) ?? [];
    if (name !== undefined && end !== undefined) {
      const to = all.indexOf(end, i);
      found[name] = all.slice(i + 1, to).join('\n');
      i = to;
    } else if (line.includes('='))
      found[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1);
  }
  return found;
}

test('when the action is held to the schema of GitHub, then it is valid, and no input reaches a shell as text', () => {
  expect(validateAction(text).errors).toEqual([]);
  expect(validateAction(text.replace('using: composite', 'using: compost')).errors).not.toEqual([]);
  for (const { run = '', uses } of action.runs.steps) {
    expect(run).not.toContain('${{');
    // Others' actions are pinned by commit.
    if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/);
  }
  const [job] = Object.values(parseAllDocuments(template)[1]?.toJS() ?? {}) as { script: string[] }[];
  expect(job?.script.join('\n')).toContain('ci-import.js');
  expect(job?.script.join('\n')).not.toContain('$[[');
});

test.each(['rejects', 'left-out'])('the list of %s is uploaded only if the input asks for it', name => {
  const upload = action.runs.steps.find(({ uses }) => uses?.includes('upload-artifact'));
  const asked = `inputs.upload-${name} == 'true' && steps.import.outputs.${name}-file`;
  expect(upload?.if).toContain(`(${asked} != '')`);
  expect(upload?.with?.path).toContain(`\${{ ${asked} || '' }}`.slice(1));
  expect(action.inputs[`upload-${name}`]?.default).toBe('false');
});

needs('bash', 'tar', 'gzip').describe('the GitHub action', () => {
  test('when a row is rejected, then it says so in outputs and summary, without the address', async () => {
    const { inputs, folder, emails } = await workspace();
    const { status, log, outputs, summary } = await runAction(folder, inputs);
    expect(status, log).toBe(8);
    expect(outputs).toMatchObject({ status: '8', rows: '3', created: '2', rejected: '1', failed: '0' });
    const whole = JSON.parse(readFileSync(outputs['summary-file'] ?? '', 'utf8'));
    for (const name of Object.keys(summaryCounts))
      expect([name, outputs[name]]).toEqual([name, String(whole[name])]);
    expect(readFileSync(outputs['rejects-file'] ?? '', 'utf8')).toContain('secret person');
    expect(summary).toContain('| created | 2 |');
    expect(summary).toContain('| invalid_email | Email | 1 |');
    expect(summary).not.toContain('secret');
    expect(await emails()).toEqual(['a@x.org', 'b@x.org']);
    // No text of the file is a workflow command.
    expect(log).not.toMatch(/^\s*::/m);
  });

  test('when options are given, then each line is one word, and all is well without rejected rows', async () => {
    const { inputs, folder, people, write } = await workspace();
    write('a b.csv', lines('Email,Status', 'c@x.org,', 'gone@x.org,unsubscribed'));
    const words = '--allow-rejects\r\n--tag\nMoved over\n\n';
    const files = 'people.csv\na b.csv\n';
    const { status, log, outputs } = await runAction(folder, { ...inputs, file: files, arguments: words });
    expect(status, log).toBe(0);
    expect(outputs).toMatchObject({ status: '0', created: '3', suppressed: '1' });
    expect(readFileSync(outputs['left-out-file'] ?? '', 'utf8')).toContain('gone@x.org');
    for (const { tags } of await people()) expect(tags).toEqual(['Moved over']);
  });

  test.each<[string, Texts]>([
    ['file', { file: '$(touch pwned).csv' }],
    ['a file that is an option', { file: '--help' }],
    ['arguments', { arguments: '`touch pwned`\n"; touch pwned; "' }],
    ['package', { package: '1.0.0; touch pwned' }],
    ['a package that is an option', { package: '--help' }],
    ['checksum', { checksum: '"; touch pwned; "' }],
    ['a checksum that is missing', { checksum: '' }],
    ['base-url', { 'base-url': "';touch pwned;'" }],
    ['expect-account', { 'expect-account': '$(touch pwned)' }],
  ])(
    'when the input for %s is made to do harm, then nothing runs and nothing is sent',
    async (_what, bad) => {
      const { inputs, folder, posts, isThere } = await workspace();
      const { status } = await runAction(folder, { ...inputs, ...bad });
      expect(status).not.toBe(0);
      expect([posts(), isThere('pwned')]).toEqual([0, false]);
    },
  );

  test('when the checksum of the package is another, then nothing of it runs', async () => {
    const { inputs, folder, posts } = await workspace();
    const { status, log } = await runAction(folder, { ...inputs, checksum: '0'.repeat(64) });
    expect([status, posts()]).toEqual([2, 0]);
    expect(log).toContain(`error: the package has the checksum ${checksum}`);
  });

  test('when the key is of another account than expected, then nothing is sent', async () => {
    const { inputs, folder, posts } = await workspace();
    const { status, outputs } = await runAction(folder, { ...inputs, 'expect-account': 'other' });
    expect([status, outputs.status, outputs.created, posts()]).toEqual([3, '3', '', 0]);
  });
});

needs('bash', 'tar', 'gzip').describe('the GitLab component', () => {
  test('when a row is rejected, then variables say so', async () => {
    const { inputs, folder, at, people } = await workspace();
    const { 'api-key': key, ...given } = inputs;
    const [spec] = parseAllDocuments(template).map(one => one.toJS());
    expect(Object.keys(spec.spec.inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
    const values: Record<string, unknown> = { ...given, arguments: '["--tag", "It\'s \\"moved\\" $HOME"]' };
    // Inputs may be filled in before the text is read as YAML.
    const filled = template.replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name) => {
      const value = values[name] ?? spec.spec.inputs[name].default;
      return Array.isArray(value) ? JSON.stringify(value) : value;
    });
    const [, job] = parseAllDocuments(filled).map(one => one.toJS());
    const { script, variables, artifacts, allow_failure: allowed } = job['newsletter-import'];
    const set = Object.entries(variables as Record<string, { value: string; expand: boolean }>);
    expect(set.every(([, { expand }]) => expand === false)).toBe(true);
    const env = Object.fromEntries(set.map(([name, { value }]) => [name, value]));
    const runner = { CI: 'true', GITLAB_CI: 'true', CI_PROJECT_DIR: folder, PATH: process.env.PATH ?? '' };
    const all = { ...runner, ...env, NEWSLETTER_API_KEY: key };
    const ended = await bash(script.join('\n'), folder, all, ['-e', '-o', 'pipefail']);
    expect(ended.status, ended.stderr).toBe(8);
    // Stopping midway, or losing a row, is never a mere warning.
    expect(allowed).toBeUndefined();
    for (const { tags } of await people()) expect(tags).toEqual(['It\'s "moved" $HOME']);
    const { dotenv } = artifacts.reports;
    expect(outputsOf(readFileSync(at(dotenv), 'utf8'))).toMatchObject({
      NEWSLETTER_IMPORT_CREATED: '2',
      NEWSLETTER_IMPORT_REJECTED: '1',
    });
    // What holds addresses is kept when it is asked for.
    expect(artifacts.paths).not.toEqual([]);
    for (const path of artifacts.paths) expect(readFileSync(at(path), 'utf8')).not.toContain('secret');
  });
});
