// Measures the program as whole processes, always against something run in the same minute: only ratios carry over from one
// machine to another. `npm run bench` measures all parts; `-- --starts --syncs` these alone; `-- --large` adds five million
// rows. A goal that is missed by 15 % fails the run; `-- --keep` adds the run to history.ndjson.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeList, writeLongCell, writeWorkbook, writeZip } from './files.js';
import { history, keep, missed, oneLine, tableOf } from './history.js';
import { cli, interleaved } from './measure.js';

/** @typedef {import('./measure.js').Usage} Usage */

const folder = mkdtempSync(join(tmpdir(), 'newsletter-bench-'));
const at = (/** @type {string} */ name) => join(folder, name);
const beside = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const newsletter = (/** @type {string} */ line) => [cli, ...line.split(' ')];
const papa = (/** @type {string} */ file) => [beside('baseline.js'), file];
const bareGets = (/** @type {number} */ size) => [beside('pages.js'), String(size), '100000'];
// Reading an account takes as long as the account is large, whatever the file.
const load = (/** @type {string[]} */ ...words) => [cli, 'import', ...words, '--quiet', '--compare', 'never'];

/** @type {Record<string, import('./history.js').Result>} */
const results = {};

/**
 * @param {string} name as in cases.yaml
 * @param {number} ratio
 * @param {Usage} usage
 */
function result(name, ratio, { wall, peak }) {
  const rounded = (/** @type {number} */ value) => Math.round(value * 100) / 100;
  results[name] = { ratio: rounded(ratio), seconds: rounded(wall), peak: Math.round(peak) };
}

/** What a service that answers at once does otherwise: milliseconds, milliseconds, and how many subscribers it lists. */
/** @typedef {{ latency?: number, job?: number, people?: number }} Sink */

/**
 * Runs processes in turn against such a service.
 *
 * @template {string} K
 * @param {number} rounds
 * @param {Record<K, string[]>} runs
 * @param {Sink} [sink]
 * @returns {Promise<Record<K, Usage>>} the medians
 */
async function measured(rounds, runs, { latency = 0, job = 0, people = 100_000 } = {}) {
  const service = fork(beside('sink.js'), [latency, job, people].map(String));
  try {
    const [address] = await once(service, 'message');
    return await interleaved(runs, rounds, {
      NEWSLETTER_BASE_URL: address,
      NEWSLETTER_API_KEY: 'bench',
      NEWSLETTER_CONFIG_DIR: at('settings'),
    });
  } finally {
    service.disconnect();
  }
}

async function starts() {
  const runs = await measured(21, {
    nothing: ['-e', '0'],
    version: newsletter('--version'),
    help: newsletter('--help'),
    page: newsletter('subscribers list --help'),
    completion: [cli, '__complete', 'bash', 'newsletter groups get ', '=:@', '22'],
    get: newsletter('fields list -o table'),
  });
  const { nothing, ...others } = runs;
  for (const [name, usage] of Object.entries(others)) result(name, usage.wall / nothing.wall, usage);
}

async function imports() {
  const file = at('people.csv');
  for (const [size, rows, rounds] of /** @type {const} */ ([
    ['100k', 100_000, 5],
    ['1m', 1_000_000, 3],
  ])) {
    writeList(file, 'people', rows);
    const runs = { papa: papa(file), whole: load(file), check: load(file, '--dry-run') };
    const { papa: alone, whole, check } = await measured(rounds, runs);
    result(`import${size}`, whole.wall / alone.wall, whole);
    result(`check${size}`, check.wall / whole.wall, check);
  }
  if (!process.argv.includes('--large')) return;
  writeList(file, 'people', 5_000_000);
  const { whole } = await measured(1, { whole: load(file) });
  result('import5m', whole.wall / (results.import1m?.seconds ?? Number.NaN), whole);
}

/** Files of other kinds, by CPU. */
async function kinds() {
  for (const [kind, rows] of /** @type {const} */ ([
    ['quoted', 300_000],
    ['wide', 50_000],
    ['pairs', 1_000_000],
  ])) {
    const file = at(`${kind}.csv`);
    writeList(file, kind, rows);
    const { alone, whole } = await measured(3, { alone: papa(file), whole: load(file) });
    result(kind === 'pairs' ? 'duplicates' : kind, whole.cpu / alone.cpu, whole);
  }
  for (const kind of /** @type {const} */ (['good', 'half'])) writeList(at(kind), kind, 200_000);
  // A file of rejects that is there already would be compared.
  const rejecting = load(at('half'), '--rejects', at('rejects-{round}'));
  const { good, half } = await measured(3, { good: load(at('good')), half: rejecting });
  result('half', half.cpu / good.cpu, half);
  // How long a cell is must not matter: against ordinary rows of as many bytes.
  writeLongCell(at('long'), 15_000_000);
  writeList(at('rows'), 'people', 157_000);
  const cell = load(at('long'), '--dry-run', '--no-rejects');
  const { rows, long } = await measured(3, { rows: papa(at('rows')), long: cell });
  result('longCell', long.cpu / rows.cpu, long);
}

