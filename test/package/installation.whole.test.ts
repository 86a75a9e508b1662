import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limit } from '../support/load.ts';

const run = promisify(execFile);
const project = fileURLToPath(new URL('../..', import.meta.url));
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

let folder: string;
let installed: string;
let environment: NodeJS.ProcessEnv;

/** As somebody new would: an empty home, a tarball, `npm install -g`. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsletter-package-'));
  // This very Node first, so that npm and the program run on it.
  const PATH = [dirname(process.execPath), process.env.PATH].join(':');
  environment = {
    PATH,
    HOME: folder,
    npm_config_prefix: join(folder, 'global'),
    npm_config_update_notifier: 'false',
  };
  const options = { cwd: project, env: environment, timeout: limit(120) };
  const { stdout } = await run(
    npm,
    ['pack', '--ignore-scripts', '--json', '--pack-destination', folder],
    options,
  );
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  const tarball = join(folder, packed?.filename ?? '');
  await run(npm, ['install', '--global', '--offline', '--no-audit', '--no-fund', tarball], options);
  installed = join(folder, 'global', 'lib', 'node_modules', 'newsletter-cli');
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function bytesBelow(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter(entry => entry.isFile())
    .map(entry => stat(join(entry.parentPath, entry.name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}

describe('when the packed program is installed in an empty home', () => {
  it('then it runs, and says its version', async () => {
    const { stdout } = await run(join(folder, 'global/bin/newsletter'), ['--version'], {
      env: environment,
      timeout: limit(30),
    });
    const { version } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(stdout.trim()).toBe(version);
  });

  it('then the sandbox in it answers', async () => {
    const newsletter = join(folder, 'global/bin/newsletter');
    const args = ['sandbox', 'exec', '--', newsletter, 'account', 'get', '--json=status'];
    const { stdout } = await run(newsletter, args, { env: environment, timeout: limit(30) });
    expect(JSON.parse(stdout)).toEqual({ status: 'active' });
  });

  it('then an import tells the rows that it takes from those that it does not', async () => {
    const newsletter = join(folder, 'global/bin/newsletter');
    const list = join(folder, 'people.csv');
    await writeFile(list, 'email\nann@a-house.org\nnobody\n');
    const args = ['sandbox', 'exec', '--', newsletter, 'import', list, '-o', 'json'];
    const env = { ...environment, NEWSLETTER_CONFIG_DIR: join(folder, 'settings') };
    const ended = run(newsletter, args, { env, timeout: limit(30) });
    await expect(ended).rejects.toMatchObject({ code: 8, stdout: expect.stringContaining('"accepted": 1') });
    expect(await readFile(`${list}.rejects.csv`, 'utf8')).toContain('nobody');
  });

  it('then it is one package, under 3.5 MB, with the licences of the libraries in it', async () => {
    expect(await readdir(join(folder, 'global/lib/node_modules'))).toEqual(['newsletter-cli']);
    expect(await readdir(installed)).not.toContain('node_modules');
    expect(await bytesBelow(installed)).toBeLessThan(3_450_000);
    const licences = await readFile(join(installed, 'dist/LICENSES.txt'), 'utf8');
    for (const library of ['commander', 'undici', 'papaparse', 'conf', 'cli-table3']) {
      expect(licences).toContain(`Name: ${library}\n`);
    }
  });

  it('then it leaves nothing in the home before it is told to keep something', async () => {
    await run(join(folder, 'global/bin/newsletter'), ['--help'], { env: environment, timeout: limit(30) });
    const kept = await readdir(join(folder, '.config'), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    expect(kept.filter(entry => entry.isFile())).toEqual([]);
  });
});
