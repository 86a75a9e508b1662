/** Characters of a text; what follows is not read. */
export const longestText = 16 * 1024;
const longestLine = 1000;

/**
 * Text from outside on one line, shortened. Control characters, line breaks, lone surrogates and marks that change
 * the writing direction become spaces.
 */
export function printable(text: string): string {
  const clean = text
    .slice(0, longestText)
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const characters = [...clean.slice(0, 2 * longestLine)];
  return characters.length > longestLine ? `${characters.slice(0, longestLine - 1).join('')}…` : clean;
}

/** Whether a text can be sent in an Authorization header (RFC 6750, section 2.1): visible ASCII, no spaces. */
export function isBearerToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
