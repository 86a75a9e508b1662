// What docs/changelog.md says of a release.

/** @typedef {{ readonly version: string, readonly date: string, readonly notes: string }} Release */

/**
 * The releases of a changelog, in its order.
 *
 * @param {string} text in the form of Keep a Changelog
 * @returns {Release[]}
 */
function releases(text) {
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap(part => {
      const match = /^\[(\d+\.\d+\.\d+(?:-[\w.]+)?)\] - (\d{4}-\d\d-\d\d)\n/.exec(part);
      if (match === null) return [];
      const [head, version = '', date = ''] = match;
      return [{ version, date, notes: part.slice(head.length).trim() }];
    });
}

/**
 * What is wrong with a changelog.
 *
 * @param {string} text
 * @returns {string[]} nothing when all is well
 */
export function changelogProblems(text) {
  const heads = [...text.matchAll(/^## (.*)$/gm)].map(([, head = '']) => head);
  const known = releases(text);
  const dates = known.map(({ date }) => date);
  return [
    ...(heads[0] === '[Unreleased]' ? [] : ['it does not begin with ## [Unreleased]']),
    ...heads
      .slice(1)
      .filter(head => !known.some(({ version, date }) => head === `[${version}] - ${date}`))
      .map(head => `not of the form "[1.2.3] - 2026-01-31": ${head}`),
    ...(dates.join() === dates.toSorted().toReversed().join() ? [] : ['its newest release is not the first']),
    ...(new Set(known.map(({ version }) => version)).size === known.length
      ? []
      : ['a version stands in it twice']),
  ];
}

/**
 * The notes of the release that a tag asks for.
 *
 * @param {string} tag `v` and the version
 * @param {string} version of package.json
 * @param {string} text of the changelog
 * @returns {string}
 * @throws Error when tag, version and changelog do not agree
 */
export function notesOf(tag, version, text) {
  const problems = changelogProblems(text);
  const [newest] = releases(text);
  if (tag !== `v${version}`) problems.push(`the tag is ${tag}, the version in package.json ${version}`);
  if (newest?.version !== version) {
    problems.push(`the newest release in docs/changelog.md is ${newest?.version ?? 'none'}, not ${version}`);
  } else if (newest.notes === '') problems.push(`docs/changelog.md says nothing of ${version}`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return newest?.notes ?? '';
}
