// Measures the program as whole processes, always against something run in the same minute: only ratios carry
// over from one machine to another. `npm run bench`; `npm run bench -- --large` adds five million rows;
// `-- --starts`, `--imports`, `--kinds`, `--sources`, `--cells`, `--duplicates`, `--jobs`, `--lists`, `--audience` and `--syncs` measure those alone. A goal that is
// missed by 15 % fails the run; `-- --keep` adds the run to history.ndjson.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missed } from './cases.js';
import {
  writeHalf,
  writeLongCell,
  writeNarrow,
  writePairs,
  writePeople,
  writeQuoted,
  writeSynced,
  writeUnclosed,
  writeWide,
  writeWorkbook,
  writeZip,
} from './files.js';
import { history, keep, oneLine, tableOf } from './history.js';
import { cli, interleaved, measure } from './measure.js';

const large = process.argv.includes('--large');
const folder = mkdtempSync(join(tmpdir(), 'newsletter-bench-'));
const beside = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/** Reading an account takes as long as the account is large, whatever the file. */
const alone = ['--quiet', '--compare', 'never'];

/** @type {Record<string, import('./history.js').Result>} */
const results = {};

/**
 * @param {import('./cases.js').CaseName} name
 * @param {number} ratio
 * @param {import('./measure.js').Usage} usage
 */
function result(name, ratio, { wall, peak }) {
  const rounded = (/** @type {number} */ value) => Math.round(value * 100) / 100;
  results[name] = { ratio: rounded(ratio), seconds: rounded(wall), peak: Math.round(peak) };
}

/**
 * Runs something against a service that answers at once.
 *
 * @template T
 * @param {readonly string[]} sinkArguments
 * @param {(environment: Record<string, string>) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withSink(sinkArguments, work) {
  const sink = fork(beside('sink.js'), sinkArguments);
  try {
    const [address] = await once(sink, 'message');
    return await work({
      NEWSLETTER_BASE_URL: address,
      NEWSLETTER_API_KEY: 'bench',
      NEWSLETTER_CONFIG_DIR: join(folder, 'settings'),
    });
  } finally {
    sink.disconnect();
  }
}

async function startUp() {
  await withSink([], async environment => {
    const runs = await interleaved(
      {
        nothing: () => measure(['-e', '0']),
        version: () => measure([cli, '--version']),
        help: () => measure([cli, '--help']),
        page: () => measure([cli, 'subscribers', 'list', '--help']),
        completion: () => measure([cli, '__complete', 'bash', 'newsletter groups get ', '=:@', '22']),
        get: () => measure([cli, 'fields', 'list', '-o', 'table'], environment),
      },
      21,
    );
    const base = runs.nothing.wall;
    result('version', runs.version.wall / base, runs.version);
    result('help', runs.help.wall / base, runs.help);
    result('page', runs.page.wall / base, runs.page);
    result('completion', runs.completion.wall / base, runs.completion);
    result('get', runs.get.wall / base, runs.get);
  });
}

/**
 * @param {'100k' | '1m'} size
 * @param {number} rows
 * @param {number} rounds
 */
async function importing(size, rows, rounds) {
  const file = join(folder, `${rows}.csv`);
  writePeople(file, rows);
  const args = [cli, 'import', file, ...alone];
  const runs = await withSink([], environment =>
    interleaved(
      {
        papa: () => measure([beside('baseline.js'), file]),
        import: () => measure(args, environment),
        check: () => measure([...args, '--dry-run'], environment),
      },
      rounds,
    ),
  );
  rmSync(file);
  result(`import${size}`, runs.import.wall / runs.papa.wall, runs.import);
  result(`check${size}`, runs.check.wall / runs.import.wall, runs.check);
}

async function importingFiveMillion() {
  const file = join(folder, '5m.csv');
  writePeople(file, 5_000_000);
  const usage = await withSink([], environment => measure([cli, 'import', file, ...alone], environment));
  rmSync(file);
  result('import5m', usage.wall / (results.import1m?.seconds ?? Number.NaN), usage);
}

/** Files of other kinds, by CPU: others may work on the machine. */
async function kinds() {
  const at = (/** @type {string} */ name) => join(folder, `${name}.csv`);
  writeQuoted(at('quoted'), 300_000);
  writeWide(at('wide'), 50_000);
  writeNarrow(at('narrow'), 1_000_000);
  writeHalf(at('good'), 200_000, false);
  writeHalf(at('half'), 200_000, true);
  await withSink([], async environment => {
    const papa = (/** @type {string} */ name) => () => measure([beside('baseline.js'), at(name)]);
    const load =
      (/** @type {string} */ name, /** @type {string[]} */ ...more) =>
      () =>
        measure([cli, 'import', at(name), ...alone, ...more], environment, [0, 8]);
    for (const name of /** @type {const} */ (['quoted', 'wide', 'narrow'])) {
      const runs = await interleaved({ papa: papa(name), import: load(name) }, 3);
      result(name, runs.import.cpu / runs.papa.cpu, runs.import);
    }
    const runs = await interleaved(
      {
        quoted: load('quoted'),
        check: load('quoted', '--dry-run'),
        good: load('good'),
        half: () => {
          // One that is there already would be compared.
          rmSync(at('rejects'), { force: true });
          return load('half', '--rejects', at('rejects'))();
        },
      },
      3,
    );
    result('checkQuoted', runs.check.cpu / runs.quoted.cpu, runs.check);
    result('half', runs.half.cpu / runs.good.cpu, runs.half);
  });
}

