import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account, draft, wordsOf } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';

const id = '[0-9a-f]{8}-[0-9a-f-]{27}';
/** Without the line breaks of 80 columns. */
const unwrapped = (text: string) => text.replaceAll(/\n(?=.)/g, ' ');
const terminal = ['stdout', 'stderr'] as const;

describe('a write on a terminal', () => {
  it.each([
    ['tags create --name VIP', `Created tag "VIP" \\(${id}\\)\\.`],
    ['groups create --name Readers --yes', `Created group "Readers" \\(${id}\\) of 3 subscribers\\.`],
    ['subscribers create --email ann@example.org', 'Created or updated subscriber ann@example.org\\.'],
    ['subscribers update emma@example.org --field city=Ulm', 'Updated subscriber emma@example.org: city\\.'],
    ['subscribers update emma@example.org --remove-tag x', 'Nothing to change\\.'],
    [
      'subscribers update emma@example.org --status unsubscribed',
      'Updated subscriber emma@example.org: status unsubscribed \\(the service does not show it\\)\\.',
    ],
    [
      'account update --name Ferry --slug ferry',
      `Updated account "Ferry" \\(${id}\\): (name, slug|slug, name)\\.`,
    ],
  ])('on a terminal, "%s" is answered in a sentence', async (line, sentence) => {
    const { run } = await account();
    const emma = { email: 'emma@example.org' };
    if (line.includes('emma')) await run(wordsOf(`subscribers create --email ${emma.email}`));
    const { status, stdout } = await run(line, { terminal });
    expect({ status, stdout: unwrapped(stdout) }).toEqual({
      status: 0,
      stdout: expect.stringMatching(`^${sentence}\n$`),
    });
  });

  it('a write with a format or --fields prints the record', async () => {
    const { run } = await account();
    const tag = await run('tags create --name A -o json', { terminal });
    expect(JSON.parse(tag.stdout)).toMatchObject({ name: 'A' });
    expect((await run('tags create --name B --fields name', { terminal })).stdout).toMatch(/^NAME +B\n$/i);
  });

  it('a status that the response does not show is said to be not shown', async () => {
    const { run } = await account();
    await run('subscribers create --email emma@example.org');
    for (const [format, more] of [
      ['', {}],
      [' --json', {}],
      [' --json', { terminal }],
    ] as const) {
      const line = `subscribers update emma@example.org --status unsubscribed${format}`;
      const { stdout, stderr } = await run(line, more);
      expect(stdout).toContain('emma@example.org');
      expect(unwrapped(stderr)).toContain(
        'Updated subscriber emma@example.org: status unsubscribed (the service does not show it).\n',
      );
    }
  });

  it('the sentences of pull and push name the file and what changed', async () => {
    const { run, emailId } = await account();
    const cwd = temporaryFolder();
    const file = join(cwd, 'issue.md');
    const pulled = await run(`emails pull ${await emailId(draft)} issue.md`, { terminal, cwd });
    expect(pulled.stdout).toMatch(/^Pulled ".*" \(\w{8}\) to issue\.md\.\n$/);
    const nothing = await run('emails push issue.md', { terminal, cwd });
    expect(nothing.stdout).toBe('No changes: the email matches issue.md.\n');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^subject:.*/m, 'subject: Other'));
    const pushed = await run('emails push issue.md', { terminal, cwd });
    expect(unwrapped(pushed.stdout)).toMatch(
      /^Pushed issue\.md to "Twelve .*" \(\w{8}\): subject changed\.\n$/,
    );
  });
});
