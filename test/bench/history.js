// The goals of cases.yaml, the runs that somebody kept (`npm run bench -- --keep`), one a line, and the tables that are made.
import { appendFileSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** @typedef {{ ratio: number, seconds: number, peak: number }} Result the peak in MiB */
/** @typedef {{ date: string, node: string, processors: number, results: Record<string, Result> }} Run */
/** @typedef {{ what: string, against: string, goal: number, olderGoal?: number, peak?: number }} Case */

const beside = (/** @type {string} */ name) => new URL(name, import.meta.url);

/** @type {Record<string, Case>} */
const cases = parse(readFileSync(beside('cases.yaml'), 'utf8'));

/** A goal may be missed by this part: machines are never quite at rest. */
const leeway = 1.15;

const ratioGoal = (/** @type {Case} */ { goal, olderGoal = goal }, /** @type {string} */ node) =>
  node.startsWith('20.') ? olderGoal : goal;

/** @returns {Run[]} the earliest first */
export function history() {
  const lines = readFileSync(beside('history.ndjson'), 'utf8').trim().split('\n');
  return lines.map(line => JSON.parse(line));
}

/** @param {Run} run */
export function keep(run) {
  appendFileSync(beside('history.ndjson'), `${JSON.stringify(run)}\n`);
}

/**
 * @param {Run} run
 * @returns {string[]} what is missed by more than a machine explains
 */
export function missed({ results, node }) {
  return measured(results).flatMap(([one, { ratio, peak }]) => {
    const goal = ratioGoal(one, node);
    return [
      ratio > goal * leeway ? `${one.what}: ${ratio} instead of ${goal}` : [],
      peak > (one.peak ?? peak) * leeway ? `${one.what}: ${peak} MiB instead of ${one.peak}` : [],
    ].flat();
  });
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
  const results = history().map(run => run.results);
  return tableOf(history(), Object.assign({}, ...results));
}

/**
 * @param {readonly Run[]} runs the latest that has a case says when it was measured
 * @param {Record<string, Result>} results
 */
export function tableOf(runs, results) {
  const rows = measured(results).map(([one, { ratio, seconds, peak }, name]) => {
    const { date = '', node = '' } = runs.findLast(run => name in run.results) ?? {};
    const goal = `${ratioGoal(one, node)}${one.peak === undefined ? '' : ` (${one.peak} MiB)`}`;
    return [one.what, one.against, ratio.toFixed(2), goal, seconds.toFixed(2), peak.toFixed(0), date];
  });
  const names = ['what', 'against', 'ratio', 'goal', 'seconds', 'peak MiB', 'measured'];
  const widths = names.map((name, n) => Math.max(name.length, ...rows.map(row => row[n]?.length ?? 0)));
  const line = (/** @type {string[]} */ row) =>
    `| ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  return [line(names), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/**
 * @param {Record<string, Result>} results
 * @returns {[Case, Result, string][]} those of a case, in the order of the cases
 */
function measured(results) {
  return Object.entries(cases).flatMap(([name, one]) => {
    const result = results[name];
    return result === undefined ? [] : [[one, result, name]];
  });
}
