import { equivalent } from './equivalent.js';

/** @typedef {{ line: number, column: number }} Position counted from 0 */
/**
 * @typedef {object} Fault
 * @property {string} module
 * @property {{ start: Position, end: Position }} location
 * @property {string} kind
 * @property {string} replacement
 * @property {string} status `late` counts as noticed: the tests did not end
 * @property {string} [test]
 * @property {string} [reason]
 */
/** @typedef {{ module: string, faults: number, noticed: number, explained: number }} Score */

const isNoticed = (/** @type {Fault} */ { status }) => status === 'noticed' || status === 'late';

/** The text that a fault replaces. @type {(fault: Fault, content: string) => string} */
function replaced({ location: { start, end } }, content) {
  const lines = content.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column : 0, at === last ? end.column : undefined))
    .join('\n');
}

/** One line of text. */
const flat = (/** @type {string} */ text) => text.replaceAll(/\s+/g, ' ').trim();

/** Marks those that no test can notice. @type {(faults: readonly Fault[], content: string) => Fault[]} */
export function explain(faults, content) {
  return faults.map(fault => {
    const line = flat(content.split('\n')[fault.location.start.line] ?? '');
    const isNamed = (equivalent[fault.module] ?? []).some(
      ({ lines, becomes }) =>
        lines.some(text => line.includes(text)) &&
        (becomes === undefined || flat(fault.replacement) === becomes),
    );
    return isNamed && !isNoticed(fault) ? { ...fault, status: 'explained' } : fault;
  });
}

/** What is explained of a line that is there no longer. @type {(module: string, content: string) => string[]} */
export function outdated(module, content) {
  const lines = content.split('\n').map(flat);
  const named = (equivalent[module] ?? []).flatMap(({ lines: texts }) => texts);
  return named
    .filter(text => !lines.some(line => line.includes(text)))
    .map(text => `${module}: explained, but no line of it: ${text}`);
}

/** @type {(result: { module: string, faults: readonly Fault[] }) => Score} */
export function scoreOf({ module, faults }) {
  return {
    module,
    faults: faults.length,
    noticed: faults.filter(isNoticed).length,
    explained: faults.filter(({ status }) => status === 'explained').length,
  };
}

/** What nobody noticed, as it stands and as it became. @type {(module: string, faults: readonly Fault[], content: string) => string} */
export function survivors(module, faults, content) {
  return faults
    .filter(fault => !isNoticed(fault) && fault.status !== 'explained')
    .map(
      fault =>
        `${module}:${fault.location.start.line + 1} ${fault.status}: ${flat(replaced(fault, content)).slice(0, 150)} -> ${flat(fault.replacement).slice(0, 150)}\n`,
    )
    .join('');
}

const shareOf = (/** @type {Score} */ { faults, noticed, explained }) =>
  (noticed / Math.max(faults - explained, 1)) * 100;

/** @type {(scores: readonly Score[]) => Score} */
function sumOf(scores) {
  const sum = (/** @type {'faults' | 'noticed' | 'explained'} */ key) =>
    scores.reduce((total, score) => total + score[key], 0);
  return { module: 'all', faults: sum('faults'), noticed: sum('noticed'), explained: sum('explained') };
}

/** 85 % of all that is not explained, 75 % of each module. @type {(scores: readonly Score[]) => string[]} */
export function missedGoals(scores) {
  const tried = scores.filter(({ faults, explained }) => faults > explained);
  return [
    ...tried.filter(score => shareOf(score) < 75).map(({ module }) => `below 75%: ${module}`),
    ...(shareOf(sumOf(tried)) < 85 ? ['below 85%: all'] : []),
  ];
}

/** @type {(scores: readonly Score[]) => string} */
export function tableOf(scores) {
  const row = (/** @type {Score} */ score) =>
    `| ${score.module} | ${score.faults} | ${score.noticed} | ${score.explained} | ${shareOf(score).toFixed(0)}% |\n`;
  const rows = [...scores.filter(({ faults }) => faults > 0), sumOf(scores)].map(row).join('');
  return `| module | faults | noticed | explained | noticed of the rest |\n|---|---|---|---|---|\n${rows}`;
}
