const aboutSettings = /newsletter config (?:get|set) [\w-]+(?: <[^>]*>)?(?!.* --profile)/g;

/**
 * A hint for somebody who named a profile: the settings that it speaks of are those of that profile.
 *
 * @param profile undefined for the one in use
 */
export function hintAbout(hint: string, profile: string | undefined): string {
  return profile === undefined ? hint : hint.replace(aboutSettings, `$& --profile ${profile}`);
}