/** Each against the same people in CSV. */
async function sources() {
  const three = ['a.csv', 'b.csv', 'c.csv'].map(at);
  for (const [i, file] of three.entries()) writeList(file, 'people', 200_000, i * 200_000);
  const [one = ''] = three;
  writeZip(at('three.zip'), three);
  writeWorkbook(at('book.xlsx'), one);
  const runs = await measured(3, {
    one: load(one),
    xlsx: load(at('book.xlsx')),
    three: load(...three),
    zip: load(at('three.zip')),
  });
  result('xlsx', runs.xlsx.cpu / runs.one.cpu, runs.xlsx);
  result('zip', runs.zip.cpu / runs.three.cpu, runs.zip);
}

async function jobs() {
  const run = { run: load(at('jobs.csv')) };
  writeList(at('jobs.csv'), 'people', 300_000);
  // Jobs are pending when they are accepted, and done a millisecond later.
  // In pairs: a machine that is busier later is no slower import.
  const pairs = [];
  for (let round = 0; round < 5; round++) {
    const [atOnce, later] = [await measured(1, run), await measured(1, run, { job: 1 })];
    pairs.push({ ratio: later.run.wall / atOnce.run.wall, usage: later.run });
  }
  const [, , middle] = pairs.sort((a, b) => a.ratio - b.ratio);
  if (middle !== undefined) result('quickJobs', middle.ratio, middle.usage);
  writeList(at('jobs.csv'), 'people', 99_000);
  const slow = await measured(3, run, { latency: 80, job: 1000 });
  // A job takes its request, its own time, and the look that finds it done.
  result('slowJobs', slow.run.wall / ((Math.ceil(99_000 / 5000) * (0.08 + 1 + 0.08)) / 4), slow.run);
}

/** Lists of 100 thousand subscribers, against the bare GETs of the same pages. */
async function exports() {
  const exporting = (/** @type {number} */ size) =>
    newsletter(`subscribers export --per-page ${size} --quiet`);
  for (const size of [500, 100]) {
    const { bare, run } = await measured(5, { bare: bareGets(size), run: exporting(size) });
    result(`export${size}`, run.wall / bare.wall, run);
  }
  const { run } = await measured(1, { run: exporting(100) }, { latency: 80 });
  result('exportLatency', run.wall / ((1000 * 0.08) / 8), run);
}

/** Everybody is read with a filter, and every hundredth person changed. */
async function audience() {
  const where = ['--where', 'tags has "Book club" and created_at >= 2026 and email ~ "00@example"'];
  const filtering = [cli, 'subscribers', 'list', ...where, '--count', '--quiet'];
  const filter = [...filtering, '--per-page', '100'];
  const small = await measured(5, { bare: bareGets(100), filter });
  result('filter100', small.filter.wall / small.bare.wall, small.filter);
  // Both services make each page once. Ten times the people may take ten times as long, and no more memory.
  const [few, many] = [
    await measured(1, { run: filtering }),
    await measured(1, { run: filtering }, { people: 1_000_000 }),
  ];
  result('filter1m', many.run.wall / few.run.wall, many.run);
  const list = newsletter('subscribers list --all --quiet');
  const lists = await measured(
    3,
    { list, check: newsletter('subscribers check --quiet') },
    { people: 300_000 },
  );
  result('checkList', lists.check.cpu / lists.list.cpu, lists.check);
  const change = ['--field', 'city=Oslo', '--concurrency', '8', '--yes', '--quiet'];
  const update = [cli, 'subscribers', 'update', ...where, ...change];
  const slow = await measured(1, { filtering, update }, { latency: 80 });
  result('updateLatency', slow.update.wall / (slow.filtering.wall + (1000 * 0.08) / 8), slow.update);
}

/** People of whom each hundredth has moved since the last run. */
async function syncs() {
  const people = 300_000;
  const sync = (/** @type {string} */ file) => [cli, 'sync', file, '--name', 'bench', '--quiet'];
  for (const kind of /** @type {const} */ (['synced', 'moved'])) writeList(at(kind), kind, people);
  const list = newsletter('subscribers list --all -o ndjson');
  const runs = await measured(1, { before: sync(at('synced')), list, moved: sync(at('moved')) }, { people });
  result('sync300k', runs.moved.cpu / runs.list.cpu, runs.moved);
  writeList(at('filled'), 'synced', 10_000);
  const fill = [cli, 'sync', at('filled'), '--name', 'fill', '--quiet', '--concurrency', '16'];
  const { filling } = await measured(1, { filling: fill }, { latency: 80, people: 0 });
  result('syncLatency', filling.wall / ((10_000 * 0.08) / 16), filling);
}

const parts = { starts, imports, kinds, sources, jobs, exports, audience, syncs };
try {
  const named = Object.entries(parts).filter(([name]) => process.argv.includes(`--${name}`));
  for (const [, part] of named.length > 0 ? named : Object.entries(parts)) await part();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const node = process.versions.node;
const run = { date: new Date().toISOString().slice(0, 10), node, processors: cpus().length, results };
process.stdout.write(`${run.processors} processors (${cpus()[0]?.model ?? '?'}), Node ${node}, medians\n\n`);
process.stdout.write(`${tableOf([run], results)}\n\nkept runs:\n${history().map(oneLine).join('\n')}\n`);
if (process.argv.includes('--keep')) keep(run);
for (const miss of missed(run)) process.stderr.write(`missed: ${miss}\n`);
if (missed(run).length > 0) process.exitCode = 1;
