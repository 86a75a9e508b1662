// What `newsletter --version` prints. A release says in the build's environment which commit it is built from; a build of
// anybody else's says the version alone. Nothing is asked of Git, at the build or later.

/**
 * @param {string} version of package.json
 * @param {NodeJS.ProcessEnv} environment NEWSLETTER_BUILD_COMMIT, a commit's hash, and SOURCE_DATE_EPOCH, its time in
 *   seconds, as reproducible-builds.org has it; both or plain
 * @returns {string} `1.2.3`, or `1.2.3 (0123456789ab, 2026-11-22)`
 * @throws Error when one is malformed, or the time is missing
 */
export function versionLine(version, { NEWSLETTER_BUILD_COMMIT: commit, SOURCE_DATE_EPOCH: time }) {
  if (commit === undefined || commit === '') return version;
  if (!/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(commit)) {
    throw new Error(`NEWSLETTER_BUILD_COMMIT is not the hash of a commit: ${commit}`);
  }
  if (time === undefined || !/^\d{1,11}$/.test(time)) {
    throw new Error(`SOURCE_DATE_EPOCH is not a time in seconds: ${time ?? 'not set'}`);
  }
  return `${version} (${commit.slice(0, 12)}, ${new Date(Number(time) * 1000).toISOString().slice(0, 10)})`;
}
