// The runs that somebody kept (`npm run bench -- --keep`), one a line, and the tables that are made of them.
import { appendFileSync, readFileSync } from 'node:fs';
import { cases, goalOf } from './cases.js';

const file = new URL('history.ndjson', import.meta.url);

/** @typedef {{ ratio: number, seconds: number, peak: number }} Result the peak in MiB */
/** @typedef {{ date: string, node: string, processors: number, results: Record<string, Result> }} Run */

/** @returns {Run[]} the earliest first */
export function history() {
  const text = readFileSync(file, 'utf8');
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));
}

/** @param {Run} run */
export function keep(run) {
  appendFileSync(file, `${JSON.stringify(run)}\n`);
}

/**
 * The ratios of a run, in one line.
 *
 * @param {Run} run
 */
export function oneLine({ date, node, processors, results }) {
  const ratios = Object.entries(results).map(([name, { ratio }]) => `${name} ${ratio}`);
  return `${date}, Node ${node}, ${processors} processors: ${ratios.join(', ')}`;
}

/** The last kept result of each case, as a Markdown table. */
export function lastKept() {
  /** @type {Map<string, { run: Run, result: Result }>} */
  const last = new Map();
  for (const run of history()) {
    for (const [name, result] of Object.entries(run.results)) last.set(name, { run, result });
  }
  const rows = caseNames.flatMap(name => {
    const found = last.get(name);
    return found === undefined ? [] : [[...cells(name, found.result, found.run.node), found.run.date]];
  });
  return table([...head, 'measured'], rows);
}

/**
 * @param {Run} run
 */
export function tableOf({ results, node }) {
  const rows = caseNames.flatMap(name => {
    const result = results[name];
    return result === undefined ? [] : [cells(name, result, node)];
  });
  return table(head, rows);
}

const head = ['what', 'against', 'ratio', 'goal', 'seconds', 'peak MiB'];
const caseNames = /** @type {import('./cases.js').CaseName[]} */ (Object.keys(cases));

/**
 * @param {import('./cases.js').CaseName} name
 * @param {Result} result
 * @param {string} node
 */
function cells(name, { ratio, seconds, peak }, node) {
  const { what, against } = cases[name];
  const goal = goalOf(name, node);
  const most = goal.peak === undefined ? '' : ` (${goal.peak} MiB)`;
  return [what, against, ratio.toFixed(2), `${goal.ratio}${most}`, seconds.toFixed(2), peak.toFixed(0)];
}

/**
 * @param {string[]} names
 * @param {string[][]} rows
 */
function table(names, rows) {
  const widths = names.map((name, n) => Math.max(name.length, ...rows.map(row => row[n]?.length ?? 0)));
  const line = (/** @type {string[]} */ row) =>
    `| ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  return [line(names), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
