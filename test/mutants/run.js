// `npm run mutants`: installs Stryker beside the project, lets it try the modules of stryker.config.js or those of
// `-- --mutate <file>,<file>`, and writes what it found of each into figures.md. Fails below 90 % in all, or 80 % of a module.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '../..'));

/** @param {string} program @param {readonly string[]} args */
const run = (program, args) =>
  spawnSync(program, args, { stdio: 'inherit', shell: program === 'npm' }).status;

const folder = 'build/mutants';
const stryker = `${folder}/node_modules/@stryker-mutator/core/bin/stryker.js`;
// The newest that run on Node 20. Vitest is the project's own.
const packages = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/vitest-runner@9.6.1'];
if (!existsSync(stryker))
  run('npm', ['install', '--no-save', '--legacy-peer-deps', '--prefix', folder, ...packages]);
const status = run(process.execPath, [
  stryker,
  'run',
  'test/mutants/stryker.config.js',
  ...process.argv.slice(2),
]);

const figures = 'test/mutants/figures.md';
const text = readFileSync(figures, 'utf8');
const rows = new Map(
  [...text.matchAll(/^\| (src\S+) .*$/gm)].flatMap(([row, file = '']) =>
    existsSync(file) ? [[file, row]] : [],
  ),
);
/** @type {{ files: Record<string, { mutants: { status: string }[] }> }} */
const { files } = JSON.parse(readFileSync(`${folder}/report.json`, 'utf8'));
let isLow = false;
for (const [file, { mutants }] of Object.entries(files)) {
  const count = (/** @type {string[]} */ ...names) =>
    mutants.filter(mutant => names.includes(mutant.status)).length;
  const noticed = count('Killed', 'Timeout');
  const all = noticed + count('Survived', 'NoCoverage');
  if (all === 0) continue;
  const score = Math.floor((100 * noticed) / all);
  isLow ||= score < 80;
  rows.set(file, `| ${file} | ${all} | ${noticed} | ${score}% |`);
}
const [head = ''] = text.split(/^\| src/m);
writeFileSync(
  figures,
  `${head}${[...rows]
    .sort()
    .map(([, row]) => `${row}\n`)
    .join('')}`,
);
process.exitCode = isLow ? 1 : (status ?? 1);
