import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Imports run one way: a folder may import from those listed behind it, and from itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  failure: [],
  files: ['failure'],
  version: [],
  contract: ['failure'],
  json: [],
  http: ['failure', 'contract', 'json'],
  terminal: ['failure', 'files', 'contract', 'json'],
  settings: ['failure', 'files', 'contract'],
  page: [],
  sandbox: ['failure', 'contract'],
  auth: ['failure', 'files', 'contract', 'http', 'terminal', 'settings'],
  import: ['failure', 'files', 'contract', 'http', 'terminal', 'settings', 'auth'],
  emails: ['failure', 'files', 'contract', 'http', 'terminal', 'page', 'settings', 'auth'],
  subscribers: [
    'failure',
    'files',
    'contract',
    'json',
    'http',
    'terminal',
    'page',
    'settings',
    'auth',
    'import',
  ],
  doctor: ['failure', 'files', 'contract', 'http', 'settings', 'auth', 'import'],
  completion: ['failure', 'files', 'contract', 'http'],
  context: ['failure', 'contract', 'http', 'terminal', 'settings', 'auth'],
  commands: [
    'failure',
    'files',
    'contract',
    'json',
    'http',
    'terminal',
    'page',
    'settings',
    'auth',
    'import',
    'emails',
    'subscribers',
    'completion',
    'doctor',
    'context',
  ],
};

const source = fileURLToPath(new URL('../src', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  file => file.endsWith('.ts') && !file.endsWith('.d.ts'),
);

/** The layer of a file below src: its folder, or its name when it stands at the top. */
function layerOf(file: string): string {
  return file.split('/')[0]?.replace(/\.ts$/, '') ?? '';
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path]) =>
    normalize(join(dirname(file), path ?? '')),
  );
}

/** The composition root knows everything. */
const roots = new Set(['main', 'run', 'access']);

describe('the layers of the house', () => {
  it('are all named here', () => {
    const unnamed = new Set(files.map(layerOf).filter(layer => !roots.has(layer) && !(layer in mayImport)));
    expect([...unnamed]).toEqual([]);
  });

  it('import one way only', () => {
    const wrong = files
      .filter(file => !roots.has(layerOf(file)))
      .flatMap(file => {
        const own = layerOf(file);
        const allowed = new Set([own, ...(mayImport[own] ?? [])]);
        if (file === 'commands/sandbox.ts') allowed.add('sandbox');
        return importsOf(file)
          .filter(imported => !allowed.has(layerOf(imported)))
          .map(imported => `${file} imports ${imported}`);
      });
    expect(wrong).toEqual([]);
  });
});
