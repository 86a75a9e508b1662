/** Which way a text reads. */

/** Where the lines of a text begin: `ltr` left, `rtl` right. */
export type TextDirection = 'ltr' | 'rtl';

const rightToLeft =
  /[\p{sc=Adlm}\p{sc=Arab}\p{sc=Hebr}\p{sc=Mand}\p{sc=Nkoo}\p{sc=Rohg}\p{sc=Samr}\p{sc=Syrc}\p{sc=Thaa}]/u;

/** The direction of the first letter (HTML's `dir="auto"`); undefined for a text without letters. */
export function directionOf(text: string): TextDirection | undefined {
  const letter = /\p{L}/u.exec(text)?.[0];
  if (letter === undefined) return undefined;
  return rightToLeft.test(letter) ? 'rtl' : 'ltr';
}

/** Whether a text has letters of a script that is written from the right. */
export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/** The direction of most letters; `ltr` for a text without letters. */
export function mainDirection(text: string): TextDirection {
  const letters = text.match(/\p{L}/gu) ?? [];
  const fromTheRight = letters.filter(letter => rightToLeft.test(letter)).length;
  return fromTheRight * 2 > letters.length ? 'rtl' : 'ltr';
}

/** Languages written from the right, by the first part of their tag (BCP 47). */
const languages = new Set('ar arc ckb dv fa ha-arab he iw ks-arab ku-arab ps sd syr ug ur yi'.split(' '));

/** The direction of a language such as `he` or `ar-EG`. */
export function directionOfLanguage(tag: string): TextDirection {
  const [language = '', script = ''] = tag.toLowerCase().split('-');
  return languages.has(language) || languages.has(`${language}-${script}`) ? 'rtl' : 'ltr';
}
