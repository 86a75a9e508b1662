import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ module: string, faults: number, noticed: number }} Score */

/**
 * How many faults were noticed in each module. Those that no test reaches count as unnoticed; those that do not compile, not
 * at all.
 *
 * @param {readonly (readonly string[])[]} reports a module, and the path of its report (mutation-testing-report-schema)
 * @returns {Score[]}
 */
export function scoresOf(reports) {
  return reports.flatMap(([module = '', path = '']) => {
    if (!existsSync(path)) return [];
    /** @type {{ files: Record<string, { mutants: { status: string }[] }> }} */
    const { files } = JSON.parse(readFileSync(path, 'utf8'));
    const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
    const count = (/** @type {string[]} */ ...named) =>
      statuses.filter(status => named.includes(status)).length;
    const noticed = count('Killed', 'Timeout');
    const faults = noticed + count('Survived', 'NoCoverage');
    return faults === 0 ? [] : [{ module, faults, noticed }];
  });
}

/** @param {readonly Score[]} scores */
export function tableOf(scores) {
  const row = (/** @type {Score} */ { module, faults, noticed }) =>
    `| ${module} | ${faults} | ${noticed} | ${((noticed / Math.max(faults, 1)) * 100).toFixed(0)}% |\n`;
  const sum = (/** @type {'faults' | 'noticed'} */ key) =>
    scores.reduce((total, score) => total + score[key], 0);
  const all = { module: 'all', faults: sum('faults'), noticed: sum('noticed') };
  return `| module | faults | noticed | |\n|---|---|---|---|\n${[...scores, all].map(row).join('')}`;
}
