// Puts small faults into modules and sees whether a test fails. `npm run mutants` tries the modules that the working tree
// changes, `npm run mutants -- src/lib/lock.ts …` those named, `npm run mutants -- --weight [http …]` those where an unnoticed
// fault would cost most; `--again` forgets what was found before, `--quick`
// leaves the slow tests out, `--table` tries nothing and shows what is kept. The table is test/mutants.md, written from what is kept of
// each module in build/mutants/kept: a run can be interrupted and goes on where it was.
//
// Stryker makes the faults. Its own runner loads all modules anew for each (3 s); `runner.js` repeats the tests instead.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attempt } from './attempt.js';
import { explain, missedGoals, outdated, scoreOf, survivors, tableOf } from './scores.js';
import { elsewhere, weight } from './weight.js';

/** @typedef {import('./scores.js').Fault} Fault */
/** @typedef {{ readonly modules: readonly string[], readonly tests: readonly string[] }} Part */

const project = fileURLToPath(new URL('../..', import.meta.url));
const place = join(project, 'build', 'mutants');
const node = join(place, 'node_modules/node/bin/node');
const words = process.argv.slice(2).filter(word => !word.startsWith('--'));
const isAgain = process.argv.includes('--again');
const isQuick = process.argv.includes('--quick');
const isWeight = process.argv.includes('--weight');

