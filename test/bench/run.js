// Measures the program as whole processes, always against something run in the same minute: only ratios carry
// over from one machine to another. `npm run bench`; `npm run bench -- --large` adds five million rows;
// `-- --lists` measures exports alone, `-- --cells` a cell of 50 MB alone.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeLongCell, writePeople } from './files.js';
import { cli, interleaved, measure } from './measure.js';

const large = process.argv.includes('--large');
const folder = mkdtempSync(join(tmpdir(), 'newsletter-bench-'));
const beside = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/** @type {string[][]} */
const table = [['what', 'against', 'ratio', 'goal', 'seconds', 'peak MiB']];

/**
 * @param {string} what
 * @param {string} against
 * @param {number} ratio
 * @param {string} goal
 * @param {import('./measure.js').Usage} usage
 */
function row(what, against, ratio, goal, usage) {
  table.push([what, against, ratio.toFixed(2), goal, usage.wall.toFixed(2), usage.peak.toFixed(0)]);
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
        get: () => measure([cli, 'fields', 'list', '-o', 'table'], environment),
      },
      21,
    );
    const base = runs.nothing.wall;
    const modern = Number(process.versions.node.split('.')[0]) >= 22;
    row('--version', 'node -e 0', runs.version.wall / base, '1.1', runs.version);
    row('--help', 'node -e 0', runs.help.wall / base, '1.5', runs.help);
    row('subscribers list --help', 'node -e 0', runs.page.wall / base, '1.5', runs.page);
    row('one GET and a table', 'node -e 0', runs.get.wall / base, modern ? '3.2' : '6', runs.get);
  });
}

/**
 * @param {string} name
 * @param {number} rows
 * @param {number} rounds
 * @param {string} peak
 */
async function importing(name, rows, rounds, peak) {
  const file = join(folder, `${rows}.csv`);
  writePeople(file, rows);
  const runs = await withSink([], environment =>
    interleaved(
      {
        papa: () => measure([beside('baseline.js'), file]),
        import: () => measure([cli, 'import', file, '--quiet'], environment),
        check: () => measure([cli, 'import', file, '--quiet', '--dry-run'], environment),
      },
      rounds,
    ),
  );
  rmSync(file);
  row(
    `import, ${name} rows`,
    'Papa Parse alone',
    runs.import.wall / runs.papa.wall,
    `3 (${peak} MiB)`,
    runs.import,
  );
  row(`  until the first request`, 'the whole import', runs.check.wall / runs.import.wall, '0.5', runs.check);
  return runs.import.wall;
}

async function longCell() {
  const file = join(folder, 'cell.csv');
  writeLongCell(file, 50_000_000);
  const usage = await withSink([], environment =>
    measure([cli, 'import', file, '--quiet', '--dry-run', '--no-rejects'], environment),
  );
  row('check, a cell of 50 MB', '3 s', usage.wall / 3, '1 (250 MiB)', usage);
}

async function waiting() {
  const file = join(folder, 'waiting.csv');
  const rows = 99_000;
  writePeople(file, rows);
  const latency = 0.08;
  const job = 1;
  const usage = await withSink([String(latency * 1000), String(job * 1000)], environment =>
    interleaved(
      {
        import: () => measure([cli, 'import', file, '--quiet'], environment),
      },
      3,
    ),
  );
  // A job takes its request, its own time, and the look that finds it done.
  const least = (Math.ceil(rows / 5000) * (latency + job + latency)) / 4;
  row(
    'import, 80 ms latency, 1 s jobs',
    `jobs x time / 4 (${least.toFixed(1)} s)`,
    usage.import.wall / least,
    '1.25',
    usage.import,
  );
}

/** Lists of 100 thousand subscribers, against the bare GETs of the same pages. */
async function exporting() {
  await withSink([], async environment => {
    for (const [size, goal] of [
      [500, '4.5'],
      [100, '2.5'],
    ]) {
      const args = ['subscribers', 'export', '--per-page', String(size), '--quiet'];
      const runs = await interleaved(
        {
          bare: () => measure([beside('pages.js'), String(size), '100000'], environment),
          export: () => measure([cli, ...args], environment),
        },
        5,
      );
      const what = `export, 100 thousand, ${size} a page`;
      row(what, 'bare GETs', runs.export.wall / runs.bare.wall, `${goal} (130 MiB)`, runs.export);
    }
  });
  const least = (1000 * 0.08) / 8;
  const slow = await withSink(['80'], environment =>
    measure([cli, 'subscribers', 'export', '--per-page', '100', '--quiet'], environment),
  );
  row('export, 80 ms latency', `pages x latency / 8 (${least} s)`, slow.wall / least, '1.25', slow);
}

async function all() {
  await startUp();
  await importing('100 thousand', 100_000, 5, '130');
  const one = await importing('1 million', 1_000_000, 3, '160');
  if (large) {
    const five = await importing('5 million', 5_000_000, 1, '250');
    table.push(['5 million rows', '1 million rows', (five / one).toFixed(2), '5.5', '', '']);
  }
  await waiting();
  await exporting();
}

try {
  if (process.argv.includes('--lists')) await exporting();
  else if (process.argv.includes('--cells')) await longCell();
  else await all();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const widths =
  table[0]?.map((_, column) => Math.max(...table.map(cells => cells[column]?.length ?? 0))) ?? [];
const line = (/** @type {string[]} */ cells) =>
  `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
const [head = [], ...rows] = table;
process.stdout.write(
  `${cpus().length} processors (${cpus()[0]?.model ?? '?'}), Node ${process.versions.node}, medians\n\n`,
);
process.stdout.write(
  `${[line(head), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n')}\n`,
);
