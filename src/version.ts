declare const __VERSION__: string;
declare const __VERSION_LINE__: string;

/** The version in package.json, written in by the build. */
export const version: string = __VERSION__;

/** What `--version` prints: the version, and in a release the commit and its date. */
export const versionLine: string = __VERSION_LINE__;