/** Against ordinary rows of as many bytes: how long cells are, and what quotes are never closed, must not matter. */
async function cells() {
  const at = (/** @type {string} */ name) => join(folder, `${name}.csv`);
  writeLongCell(at('longCell'), 15_000_000);
  writeUnclosed(at('unclosed'), 300_000);
  writePeople(at('rows'), 157_000);
  const check = (/** @type {string} */ name) => (/** @type {Record<string, string>} */ environment) => () =>
    // Nobody is left to import where every row has a quote that never closes.
    measure([cli, 'import', at(name), ...alone, '--dry-run', '--no-rejects'], environment, [0, 8]);
  const runs = await withSink([], environment =>
    interleaved(
      {
        papa: () => measure([beside('baseline.js'), at('rows')]),
        longCell: check('longCell')(environment),
        unclosed: check('unclosed')(environment),
      },
      3,
    ),
  );
  result('longCell', runs.longCell.cpu / runs.papa.cpu, runs.longCell);
  result('unclosed', runs.unclosed.cpu / runs.papa.cpu, runs.unclosed);
}

async function duplicates() {
  const file = join(folder, 'pairs.csv');
  writePairs(file, 500_000);
  const runs = await withSink([], environment =>
    interleaved(
      {
        papa: () => measure([beside('baseline.js'), file]),
        import: () => measure([cli, 'import', file, ...alone], environment),
      },
      3,
    ),
  );
  rmSync(file);
  result('duplicates', runs.import.cpu / runs.papa.cpu, runs.import);
}

/** Each against the same people in a single CSV. */
async function sources() {
  const at = (/** @type {string} */ name) => join(folder, name);
  const [one, all, zip, book] = [at('one.csv'), at('all.csv'), at('three.zip'), at('book.xlsx')];
  const three = ['a.csv', 'b.csv', 'c.csv'].map(at);
  writePeople(one, 200_000);
  writePeople(all, 600_000);
  for (const [i, file] of three.entries()) writePeople(file, 200_000, i * 200_000);
  writeZip(zip, three);
  writeWorkbook(book, one);
  const run =
    (/** @type {readonly string[]} */ files) => (/** @type {Record<string, string>} */ environment) =>
      measure([cli, 'import', ...files, ...alone], environment);
  const runs = await withSink([], environment =>
    interleaved(
      {
        one: () => run([one])(environment),
        xlsx: () => run([book])(environment),
        all: () => run([all])(environment),
        threeFiles: () => run(three)(environment),
        zip: () => run([zip])(environment),
      },
      3,
    ),
  );
  result('xlsx', runs.xlsx.cpu / runs.one.cpu, runs.xlsx);
  result('zip', runs.zip.cpu / runs.threeFiles.cpu, runs.zip);
  result('threeFiles', runs.threeFiles.cpu / runs.all.cpu, runs.threeFiles);
}

async function quickJobs() {
  const file = join(folder, 'quick.csv');
  writePeople(file, 300_000);
  const args = [cli, 'import', file, ...alone];
  // Jobs are pending when they are accepted, and done a millisecond later.
  const runs = await withSink([], atOnce =>
    withSink(['0', '1'], later =>
      interleaved({ atOnce: () => measure(args, atOnce), later: () => measure(args, later) }, 5),
    ),
  );
  result('quickJobs', runs.later.wall / runs.atOnce.wall, runs.later);
}

async function slowJobs() {
  const file = join(folder, 'waiting.csv');
  const rows = 99_000;
  writePeople(file, rows);
  const latency = 0.08;
  const job = 1;
  const { usage } = await withSink([String(latency * 1000), String(job * 1000)], environment =>
    interleaved({ usage: () => measure([cli, 'import', file, ...alone], environment) }, 3),
  );
  // A job takes its request, its own time, and the look that finds it done.
  const least = (Math.ceil(rows / 5000) * (latency + job + latency)) / 4;
  result('slowJobs', usage.wall / least, usage);
}

