import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { githubActions, gitLab } from '../../src/cli/topics/ci.ts';
import { account, draft } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { needs } from '../support/needs.ts';
import { shell } from '../support/shell.ts';

interface GitHub {
  jobs: Record<string, { env?: Record<string, string>; steps: { run?: string; name?: string }[] }>;
}
interface GitLab {
  import: {
    variables: Record<string, string>;
    before_script: string[];
    script: string[];
    allow_failure?: unknown;
    artifacts: { paths: string[] };
  };
}

const { jobs } = parse(githubActions) as GitHub;
const { import: pipeline } = parse(gitLab) as GitLab;
const stepsOf = (job: string) => (jobs[job]?.steps ?? []).flatMap(({ run }) => run ?? []);

/** A checkout: a list, the draft as a file, and a runner's PATH with the program on it. */
async function checkout(more = '') {
  const here = await account({ subscribers: 0, importSeconds: 0 });
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'people.csv'), `email\nann@example.org\nbob@example.org\n${more}`);
  const pulled = await here.run(`emails pull ${await here.emailId(draft)} issue.md`, { cwd: folder });
  expect(pulled.status, pulled.stderr).toBe(0);
  const bin = temporaryFolder();
  // What it would install is in front of it on the PATH.
  writeFileSync(join(bin, 'npm'), '#!/bin/sh\n[ "$1 $2" = "install -g" ]\n', { mode: 0o700 });
  const step = (script: string, env: Readonly<Record<string, string>>) =>
    shell(script, {
      shell: ['bash', '-e', '-c'],
      cwd: folder,
      env: { CI: 'true', PATH: [bin, process.env.PATH].join(delimiter), ...env },
    });
  return { ...here, folder, step };
}

type Checkout = Awaited<ReturnType<typeof checkout>>;

/** The variables of a job as the runner fills them in. */
function filled(variables: Readonly<Record<string, string>>, { env }: Checkout): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value.startsWith('${{') ? (env[name as keyof typeof env] ?? '') : value,
    ]),
  );
}

const summaryIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')) as unknown;

needs('bash').describe('GitHub Actions', () => {
  it('when a pull request is tried, then it needs no secret, and the list goes into a sandbox', async () => {
    const { step, requests } = await checkout();
    const before = requests();
    for (const script of stepsOf('try')) {
      const ended = await step(script, {});
      expect(ended.status, ended.stderr).toBe(0);
    }
    expect(stepsOf('try')).toHaveLength(2);
    expect(requests()).toBe(before);
  });

  it.each([
    ['every row is good', ''],
    ['a row comes back', 'nonsense\n'],
  ])('when %s, then every step of the import ends well', async (_, row) => {
    const here = await checkout(row);
    for (const script of stepsOf('import')) {
      const ended = await here.step(script, filled(jobs.import?.env ?? {}, here));
      expect(ended.status, ended.stderr).toBe(0);
    }
    expect(stepsOf('import')).toHaveLength(3);
    expect(stepsOf('import').join('')).not.toMatch(/\|\||status/);
    expect((await here.all('/v1/subscribers')).map(({ email }) => email).sort()).toEqual([
      'ann@example.org',
      'bob@example.org',
    ]);
    expect(summaryIn(here.folder)).toMatchObject({ rejected: row === '' ? 0 : 1 });
    expect(existsSync(join(here.folder, 'people.csv.rejects.csv'))).toBe(row !== '');
  });

  it('when the account is another, then the import ends with 3', async () => {
    const here = await checkout();
    const [, , script = ''] = stepsOf('import');
    const env = { ...filled(jobs.import?.env ?? {}, here), NEWSLETTER_EXPECT_ACCOUNT: 'another' };
    expect(await here.step(script, env)).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('another'),
    });
    expect(await here.all('/v1/subscribers')).toEqual([]);
  });
});

needs('bash').describe('GitLab', () => {
  it('when the email is not in order, then that is no mere warning, and nobody is brought in', async () => {
    const here = await checkout();
    appendFileSync(join(here.folder, 'issue.md'), '\nOne more line.\n');
    const { status } = await here.step(pipeline.script.join('\n'), { ...here.env, ...pipeline.variables });
    expect(status).toBe(1);
    expect(await here.all('/v1/subscribers')).toEqual([]);
  });

  it.each([
    ['every row is good', ''],
    ['a row comes back', 'nonsense\n'],
  ])('when %s, then every command ends well', async (_, row) => {
    const here = await checkout(row);
    const lines = [...pipeline.before_script, ...pipeline.script];
    const env = { ...here.env, ...pipeline.variables };
    const statuses: (number | null)[] = [];
    for (const line of lines) statuses.push((await here.step(line, env)).status);
    expect(statuses).toEqual([0, 0, 0]);
    // Stopping midway, or losing a row, is never a mere warning.
    expect(pipeline.allow_failure).toBeUndefined();
    expect(summaryIn(here.folder)).toMatchObject({ rejected: row === '' ? 0 : 1 });
    expect(await here.all('/v1/subscribers')).toHaveLength(2);
  });
});
