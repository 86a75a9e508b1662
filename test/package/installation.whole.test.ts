import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
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

describe('when the packed program is installed in an empty home', () => {
  it('then it is one package, with the licences of the libraries in it', async () => {
    expect(await readdir(join(folder, 'global/lib/node_modules'))).toEqual(['newsletter-cli']);
    expect(await readdir(installed)).not.toContain('node_modules');
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
