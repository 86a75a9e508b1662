/** A command that depends on the profile, and does not name one. Its end among other words is unknown. */
const anyCommand =
  /newsletter (?=[a-z])(?!(?:help|profiles|completion|sandbox)\b)(?![^;,]* --(?:profile|help|local)\b)/g;

/**
 * Adds `--profile` to the commands of a hint, which would otherwise use another account.
 *
 * @param profile from the command line; undefined leaves the hint unchanged
 */
export function hintForProfile(hint: string, profile: string | undefined): string {
  if (profile === undefined) return hint;
  return hint
    .replace(anyCommand, `$&--profile ${profile} `)
    .replace(/\bthen import that file$/, `$& with --profile ${profile}`);
}

/** A line that names the command to type next, perhaps behind a sentence. */
const nextCommand = /^((?:.+\. )?[Tt]o [\w ]+: newsletter (?!.* --profile).+)$/gm;

/** Adds `--profile` to the commands to type next. @param profile as for `hintForProfile` */
export function nextForProfile(text: string, profile: string | undefined): string {
  return profile === undefined ? text : text.replace(nextCommand, `$1 --profile ${profile}`);
}
