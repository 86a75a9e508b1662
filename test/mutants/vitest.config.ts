/** The tests of `npm run mutants`: those of `npm test` that can run in a thread. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mergeConfig } from 'vitest/config';
import config from '../../.config/vitest.config.ts';

const folder = join(import.meta.dirname, '..');

/** Whether a file, or one of the tests' own that it imports, changes the working folder or runs what is built. */
const notHere = (path: string): boolean => {
  const text = readFileSync(path, 'utf8');
  if (/process\.chdir|umask|playwright|rolldown|dist\/|bin\/newsletter/.test(text)) return true;
  const imports = [...text.matchAll(/from '(\.[^']+\.ts)'/g)].map(([, name = '']) =>
    join(dirname(path), name),
  );
  return imports.some(each => each.startsWith(folder) && notHere(each));
};

const exclude = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map(name => join(folder, name))
  .filter(path => path.endsWith('.whole.test.ts') || (path.endsWith('.test.ts') && notHere(path)));

export default mergeConfig(config, { test: { exclude, pool: 'threads' } });
