/** How many of our modules a command loads: a start costs a third of a millisecond for each. */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { account } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletterProcess } from '../support/process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder = '';

beforeAll(async () => {
  folder = temporaryFolder(afterAll);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  await build({
    input: join(root, 'src/main.ts'),
    platform: 'node',
    external: id => !id.startsWith('.') && !id.startsWith('/'),
    transform: { define: { __VERSION__: '"0.0.0"', __VERSION_LINE__: '"0.0.0"' } },
    logLevel: 'silent',
    plugins: [
      {
        name: 'raw-text',
        resolveId: (id, importer) =>
          id.endsWith('?raw') && importer !== undefined ? join(importer, '..', id) : null,
        load: id =>
          id.endsWith('?raw')
            ? `export default ${JSON.stringify(readFileSync(id.replace('?raw', ''), 'utf8'))};`
            : null,
      },
    ],
    output: {
      dir: join(folder, 'dist'),
      format: 'esm',
      preserveModules: true,
      preserveModulesRoot: join(root, 'src'),
    },
  });
  symlinkSync(join(root, 'dist/records'), join(folder, 'dist/app/records'));
  writeFileSync(
    join(folder, 'hooks.mjs'),
    `import { appendFileSync } from 'node:fs';
     export async function load(url, context, next) {
       appendFileSync(process.env.LOADED, url + '\\n');
       return await next(url, context);
     }`,
  );
  writeFileSync(
    join(folder, 'start.mjs'),
    `import { register } from 'node:module';
     register('./hooks.mjs', import.meta.url);
     const { main } = await import('./dist/main.js');
     await main(process);`,
  );
});

/** Our modules that a command line loads. */
async function loaded(line: string, env: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const list = join(temporaryFolder(), 'loaded');
  writeFileSync(list, '');
  const { status, stderr } = await newsletterProcess(line.split(' '), {
    command: [process.execPath, join(folder, 'start.mjs')],
    env: { ...env, LOADED: list },
  });
  expect(status, stderr).toBe(0);
  const files = readFileSync(list, 'utf8')
    .split('\n')
    .map(url => url.replace('file://', ''));
  return files
    .filter(file => file.startsWith(join(folder, 'dist')))
    .map(file => relative(join(folder, 'dist'), file));
}

it.each([
  ['--help', 20],
  ['groups get --help', 20],
  ['groups get Everyone', 80],
])('%s loads at most %d of our modules', async (line, most) => {
  const { env } = await account();
  const modules = await loaded(line, env);
  expect(modules.length, [...modules].sort().join('\n')).toBeLessThanOrEqual(most);
});
