/** `--annotate`: what CI systems are told of rejected rows and findings. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account, lines } from '../import/account.ts';
import { draft } from '../support/account.ts';

const list = lines('Email,City', 'a@x.org,Oslo', 'secret person at x.org,Rome', 'b@x.org,Rome');
const report = 'gl-code-quality-report.json';

/** An account, and the program in a repository on a runner. */
async function runner(content: string | Buffer = list, name = 'people.csv') {
  const { folder, run, write, call, at } = await account();
  write(name, content);
  const summary = join(folder, 'summary.md');
  const github = {
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: folder,
    GITHUB_STEP_SUMMARY: summary,
  };
  const gitlab = { GITLAB_CI: 'true', CI_PROJECT_DIR: folder };
  const on = (env: Record<string, string>) => (line: string) => run(line.split(' '), { env });
  return {
    onGitHub: on(github),
    onGitLab: on(gitlab),
    elsewhere: on({}),
    write,
    call,
    summary: () => (existsSync(summary) ? readFileSync(summary, 'utf8') : ''),
    issues: () => (existsSync(at(report)) ? JSON.parse(readFileSync(at(report), 'utf8')) : undefined),
  };
}

const marks = (stderr: string) =>
  stderr.split('\n').filter(line => /^::(?:error|warning|notice) /.test(line));
const rejected = '::error file=people.csv,line=3,title=invalid_email::Email: not an email address';
const atX = 'secret person at x.org';

describe('rejected rows of an import', () => {
  it('when GitHub runs it, then each is marked at its line, and the job is summed up, without the value', async () => {
    const { onGitHub, summary } = await runner();
    const { status, stderr } = await onGitHub('import people.csv --annotate auto');
    expect([status, marks(stderr)]).toEqual([8, [rejected]]);
    expect(summary()).toContain('### Import of people&#46;csv\n\nExit code 8\n');
    expect(summary()).toContain('| created | 2 |');
    expect(summary()).toContain('| invalid_email | Email | 1 |');
    expect(summary()).not.toContain('secret');
  });

  it('when JSON is asked for, then stdout is JSON alone, and the marks are on stderr', async () => {
    const { onGitHub } = await runner();
    const { stdout, stderr } = await onGitHub('import people.csv --json --allow-rejects');
    expect(JSON.parse(stdout)).toMatchObject({ created: 2, rejected: 1 });
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^::stop-commands::/),
      expect.stringMatching(/^::[\da-f-]{36}::$/),
      rejected.replace('error', 'warning'),
      '',
    ]);
  });

  it('when addresses are to be shown, then the marks and the summary show them', async () => {
    const { onGitHub, summary } = await runner();
    const { stderr } = await onGitHub('import people.csv --show-addresses');
    expect(marks(stderr)).toEqual([expect.stringContaining(atX)]);
    expect(summary()).toContain('secret person at x&#46;org');
  });

  it.each(['import people.csv --annotate none', 'import people.csv --dry-run --annotate none'])(
    'when the line is %s, then GitHub is told nothing',
    async line => {
      const { onGitHub, summary } = await runner();
      const { stderr } = await onGitHub(line);
      expect([stderr.includes('::'), summary()]).toEqual([false, '']);
    },
  );

  it('when it runs elsewhere, then nothing is marked, unless that is asked for', async () => {
    const { elsewhere, summary, issues } = await runner();
    const { stderr } = await elsewhere('import people.csv --dry-run');
    expect([stderr.includes('::'), summary(), issues()]).toEqual([false, '', undefined]);
    const asked = await elsewhere('import people.csv --dry-run --annotate github');
    expect(marks(asked.stderr)).toEqual([rejected]);
  });

  it('when GitLab runs it, then they are in its Code Quality report', async () => {
    const { onGitLab, issues } = await runner();
    const { status, stderr } = await onGitLab('import people.csv');
    expect([status, stderr.includes('::')]).toEqual([8, false]);
    expect(issues()).toEqual([
      expect.objectContaining({
        check_name: 'newsletter/invalid_email',
        description: 'Email: not an email address',
        location: { path: 'people.csv', lines: { begin: 3 } },
      }),
    ]);
  });

  it('when there are more than GitHub shows, then the last says how many', async () => {
    const { onGitHub } = await runner(
      lines('Email', 'a@x.org', ...Array.from({ length: 40 }, (_, i) => `no ${i}`)),
    );
    const { stderr } = await onGitHub('import people.csv --dry-run');
    expect(marks(stderr)).toHaveLength(10);
    expect(marks(stderr).at(-1)).toBe('::error title=more::31 more like these');
  });

  it('when columns and files have names that are commands or markup, then they are text', async () => {
    const header = 'Email,"::error::| <b>[x](https://evil.example)"';
    const { onGitHub, summary } = await runner(lines(header, 'a@x.org,1', 'b@x.org,"x'), '::a,b.csv');
    const { stderr } = await onGitHub('import ::a,b.csv --dry-run');
    expect(marks(stderr)).toEqual([
      expect.stringMatching(/^::error file=%3A%3Aa%2Cb.csv,line=3,title=\w+::/),
    ]);
    expect(summary()).not.toMatch(/https:|<b>|\[x\]/);
  });

  it('when the rows are on no line, then the mark says which row', async () => {
    const { onGitHub } = await runner(JSON.stringify([{ email: 'a@x.org' }, { email: 'no' }]), 'people.json');
    const { stderr } = await onGitHub('import people.json --dry-run');
    expect(marks(stderr)).toEqual([
      expect.stringMatching(/^::error file=people.json,title=invalid_email::\S.*not an email/),
    ]);
  });

  it('when the summary cannot be written, then the import is what it was, with a warning', async () => {
    const { elsewhere: _, write } = await runner();
    const { run, write: put } = await account();
    put('people.csv', lines('Email', 'a@x.org'));
    const missing = join(write('x', ''), 'no', 'summary.md');
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: missing };
    const { status, stderr } = await run(['import', 'people.csv'], { env });
    expect([status, stderr]).toEqual([0, expect.stringContaining('warning: cannot write')]);
  });
});

