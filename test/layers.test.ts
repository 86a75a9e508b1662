import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seedInForce } from './support/seed.ts';

/** Imports, those of types included, run one way: a layer may import those on lines above its own, and itself. */
const layers = [
  ['lib', 'version'],
  ['contract'],
  ['http', 'terminal', 'settings'],
  ['auth'],
  ['broker'],
  ['context'],
  ['people'],
  ['changes'],
  ['import', 'emails'],
  ['subscribers', 'sync'],
  ['doctor'],
  ['cli'],
  ['completion'],
  ['commands'],
  ['app'],
  ['main'],
];

/**
 * The same inside the import: `pass` reads a file's rows by its whole plan, once for the check and once for the jobs. The
 * files that stand in no folder decide and tell the story; `import` has all its steps, `people-files` those of the check.
 */
const importLayers = [
  ['rows/values', 'options'],
  ['files', 'rows/risk'],
  ['rows'],
  ['columns'],
  ['consent'],
  ['pass'],
  ['state'],
  ['plan'],
  ['jobs'],
  ['account'],
  ['screen'],
  ['prompts'],
  ['story'],
  ['outcome'],
  ['import'],
];

/** The same among the files that read files: what all kinds share, each kind, and what tells the kinds apart. */
const filesLayers = [
  ['row'],
  ['source'],
  ['bytes'],
  ['csv', 'json', 'text', 'zip-archive'],
  ['file-kinds', 'workbook'],
  ['open-sources'],
];

const source = fileURLToPath(new URL('../src', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  file => file.endsWith('.ts') && !file.endsWith('.d.ts'),
);
const texts = new Map(files.map(file => [file, readFileSync(join(source, file), 'utf8')]));
const textOf = (file: string) => texts.get(file) ?? '';
/** The files in which something stands. */
const using = (sign: RegExp, from = files) => from.filter(file => sign.test(textOf(file))).sort();

/** The first part of a path below src, or the file's name when it stands at the top. */
function layerOf(file: string): string {
  return file.split('/')[0]?.replace(/\.ts$/, '') ?? '';
}

function importLayerOf(file: string): string {
  const [, folder = '', name = ''] = file.split('/');
  if (['options.ts', 'answers.ts', 'codec.ts'].includes(folder)) return 'options';
  if (['state.ts', 'summary-fields.ts'].includes(folder)) return 'state';
  if (['plan.ts', 'new-fields.ts', 'mapping-file.ts'].includes(folder)) return 'plan';
  if (['import.ts', 'people-files.ts'].includes(folder)) return 'import';
  if (folder === 'rows' && ['values', 'risk'].includes(name)) return `rows/${name}`;
  return name === '' ? 'story' : folder;
}

/** What a file imports from src, as paths below it. */
function importsOf(file: string): string[] {
  return [...textOf(file).matchAll(/(?:from|import\(|import)\s*'(\.[^'?]+)(?:\?raw)?'/g)].map(([, path]) =>
    normalize(join(dirname(file), path ?? '')),
  );
}

/** Every import that does not lead to a line above: `a imports b`. */
function upward(
  order: readonly (readonly string[])[],
  from: readonly string[],
  layer: (file: string) => string,
): string[] {
  const rank = (file: string) => order.findIndex(line => line.includes(layer(file)));
  return from.flatMap(file =>
    importsOf(file)
      .filter(imported => layer(imported) !== layer(file) && rank(imported) >= rank(file))
      .map(imported => `${file} imports ${imported}`),
  );
}

/** Circles of files that import each other, each as the paths along it. */
function circles(): string[] {
  const found: string[] = [];
  const finished = new Set<string>();
  function visit(file: string, path: readonly string[]): void {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(' > '));
    if (path.includes(file) || finished.has(file)) return;
    for (const imported of importsOf(file)) if (texts.has(imported)) visit(imported, [...path, file]);
    finished.add(file);
  }
  for (const file of files) visit(file, []);
  return found;
}

const isSandbox = (file: string) => layerOf(file) === 'sandbox';

