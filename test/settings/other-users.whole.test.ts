/** Homes that cannot be written to, users without a name or a home, and files of other users. */
import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { limit } from '../support/load.ts';
import { newsletterProcess } from '../support/process.ts';
import { sandboxService } from '../support/service.ts';

const isRoot = process.getuid?.() === 0;
/** A user id that has no name. */
const stranger = 42_424;
const asRoot = isRoot ? it : it.skip;
const why = isRoot ? '' : ' (skipped: needs root)';

describe('a home where no folder can be made', () => {
  const homes = ['/proc/self', '/dev/full', '/dev/null/home'].filter(() => existsSync('/proc/self'));

  it.each(homes)('when it is %s, then commands end, and say which variable to set', async home => {
    const { sandbox } = await sandboxService();
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'people.csv'), 'email\nann@example.org\n');
    writeFileSync(
      join(cwd, 'issue.md'),
      '---\nid: 3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f\nsubject: May\n---\nMay\n',
    );
    const env = {
      HOME: home,
      NEWSLETTER_CONFIG_DIR: undefined,
      NEWSLETTER_BASE_URL: sandbox.baseUrl,
      NEWSLETTER_API_KEY: sandbox.apiKey,
    };
    for (const line of [
      'config set timeout 5',
      'import people.csv --yes',
      'emails preview issue.md --no-browser',
    ]) {
      const { status, stderr } = await newsletterProcess(line.split(' '), { env, cwd });
      expect([line, status, stderr]).toEqual([line, 1, expect.any(String)]);
      expect(stderr).toMatch(/^error: cannot (write|keep) /m);
      expect(stderr).toMatch(/^hint: .*NEWSLETTER_CONFIG_DIR/m);
    }
    expect((await newsletterProcess(['account', 'get'], { env, cwd })).status).toBe(0);
    expect(sandbox.requests()['POST /v1/subscriber-imports']).toBeUndefined();
  });
});

/** The built program, and Node, which may lie in a folder of root's own, where every user can read them. */
function installed(): { node: string; program: string } {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const folder = temporaryFolder();
  const node = join(folder, 'node');
  cpSync(process.execPath, node);
  for (const name of ['bin', 'dist', 'package.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  spawnSync('chmod', ['-R', 'a+rX', folder], { timeout: limit(10) });
  return { node, program: join(folder, 'bin', 'newsletter.js') };
}

describe('another user', () => {
  asRoot(`when there is no name and no home, then the message says what to set${why}`, () => {
    const { node, program } = installed();
    const run = (args: readonly string[], env: Record<string, string>) => {
      const { status, stdout, stderr } = spawnSync(node, [program, ...args], {
        uid: stranger,
        gid: stranger,
        cwd: '/',
        env: { PATH: process.env.PATH, NEWSLETTER_CREDENTIAL_STORE: 'file', ...env },
        encoding: 'utf8',
        timeout: limit(30),
      });
      return { status, text: stdout + stderr };
    };
    expect(run(['--version'], {}).status).toBe(0);
    expect(run(['config', 'list'], {}).status).toBe(0);
    const failed = run(['config', 'set', 'timeout', '5'], {});
    expect(failed.status).toBe(1);
    expect(failed.text).toMatch(/^hint: .*NEWSLETTER_CONFIG_DIR/m);
    const folder = temporaryFolder();
    chownSync(folder, stranger, stranger);
    const own = { NEWSLETTER_CONFIG_DIR: join(folder, 'settings') };
    expect(run(['config', 'set', 'timeout', '5'], own)).toMatchObject({ status: 0 });
    expect(run(['config', 'get', 'timeout'], own)).toMatchObject({ status: 0, text: '5\n' });
  });
});
