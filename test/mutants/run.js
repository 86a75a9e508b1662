// Puts small faults into modules and sees whether a test fails (Stryker). `npm run mutants` tries the modules that the
// working tree changes, `npm run mutants -- src/lib/lock.ts …` those named, `npm run mutants -- --weight` the modules where an
// unnoticed fault would cost most, and writes their figures to test/mutants.md. Survivors stand in build/mutants/mutants.json.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scoresOf, tableOf } from './scores.js';
import { weight } from './weight.js';

const project = fileURLToPath(new URL('../..', import.meta.url));
const place = join(project, 'build', 'mutants');
const [, , ...words] = process.argv;

/** @type {(program: string, args: readonly string[]) => string} */
function output(program, args) {
  const { stdout, stderr, status } = spawnSync(program, args, {
    cwd: project,
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** The modules below paths of files and folders. @type {(paths: readonly string[]) => string[]} */
const modulesOf = paths =>
  paths.flatMap(path =>
    statSync(join(project, path)).isDirectory()
      ? modulesOf(readdirSync(join(project, path)).map(name => `${path}/${name}`))
      : /(?<!\.d|\.table)\.ts$/.test(path)
        ? [path]
        : [],
  );

function modules() {
  if (words.includes('--weight')) return modulesOf(weight);
  if (words.length > 0) return modulesOf(words);
  const changed = output('git', ['diff', '--name-only', 'HEAD', '--', 'src']).split('\n').filter(Boolean);
  return modulesOf(changed.filter(path => existsSync(join(project, path))));
}

const tests = readdirSync(join(project, 'test'), { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.test.ts'))
  .map(file => `test/${file}`);

/** The tests of a module: those in its folder's twin below test, and those that import it. @type {(module: string) => string[]} */
function testsOf(module) {
  const twin = `${dirname(module.replace(/^src\//, 'test/'))}/`;
  const specifier = module.replace(/^src/, '/src');
  return tests.filter(
    test => test.startsWith(twin) || readFileSync(join(project, test), 'utf8').includes(specifier),
  );
}

/** Stryker and a Node that it runs on, beside the project: neither is needed for anything else. */
function install() {
  mkdirSync(place, { recursive: true });
  if (!existsSync(join(place, 'package.json')))
    writeFileSync(join(place, 'package.json'), '{"private":true}');
  const wanted = ['@stryker-mutator/core@10.1.1', '@stryker-mutator/vitest-runner@10.1.1', 'node@22'];
  if (!existsSync(join(place, 'node_modules/node')))
    output('npm', ['install', '--silent', '--legacy-peer-deps', '--prefix', place, ...wanted]);
}

/** @type {(module: string) => void} */
function mutate(module) {
  const config = `import base from '../../.config/vitest.config.ts';
export default { ...base, test: { ...base.test, include: ${JSON.stringify(testsOf(module))} } };\n`;
  writeFileSync(join(place, 'vitest.config.ts'), config);
  const settings = {
    testRunner: 'vitest',
    plugins: [join(place, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'build/mutants/vitest.config.ts', related: false },
    mutate: [module],
    // TypeScript 7 cannot read a configuration for other programs; none is needed to strip types.
    tsconfigFile: 'build/mutants/none.json',
    disableTypeChecks: false,
    coverageAnalysis: 'perTest',
    // Texts for people are proven by reading them.
    mutator: { excludedMutations: ['StringLiteral'] },
    concurrency: 2,
    timeoutMS: 20_000,
    ignorePatterns: ['dist', 'build/mutants/node_modules'],
    tempDirName: 'build/mutants/copies',
    reporters: ['json', 'clear-text'],
    clearTextReporter: { allowColor: false, logTests: false },
    jsonReporter: { fileName: join(place, `${module.replaceAll('/', '.')}.json`) },
  };
  writeFileSync(join(place, 'stryker.json'), JSON.stringify(settings, null, 2));
  const stryker = join(place, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const node = join(place, 'node_modules/node/bin/node');
  spawnSync(node, [stryker, 'run', 'build/mutants/stryker.json'], {
    cwd: project,
    stdio: 'inherit',
    timeout: 3_600_000,
  });
}

install();
const chosen = modules();
if (chosen.length === 0) process.stdout.write('no module is changed: name some, or --weight\n');
for (const module of chosen) mutate(module);
const scores = scoresOf(chosen.map(module => [module, join(place, `${module.replaceAll('/', '.')}.json`)]));
process.stdout.write(tableOf(scores));
if (words.includes('--weight')) {
  const head = `# Small faults noticed\n\nWritten by \`npm run mutants -- --weight\`: of the small faults put into each module, how many a test notices.\n\n`;
  writeFileSync(join(project, 'test/mutants.md'), `${head}${tableOf(scores)}`);
}