/** Lists of 100 thousand subscribers, against the bare GETs of the same pages. */
async function exporting() {
  await withSink([], async environment => {
    for (const size of /** @type {const} */ ([500, 100])) {
      const args = ['subscribers', 'export', '--per-page', String(size), '--quiet'];
      const runs = await interleaved(
        {
          bare: () => measure([beside('pages.js'), String(size), '100000'], environment),
          export: () => measure([cli, ...args], environment),
        },
        5,
      );
      result(`export${size}`, runs.export.wall / runs.bare.wall, runs.export);
    }
  });
  const least = (1000 * 0.08) / 8;
  const slow = await withSink(['80'], environment =>
    measure([cli, 'subscribers', 'export', '--per-page', '100', '--quiet'], environment),
  );
  result('exportLatency', slow.wall / least, slow);
}

/** Everybody is read with a filter, and every hundredth person changed. */
async function audience() {
  const where = ['--where', 'tags has "Book club" and created_at >= 2026 and email ~ "00@example"'];
  const filtering = [cli, 'subscribers', 'list', ...where, '--count', '--quiet'];
  const runs = await withSink([], environment =>
    interleaved(
      {
        bare: () => measure([beside('pages.js'), '100', '100000'], environment),
        filter: () => measure([...filtering, '--per-page', '100'], environment),
      },
      5,
    ),
  );
  result('filter100', runs.filter.wall / runs.bare.wall, runs.filter);
  // Both services make each page once. Ten times the people may take ten times as long, and no more memory.
  const reading = (/** @type {number} */ people) =>
    withSink(['0', '0', String(people)], environment => measure(filtering, environment));
  const few = await reading(100_000);
  const many = await reading(1_000_000);
  result('filter1m', many.wall / few.wall, many);
  const whole = await withSink(['0', '0', '300000'], environment =>
    interleaved(
      {
        list: () => measure([cli, 'subscribers', 'list', '--all', '--quiet'], environment),
        check: () => measure([cli, 'subscribers', 'check', '--quiet'], environment),
      },
      3,
    ),
  );
  result('checkList', whole.check.cpu / whole.list.cpu, whole.check);
  const update = ['subscribers', 'update', ...where, '--field', 'city=Oslo', '--concurrency', '8'];
  await withSink(['80'], async environment => {
    const listing = await measure(filtering, environment);
    const updating = await measure([cli, ...update, '--yes', '--quiet'], environment);
    result('updateLatency', updating.wall / (listing.wall + (1000 * 0.08) / 8), updating);
  });
}

/** People of whom each hundredth has moved since the last run. */
async function syncing() {
  const people = 300_000;
  const before = join(folder, 'synced.csv');
  const after = join(folder, 'moved.csv');
  writeSynced(before, people, 0);
  writeSynced(after, people, 100);
  await withSink(['0', '0', String(people)], async environment => {
    const sync = (/** @type {string} */ file) =>
      measure([cli, 'sync', file, '--name', 'bench', '--quiet'], environment);
    await sync(before);
    const listing = await measure([cli, 'subscribers', 'list', '--all', '-o', 'ndjson'], environment);
    const synced = await sync(after);
    result('sync300k', synced.cpu / listing.cpu, synced);
  });
  const filled = join(folder, 'filled.csv');
  writeSynced(filled, 10_000, 0);
  await withSink(['80', '0', '0'], async environment => {
    const words = ['sync', filled, '--name', 'fill', '--quiet', '--concurrency', '16'];
    const filling = await measure([cli, ...words], environment);
    result('syncLatency', filling.wall / ((10_000 * 0.08) / 16), filling);
  });
}

const parts = {
  starts: startUp,
  imports: async () => {
    await importing('100k', 100_000, 5);
    await importing('1m', 1_000_000, 3);
    if (large) await importingFiveMillion();
  },
  kinds,
  cells,
  duplicates,
  sources,
  jobs: async () => {
    await quickJobs();
    await slowJobs();
  },
  lists: exporting,
  audience,
  syncs: syncing,
};

try {
  const named = Object.entries(parts).filter(([name]) => process.argv.includes(`--${name}`));
  for (const [, part] of named.length > 0 ? named : Object.entries(parts)) await part();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const node = process.versions.node;
const run = { date: new Date().toISOString().slice(0, 10), node, processors: cpus().length, results };
process.stdout.write(`${run.processors} processors (${cpus()[0]?.model ?? '?'}), Node ${node}, medians\n\n`);
process.stdout.write(`${tableOf(run)}\n\nkept runs:\n${history().map(oneLine).join('\n')}\n`);
if (process.argv.includes('--keep')) keep(run);
const misses = Object.entries(results).flatMap(([name, one]) =>
  missed(/** @type {import('./cases.js').CaseName} */ (name), one, node),
);
for (const miss of misses) process.stderr.write(`missed: ${miss}\n`);
if (misses.length > 0) process.exitCode = 1;