/** @type {(program: string, args: readonly string[]) => string} */
function output(program, args) {
  const { stdout, stderr, status } = spawnSync(program, args, {
    cwd: project,
    encoding: 'utf8',
    timeout: 300_000,
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** The files below paths. @type {(paths: readonly string[], pattern: RegExp) => string[]} */
const filesOf = (paths, pattern) =>
  paths.flatMap(path =>
    statSync(join(project, path)).isDirectory()
      ? filesOf(
          readdirSync(join(project, path)).map(name => `${path}/${name}`),
          pattern,
        )
      : pattern.test(path)
        ? [path]
        : [],
  );
const modulesOf = (/** @type {readonly string[]} */ paths) =>
  filesOf(paths, /(?<!\.d|\.table)\.ts$/).filter(path => !elsewhere.includes(path));
const contentOf = (/** @type {string} */ path) => readFileSync(join(project, path), 'utf8');

/** The tests below paths, those that start no service first; those that only start processes are left out. @type {(paths: readonly string[]) => string[]} */
function testsOf(paths) {
  const tests = [...new Set(filesOf(paths, /\.test\.ts$/))];
  const weightOf = (/** @type {string} */ test) =>
    /\/(program|account|first-pass|service|mail-service|four-people)\.ts/.test(contentOf(test)) ? 1 : 0;
  const isHere = (/** @type {string} */ test) =>
    !/support\/(process|pseudo-terminal|browser|shell)\.ts|chromium|worker_threads/.test(contentOf(test));
  return tests.filter(isHere).sort((a, b) => weightOf(a) - weightOf(b));
}

/** The tests in the folders' twins, and those that import the modules. @type {(modules: readonly string[]) => Part} */
function partOf(modules) {
  const twins = new Set(modules.map(module => `${dirname(module.replace(/^src\//, 'test/'))}/`));
  const specifiers = modules.map(module => module.replace(/^src/, '/src'));
  const tests = filesOf(['test'], /\.test\.ts$/).filter(
    test =>
      [...twins].some(twin => test.startsWith(twin)) ||
      specifiers.some(specifier => contentOf(test).includes(specifier)),
  );
  return { modules, tests };
}

/** @returns {Part[]} */
function parts() {
  if (isWeight)
    return Object.entries(weight).flatMap(([name, part]) =>
      words.length === 0 || words.includes(name) ? [{ ...part, modules: modulesOf(part.modules) }] : [],
    );
  const changed = () =>
    output('git', ['diff', '--name-only', 'HEAD', '--', 'src'])
      .split('\n')
      .filter(path => path !== '' && existsSync(join(project, path)));
  const modules = modulesOf(words.length > 0 ? words : changed());
  const weighty = Object.values(weight).map(part => ({ ...part, modules: modulesOf(part.modules) }));
  const known = weighty.map(part => ({
    ...part,
    modules: part.modules.filter(module => modules.includes(module)),
  }));
  const others = modules.filter(module => !weighty.some(part => part.modules.includes(module)));
  return [...known, partOf(others)].filter(part => part.modules.length > 0);
}

/** Stryker and a Node that it runs on, beside the project: neither is needed for anything else. */
function install() {
  mkdirSync(join(place, 'kept'), { recursive: true });
  if (!existsSync(join(place, 'package.json')))
    writeFileSync(join(place, 'package.json'), '{"private":true}');
  const wanted = ['@stryker-mutator/instrumenter@10.1.1', 'node@22'];
  if (!existsSync(join(place, 'node_modules/node')))
    output('npm', ['install', '--silent', '--legacy-peer-deps', '--prefix', place, ...wanted]);
}

/** What is kept of a module: its faults, as long as its text is the same. */
const keptAt = (/** @type {string} */ module) => join(place, 'kept', `${module.replaceAll('/', '.')}.json`);
const hashOf = (/** @type {string} */ module) => createHash('sha256').update(contentOf(module)).digest('hex');

/** @type {(module: string) => Fault[]} */
function keptOf(module) {
  if (!existsSync(keptAt(module))) return [];
  const { hash, faults } = JSON.parse(readFileSync(keptAt(module), 'utf8'));
  return hash === hashOf(module) ? faults : [];
}

/** Tries the faults of some modules. @type {(part: Part) => Promise<void>} */
async function tryPart({ modules, tests: paths }) {
  const tests = testsOf(paths);
  const { sources, mutants } = JSON.parse(output(node, ['test/mutants/instrument.js', ...modules]));
  /** @type {Map<string, Fault>} */
  const faults = new Map();
  for (const { id, fileName, location, mutatorName, replacement, status } of mutants) {
    if (status !== 'Ignored')
      faults.set(id, { module: fileName, location, kind: mutatorName, replacement, status: 'unreached' });
  }
  const hashes = new Map(modules.map(module => [module, hashOf(module)]));
  const sameFault = (/** @type {Fault} */ a, /** @type {Fault} */ b) =>
    JSON.stringify([a.location, a.replacement]) === JSON.stringify([b.location, b.replacement]);
  if (!isAgain)
    for (const module of modules) {
      const kept = keptOf(module).filter(({ status }) => status === 'noticed' || status === 'late');
      for (const fault of faults.values())
        if (fault.module === module)
          Object.assign(
            fault,
            kept.find(one => sameFault(one, fault)),
          );
    }
  const keep = () => {
    for (const module of modules) {
      const own = [...faults.values()].filter(fault => fault.module === module);
      writeFileSync(keptAt(module), JSON.stringify({ hash: hashes.get(module), faults: own }));
    }
  };
  const statics = new Set();
  const doubted = new Set();
  /** @type {Map<string, Set<string>>} */
  const reaching = new Map();
  const done = new Set();
  const broken = new Set();
  const isDecided = (/** @type {string} */ id) =>
    ['noticed', 'late'].includes(faults.get(id)?.status ?? 'noticed');
  /** @type {(line: string) => void} */
  const read = line => {
    const [what, id = '', test = '', reason] = line.split('\t');
    const fault = faults.get(id);
    if (what === 'done') done.add(id);
    if (what === 'broken' && broken.has(id)) process.stdout.write(`fails without a fault: ${id}: ${test}\n`);
    if (what === 'broken') broken.add(id);
    if (what === 'unfinished' || what === 'error') process.stdout.write(`${line}\n`);
    if (fault === undefined) return;
    if (what === 'static') statics.add(id);
    if (what === 'doubted') doubted.add(id);
    if (what === 'reached') {
      reaching.set(fault.module, (reaching.get(fault.module) ?? new Set()).add(test));
      if (fault.status === 'unreached') fault.status = 'survived';
    }
    if (what === 'noticed' || what === 'late') Object.assign(fault, { status: what, test, reason });
  };
  const session = (/** @type {object} */ more) => ({
    sources,
    tests,
    decided: [...faults.keys()].filter(isDecided),
    doubted: [...doubted],
    done: [...done],
    broken: [...broken],
    budget: isQuick ? 700 : 2_000,
    most: 0,
    ...more,
  });
  const namesModule = (/** @type {string} */ test, /** @type {string} */ module) =>
    contentOf(test).includes(module.replace(/^src/, '/src'));
  const isTwin = (/** @type {string} */ test, /** @type {string} */ module) =>
    dirname(test) === dirname(module).replace(/^src/, 'test') || namesModule(test, module);
  // The tests of a module itself first: they are cheap, and notice most.
  const only = Object.fromEntries(
    tests.map(test => [test, [...faults].filter(([, { module }]) => isTwin(test, module)).map(([id]) => id)]),
  );
  const own = tests.filter(test => (only[test]?.length ?? 0) > 0);
  if (own.length > 0)
    await attempt(
      node,
      more => session({ ...more, tests: own, only, most: isQuick ? 150 : 60_000 }),
      read,
      keep,
    );
  done.clear();
  // Milliseconds that a test may cost.
  for (const most of isQuick ? [15, 150] : [15, 150, 60_000])
    await attempt(node, more => session({ ...more, most }), read, keep);
  const slow = () =>
    [...statics]
      .filter(id => !isDecided(id) && !done.has(id))
      .map(id => ({ id, tests: testsFor(faults.get(id)?.module ?? '') }))
      .filter(({ tests: own }) => own.length > 0);
  const testsFor = (/** @type {string} */ module) => {
    const isReaching = (/** @type {string} */ test) => reaching.get(module)?.has(test) ?? false;
    const own = tests.filter(test => namesModule(test, module) || (isTwin(test, module) && isReaching(test)));
    return own.length > 0 ? own : tests.filter(isReaching).slice(0, 5);
  };
  process.stdout.write(`${slow().length} faults that count when a module is loaded\n`);
  if (slow().length > 0) await attempt(node, more => session({ ...more, statics: slow() }), read, keep);
  for (const id of statics) {
    const fault = faults.get(/** @type {string} */ (id));
    if (fault?.status === 'unreached') fault.status = 'survived';
  }
  keep();
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
install();
const chosen = parts();
if (chosen.length === 0) process.stdout.write('no module is changed: name some, or --weight\n');
if (!process.argv.includes('--table')) for (const part of chosen) await tryPart(part);
const results = chosen.flatMap(({ modules }) =>
  modules.map(module => ({ module, faults: explain(keptOf(module), contentOf(module)) })),
);
for (const { module, faults } of results) {
  process.stdout.write(survivors(module, faults, contentOf(module)));
  for (const text of outdated(module, contentOf(module))) process.stdout.write(`${text}\n`);
}
process.stdout.write(tableOf(results.map(scoreOf)));
if (isWeight) {
  const all = Object.values(weight).flatMap(part => modulesOf(part.modules));
  const scores = all.map(module => scoreOf({ module, faults: explain(keptOf(module), contentOf(module)) }));
  const head = contentOf('test/mutants.md').split('\n| module')[0];
  writeFileSync(join(project, 'test/mutants.md'), `${head}\n${tableOf(scores)}`);
  const missed = missedGoals(scores);
  process.stdout.write(missed.map(text => `${text}\n`).join(''));
  if (missed.length > 0) process.exitCode = 1;
}
