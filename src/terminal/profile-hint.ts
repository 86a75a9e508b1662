/** A command that a profile matters to, and that names none. Where it ends among other words is unknown. */
const anyCommand =
  /newsletter (?=[a-z])(?!(?:help|profiles|completion|sandbox)\b)(?![^;,]* --(?:profile|all-profiles|help|local)\b)/g;

/**
 * Adds `--profile` to the commands of a hint: typed without it, they would go to another account.
 *
 * @param profile as named on the command line; undefined leaves the hint as it is
 */
export function hintForProfile(hint: string, profile: string | undefined): string {
  if (profile === undefined) return hint;
  return hint
    .replace(anyCommand, `$&--profile ${profile} `)
    .replace(/\bthen import that file$/, `$& with --profile ${profile}`);
}

/** A line that names the command to type next. */
const nextCommand = /^((?:To [\w ]+|Follow it with): newsletter (?!.* --profile).+)$/gm;

/**
 * Adds `--profile` to the commands that come next: typed without it, they would go to another account.
 *
 * @param profile as `hintForProfile`
 */
export function nextForProfile(text: string, profile: string | undefined): string {
  return profile === undefined ? text : text.replace(nextCommand, `$1 --profile ${profile}`);
}
