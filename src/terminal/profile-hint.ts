/** A command about settings that names no profile yet. */
const settingCommand = /newsletter config (?:get|set) [\w-]+(?: <[^>]*>)?(?!.* --profile)/g;

/**
 * Adds `--profile` to the commands of a hint, so that they read and set the settings of the profile that was used.
 *
 * @param profile as named on the command line; undefined leaves the hint as it is
 */
export function hintForProfile(hint: string, profile: string | undefined): string {
  return profile === undefined ? hint : hint.replace(settingCommand, `$& --profile ${profile}`);
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
