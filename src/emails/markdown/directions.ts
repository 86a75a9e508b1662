import type { Token } from 'markdown-it';
import type { ProtectedText } from '../tokens.ts';

export type TextDirection = 'ltr' | 'rtl';

const rightToLeft =
  /[\p{sc=Adlm}\p{sc=Arab}\p{sc=Hebr}\p{sc=Mand}\p{sc=Nkoo}\p{sc=Rohg}\p{sc=Samr}\p{sc=Syrc}\p{sc=Thaa}]/u;

/** The direction of the first letter (HTML's `dir="auto"`); undefined for a text without letters. */
function directionOf(text: string): TextDirection | undefined {
  const letter = /\p{L}/u.exec(text)?.[0];
  if (letter === undefined) return undefined;
  return rightToLeft.test(letter) ? 'rtl' : 'ltr';
}

/** The direction of most letters; `ltr` for a text without letters. */
function mainDirection(text: string): TextDirection {
  const letters = text.match(/\p{L}/gu) ?? [];
  const fromTheRight = letters.filter(letter => rightToLeft.test(letter)).length;
  return fromTheRight * 2 > letters.length ? 'rtl' : 'ltr';
}

/** Right-to-left languages, by the first part of their tag (BCP 47). */
const languages = new Set('ar arc ckb dv fa ha-arab he iw ks-arab ku-arab ps sd syr ug ur yi'.split(' '));

/** @param tag such as `he` or `ar-EG` */
function directionOfLanguage(tag: string): TextDirection {
  const [language = '', script = ''] = tag.toLowerCase().split('-');
  return languages.has(language) || languages.has(`${language}-${script}`) ? 'rtl' : 'ltr';
}

/** The direction of an email: from front matter, from its language, or from most of its letters. */
export function contentDirection(
  { text, placeholder }: ProtectedText,
  lang: string | undefined,
  dir: TextDirection | 'auto' | undefined,
): TextDirection {
  if (dir === 'ltr' || dir === 'rtl') return dir;
  if (dir === undefined && lang !== undefined) return directionOfLanguage(lang);
  // URLs and tags have Latin letters in every language.
  return mainDirection(
    text.replace(placeholder, '').replace(/<[^>]{0,2000}>|\]\([^)]{0,2000}\)|https?:\S+/g, ''),
  );
}

const blocks = /^(?:p|h[1-6]|ul|ol|li|blockquote|t[hd])$/;

/**
 * Adds a direction to blocks if the text has right-to-left letters: `dir="auto"`, or an explicit one where it differs
 * from the email's, since Outlook on Windows does not support `auto`.
 */
export function addDirections(
  tokens: Token[],
  direction: TextDirection,
  { text, placeholder }: ProtectedText,
): void {
  if (direction === 'ltr' && !rightToLeft.test(text)) return;
  for (const [index, token] of tokens.entries()) {
    if (token.nesting !== 1 || !blocks.test(token.tag) || token.hidden) continue;
    const own = directionOf(textWithin(tokens, index).replace(placeholder, ''));
    if (own === undefined || own === direction) token.attrSet('dir', 'auto');
    else {
      token.attrSet('dir', own);
      // Cells stay aligned with their column.
      if (!/^t[hd]$/.test(token.tag)) token.attrJoin('class', `nl-${own}`);
    }
  }
}

/** The text of a block, without tags and URLs. */
function textWithin(tokens: readonly Token[], start: number): string {
  const level = tokens[start]?.level ?? 0;
  const texts: string[] = [];
  for (let index = start + 1; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined || token.level <= level) break;
    for (const child of token.children ?? []) {
      if (child.type === 'text' || child.type === 'image') texts.push(child.content);
    }
  }
  return texts.join(' ');
}
