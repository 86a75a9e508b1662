import type { Token } from 'markdown-it';
import type { ProtectedText } from '../tokens.ts';
import {
  directionOf,
  directionOfLanguage,
  hasRightToLeft,
  mainDirection,
  type TextDirection,
} from './text-direction.ts';

/** Where the lines of an email begin: as front matter says, or as its language or most of its letters tell. */
export function contentDirection(
  { text, placeholder }: ProtectedText,
  lang: string | undefined,
  dir: TextDirection | 'auto' | undefined,
): TextDirection {
  if (dir === 'ltr' || dir === 'rtl') return dir;
  if (dir === undefined && lang !== undefined) return directionOfLanguage(lang);
  // Addresses and tags are in Latin letters in every language.
  return mainDirection(
    text.replace(placeholder, '').replace(/<[^>]{0,2000}>|\]\([^)]{0,2000}\)|https?:\S+/g, ''),
  );
}

const blocks = /^(?:p|h[1-6]|ul|ol|li|blockquote|t[hd])$/;

/**
 * Gives blocks their direction where a text has letters of scripts written from the right: `dir="auto"`, and an
 * explicit one where it differs from the email's, since Outlook on Windows does not know `auto`.
 */
export function addDirections(
  tokens: Token[],
  direction: TextDirection,
  { text, placeholder }: ProtectedText,
): void {
  if (direction === 'ltr' && !hasRightToLeft(text)) return;
  for (const [index, token] of tokens.entries()) {
    if (token.nesting !== 1 || !blocks.test(token.tag) || token.hidden) continue;
    const own = directionOf(textWithin(tokens, index).replace(placeholder, ''));
    if (own === undefined || own === direction) token.attrSet('dir', 'auto');
    else {
      token.attrSet('dir', own);
      // A cell stays in line with its column.
      if (!/^t[hd]$/.test(token.tag)) token.attrJoin('class', `nl-${own}`);
    }
  }
}

/** The text of a block, without tags and addresses. */
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