it('when a sync rejects rows, then they are marked, and it is summed up', async () => {
  const { onGitHub, summary } = await runner();
  const { stderr } = await onGitHub('sync people.csv --name people --dry-run');
  expect(marks(stderr)).toEqual([rejected]);
  expect(summary()).toContain('### Sync people (plan)');
  expect(summary()).toContain('| new | 2 |');
  expect(summary()).not.toContain('secret');
});

describe('findings about emails', () => {
  const issue =
    '---\nsubject: Twelve bridges\npreview: A morning on the line.\n---\n\nHello [two](/about) {{ name }}\n';
  const found = [
    expect.stringMatching(/^::error file=issue.md,line=6,title=link_relative::the link to /),
    expect.stringMatching(/^::warning file=issue.md,line=6,title=token::/),
  ];

  it('when an email is linted, then they are marked at their lines, and no other output changes', async () => {
    const { onGitHub, elsewhere, onGitLab, issues, summary } = await runner(issue, 'issue.md');
    const marked = await onGitHub('emails lint issue.md --json');
    const plain = await elsewhere('emails lint issue.md --json');
    expect(marks(marked.stderr)).toEqual(found);
    expect([marked.stdout, marked.status]).toEqual([plain.stdout, plain.status]);
    expect(JSON.parse(marked.stderr.split('\n').find(line => line.startsWith('{')) ?? '')).toHaveProperty(
      'error',
    );
    expect(summary()).toContain('| error | issue&#46;md | 6 | the link to');
    await onGitLab('emails lint issue.md');
    expect(issues()).toMatchObject([
      { check_name: 'newsletter/link_relative' },
      { check_name: 'newsletter/token' },
    ]);
  });

  it('when addresses are masked, then those in marks and summary are, too', async () => {
    const wrong = issue.replace('/about', 'ftp://ann@example.org/');
    const { onGitHub, onGitLab, issues, summary } = await runner(wrong, 'issue.md');
    const plain = await onGitHub('emails lint issue.md');
    expect(marks(plain.stderr).join()).toContain('ann@example.org');
    const before = summary();
    const { stderr } = await onGitHub('emails lint issue.md --mask');
    await onGitLab('emails lint issue.md --mask');
    const told = [marks(stderr).join(), summary().slice(before.length), JSON.stringify(issues())];
    for (const each of told) expect(each).not.toMatch(/ann(?:@|&#64;)/);
  });

  it('when a push is checked, then they are marked, too; a draft is in no file', async () => {
    const { onGitHub, call, write } = await runner(issue, 'issue.md');
    const { data } = (await call('GET', '/v1/emails')) as { data: { id: string; subject: string }[] };
    const id = data.find(({ subject }) => subject === draft)?.id ?? '';
    write('issue.md', issue.replace('---\n', `---\nid: ${id}\n`));
    const { stderr } = await onGitHub('emails push issue.md --check');
    expect(marks(stderr)).toEqual(found.map(() => expect.stringContaining('file=issue.md,line=7')));
    const linted = await onGitHub(`emails lint ${id}`);
    expect(marks(linted.stderr).filter(line => line.includes('file='))).toEqual([]);
  });
});
