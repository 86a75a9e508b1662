// What is measured, against what, and what must be reached. Only ratios carry over from one machine to another.

/**
 * @typedef {object} Case
 * @property {string} what
 * @property {string} against
 * @property {number} goal the ratio
 * @property {number} [olderGoal] the ratio on Node 20
 * @property {number} [peak] MiB
 */

/** @satisfies {Record<string, Case>} */
export const cases = {
  version: { what: '--version', against: 'node -e 0', goal: 1.1 },
  help: { what: '--help', against: 'node -e 0', goal: 1.4 },
  page: { what: 'subscribers list --help', against: 'node -e 0', goal: 1.4 },
  completion: { what: 'a completion', against: 'node -e 0', goal: 1.5 },
  get: { what: 'one GET and a table', against: 'node -e 0', goal: 3, olderGoal: 3.5 },
  import100k: { what: 'import, 100 thousand rows', against: 'Papa Parse alone', goal: 2.7, peak: 130 },
  check100k: { what: 'until its first request', against: 'the whole import', goal: 0.5 },
  import1m: { what: 'import, 1 million rows', against: 'Papa Parse alone', goal: 2.7, peak: 160 },
  check1m: { what: 'until its first request', against: 'the whole import', goal: 0.4 },
  import5m: { what: 'import, 5 million rows', against: '1 million rows', goal: 5.5, peak: 250 },
  quoted: {
    what: 'import, 300 thousand quoted rows, CPU',
    against: 'Papa Parse alone',
    goal: 3.3,
    peak: 130,
  },
  checkQuoted: { what: 'until its first request, CPU', against: 'the whole import', goal: 0.5 },
  wide: { what: 'import, 50 thousand rows x 60, CPU', against: 'Papa Parse alone', goal: 2, peak: 130 },
  narrow: {
    what: 'import, 1 million narrow rows, CPU',
    against: 'Papa Parse alone',
    goal: 2.6,
    peak: 140,
  },
  half: {
    what: 'import, half of 200 thousand rejected, CPU',
    against: 'none rejected',
    goal: 1.3,
    peak: 150,
  },
  longCell: {
    what: 'check, a cell of 15 MB, CPU',
    against: 'Papa Parse alone, 15 MB of rows',
    goal: 3,
    peak: 250,
  },
  unclosed: {
    what: 'check, 16 MB of open quotes, CPU',
    against: 'Papa Parse alone, 15 MB of rows',
    goal: 3,
    peak: 250,
  },
  duplicates: {
    what: 'import, 500 thousand pairs',
    against: 'Papa Parse alone',
    goal: 8,
    peak: 250,
  },
  xlsx: { what: 'import, workbook of 200 thousand', against: 'the same as CSV', goal: 8, peak: 150 },
  zip: { what: 'import, zip of three CSVs', against: 'the same, not packed', goal: 1.5, peak: 160 },
  threeFiles: { what: 'import, three CSVs', against: 'the same in one', goal: 1.2, peak: 160 },
  quickJobs: { what: 'import, jobs done at the next look', against: 'jobs done at once', goal: 1.2 },
  slowJobs: { what: 'import, 80 ms latency, 1 s jobs', against: 'jobs x time / 4', goal: 1.25 },
  export500: {
    what: 'export, 100 thousand, 500 a page',
    against: 'bare GETs',
    goal: 4.5,
    peak: 130,
  },
  export100: {
    what: 'export, 100 thousand, 100 a page',
    against: 'bare GETs',
    goal: 2.5,
    peak: 130,
  },
  filter100: {
    what: 'list --where, 100 thousand, 100 a page',
    against: 'bare GETs',
    goal: 1.3,
    peak: 130,
  },
  filter1m: {
    what: 'list --where, 1 million',
    against: '100 thousand',
    goal: 11,
    peak: 130,
  },
  checkList: {
    what: 'subscribers check, 300 thousand, CPU',
    against: 'subscribers list --all',
    goal: 1.5,
    peak: 250,
  },
  updateLatency: {
    what: 'update of 1 thousand, 80 ms latency',
    against: 'reading, and people x latency / 8',
    goal: 1.3,
    peak: 130,
  },
  sync300k: {
    what: 'sync, 300 thousand, 3 thousand changed, CPU',
    against: 'list --all',
    goal: 3,
    peak: 150,
  },
  syncLatency: {
    what: 'sync of 10 thousand new people, 80 ms latency',
    against: 'people x latency / 16',
    goal: 1.25,
    peak: 130,
  },
  exportLatency: { what: 'export, 80 ms latency', against: 'pages x latency / 8', goal: 1.25 },
};

/** @typedef {keyof typeof cases} CaseName */

/** A goal may be missed by this part: machines are never quite at rest. */
const leeway = 1.15;

/**
 * @param {CaseName} name
 * @param {string} node its version
 */
export function goalOf(name, node) {
  /** @type {Case} */
  const { goal, olderGoal, peak } = cases[name];
  return { ratio: node.startsWith('20.') ? (olderGoal ?? goal) : goal, peak };
}

/**
 * What is missed by more than a machine explains.
 *
 * @param {CaseName} name
 * @param {import('./history.js').Result} result
 * @param {string} node
 * @returns {string[]}
 */
export function missed(name, { ratio, peak }, node) {
  const goal = goalOf(name, node);
  /** @type {string[]} */
  const found = [];
  if (ratio > goal.ratio * leeway) found.push(`${cases[name].what}: ${ratio} instead of ${goal.ratio}`);
  if (goal.peak !== undefined && peak > goal.peak * leeway) {
    found.push(`${cases[name].what}: ${peak} MiB instead of ${goal.peak}`);
  }
  return found;
}