describe('the layers', () => {
  it('are all named here', () => {
    const named = new Set([...layers.flat(), 'sandbox']);
    expect([...new Set(files.map(layerOf))].filter(layer => !named.has(layer))).toEqual([]);
  });

  it('import one way only', () => {
    const others = files.filter(file => !isSandbox(file));
    expect(upward(layers, others, layerOf).filter(line => !line.includes('imports sandbox/'))).toEqual([]);
  });

  it('never go round in a circle of files', () => {
    expect(circles()).toEqual([]);
  });

  it('when it is the sandbox, then it knows the contract alone, and only its command knows it', () => {
    const known = files.filter(isSandbox).flatMap(importsOf).map(layerOf);
    expect([...new Set(known)].sort()).toEqual(['contract', 'lib', 'sandbox']);
    const knowing = files.filter(file => !isSandbox(file) && importsOf(file).some(isSandbox));
    expect([...new Set(knowing.map(file => dirname(file)))]).toEqual(['commands/sandbox']);
  });

  it('when it is the broker, then it knows the contract, lib and the types of requests alone', () => {
    const inside = files.filter(file => layerOf(file) === 'broker');
    expect([...new Set(inside.flatMap(importsOf).map(layerOf))].sort()).toEqual(['broker', 'http', 'lib']);
    expect(using(/^(?!import type).*from '\.\.\/http\//m, inside)).toEqual([]);
  });

  it('when a command line is read, then what a flag looks like is known to the reader alone', () => {
    const reading = ['app', 'cli', 'completion', 'commands', 'main'];
    const looking = files.filter(file => reading.includes(layerOf(file)));
    expect(using(/startsWith\('-|=== '--'|indexOf\('--/, looking)).toEqual(['cli/read-words.ts']);
  });

  it.each([
    ['conf is loaded', /(?:import\(|from )'conf'/, ['settings/config-lock.ts']],
    ['a file is renamed over another', /\brenameSync\(/, ['lib/files/place-file.ts']],
    ['the owner of a lock is looked for', /\.kill\(\w+, 0\)/, ['lib/lock.ts']],
    ['a journal is saved to the disk', /\bfdatasync/, ['lib/append-log.ts']],
    [
      'a server is made',
      /\bcreateServer\b.*'node:https?'|\bcreateServer,/s,
      ['broker/server.ts', 'lib/local-server.ts'],
    ],
    ['a server listens', /\bserver\.listen\(/, ['lib/local-server.ts']],
    ['it is said what the filters of groups do', /\bnot_contains\b/, ['lib/filter-operators.ts']],
    ['it is said how front matter is YAML', /'failsafe'/, ['emails/files/front-matter-yaml.ts']],
    [
      'it is said when two addresses are one mailbox',
      /googlemail/,
      ['import/rows/risk/misspelt-domain.ts', 'subscribers/check/list-check.ts'],
    ],
    ['the shell of a page is made', /<html[ >]/, ['lib/page/page.ts']],
  ])('when %s, then in its own place alone', (_, sign, places) => {
    expect(using(sign)).toEqual(places);
  });

  it('outside lib and terminal ask how an output format differs; only an export takes its name, for a file', () => {
    const outside = files.filter(file => !['lib', 'terminal'].includes(layerOf(file)));
    expect(using(/\bterminal\.format\b/, outside)).toEqual(['commands/subscribers/export.ts']);
  });

  it('read files of people by the face of the import; besides, they use what judges a value', () => {
    const outside = files.filter(file => ['sync', 'subscribers'].includes(layerOf(file)));
    const used = outside.flatMap(importsOf).filter(file => layerOf(file) === 'import');
    const isJudging = (file: string) => /^import\/(rows\/(values|risk)\/|columns\/header-names)/.test(file);
    expect([...new Set(used.filter(file => !isJudging(file)))].sort()).toEqual([
      'import/files/row.ts',
      'import/new-fields.ts',
      'import/open-table.ts',
      'import/options.ts',
      'import/people-files.ts',
      'import/rows/row-validation.ts',
      'import/state.ts',
    ]);
  });

  it('inside the import run one way, too', () => {
    const inside = files.filter(file => layerOf(file) === 'import');
    const wrong = upward(importLayers, inside, file =>
      layerOf(file) === 'import' ? importLayerOf(file) : '',
    );
    expect(wrong).toEqual([]);
  });

  it('inside import/files run one way, too; besides, they use what judges a value', () => {
    const part = (file: string) => /^import\/files\/([\w-]+)/.exec(file)?.[1] ?? '';
    const inside = files.filter(file => filesLayers.flat().includes(part(file)));
    const others = inside.flatMap(importsOf).filter(file => layerOf(file) === 'import' && part(file) === '');
    expect(upward(filesLayers, inside, part).filter(line => / import\/files\//.test(line))).toEqual([]);
    expect([...new Set(others)]).toEqual(['import/rows/values/email-address.ts']);
  });

  it('inside the import are few parts with few ties: folders, of which one imports from another', () => {
    const inside = files.filter(file => layerOf(file) === 'import');
    const ties = inside.flatMap(file =>
      importsOf(file)
        .filter(imported => layerOf(imported) === 'import' && dirname(imported) !== dirname(file))
        .map(imported => [dirname(file), dirname(imported)].sort().join(' and ')),
    );
    expect(new Set(inside.map(file => dirname(file))).size).toBeLessThanOrEqual(18);
    expect(new Set(ties).size).toBeLessThanOrEqual(65);
  });

  it('know the words of consent in their own folder alone', () => {
    const vocabulary = /^import\/consent\/vocabulary\//;
    const knowing = files.filter(file => importsOf(file).some(imported => vocabulary.test(imported)));
    const folders = [...new Set(knowing.map(file => dirname(file)))];
    expect(folders.sort()).toEqual(['import/consent', 'import/consent/vocabulary']);
  });

  it('when a noun has a folder below commands, then no other noun imports from it', () => {
    const nouns = files.filter(file => /^commands\/[^/]+\/./.test(file));
    const noun = (file: string) => file.split('/')[1] ?? '';
    const wrong = nouns.flatMap(file =>
      importsOf(file)
        .filter(imported => layerOf(imported) === 'commands' && noun(imported) !== noun(file))
        .map(imported => `${file} imports ${imported}`),
    );
    expect(wrong).toEqual([]);
  });
});

/** An idea that one module knows: what gives away that another file decides it, too. */
const engines: readonly (readonly [string, RegExp])[] = [
  [
    'people/tags.ts',
    /\b(?:[tT]ags|sent\.tags|before)\)?\.(?:includes|indexOf)\(|\.(?:includes|has)\(\w*[tT]ag\)|\btag [!=]== (?!undefined|null|')|new Set\([^)]*\.tags\b/,
  ],
  // Statuses that only matter to whether a refusal can be believed.
  ['http/outcome.ts', /\b(?:425|460|499)\b|\bfateOf\b/],
  // Changing many people: one by one, paced and judged.
  ['changes/send.ts', /call\('updateSubscriber'/],
  // What a sync may change: by source, last run and account.
  ['sync/decide.ts', /\bisSameValue\([^)]*earlier|created: 'yes'/],
  // What of an email, or of the size of its group, may differ when it is sent.
  [
    'emails/approval.ts',
    /Failure\(\s*'changed_since_approval'|updated_at [!=]== (?:approved|before|now)\b|\.filters\) [!=]==/,
  ],
  // Neither its errors nor their English, which a pattern would name by these words.
  [
    'app/command-line.ts',
    /from 'commander'|CommanderError|'commander\.|unknown (?:option|command) '|argument '\(|Allowed choices/,
  ],
];

describe('an idea', () => {
  it.each(engines)('that %s knows is decided in no other file', (engine, sign) => {
    const others = files.filter(file => file !== engine && !isSandbox(file));
    const lines = others.flatMap(file =>
      textOf(file)
        .split('\n')
        .filter(line => sign.test(line))
        .map(line => `${file}: ${line.trim()}`),
    );
    expect(lines, `use ${engine}`).toEqual([]);
  });
});

describe('the names of types', () => {
  it('when a type is exported, then no other file exports one of that name', () => {
    const places = new Map<string, string[]>();
    for (const file of files) {
      for (const [, name = ''] of textOf(file).matchAll(
        /^export (?:abstract )?(?:type|interface|class) (\w+)/gm,
      )) {
        places.set(name, [...(places.get(name) ?? []), file]);
      }
    }
    expect([...places].filter(([, where]) => where.length > 1)).toEqual([]);
  });
});

describe('what tests draw at random', () => {
  it('is drawn with the seed of the run, but for ports and secrets that no result depends on', () => {
    expect(fc.readConfigureGlobal().seed).toBe(seedInForce());
    const tests = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
    const drawing = tests.filter(
      file =>
        file.endsWith('.ts') &&
        /\b(?:Math\.random|random(?:Bytes|Int))\(/.test(
          readFileSync(join(import.meta.dirname, file), 'utf8'),
        ),
    );
    expect(drawing.sort()).toEqual(['commands/auth/sign-in.ts', 'sandbox/oauth.ts']);
  });
});
