/** Parameters such as `utm_source` in the links of an email. */
import { protectTokens } from '../tokens.ts';
import { type Edit, escapeAttribute, type HtmlAttribute } from './edits.ts';

/**
 * Adds parameters to the address of a link, save one to unsubscribe.
 *
 * @param restore puts tokens back
 */
export function markedLink(
  { value, start, end }: HtmlAttribute,
  utm: Readonly<Record<string, string>>,
  restore: (text: string) => string,
): Edit[] {
  const marked = withParameters(value.trim(), utm);
  if (marked === value.trim() || /unsub|opt.?out/i.test(restore(value).replace(/^https?:/i, ''))) return [];
  return [{ start, end, text: `href="${escapeAttribute(marked)}"` }];
}

/** A web address with more parameters: those that it has stay, and so does its fragment. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  if (!/^https?:\/\/[^/]/i.test(address)) return address;
  const [, page = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
  const present = new Set((query ?? '').split('&').map(each => each.split('=')[0]?.toLowerCase()));
  const added = Object.entries(parameters).filter(([name]) => !present.has(name.toLowerCase()));
  if (added.length === 0) return address;
  const own = query === undefined || query === '' ? [] : [query.replace(/&$/, '')];
  const queries = [...own, ...added.map(([name, value]) => `${name}=${encodeParameter(value)}`)];
  return `${page}?${queries.join('&')}${fragment}`;
}

/** Tokens in a value stay: the service replaces them. */
function encodeParameter(value: string): string {
  const { text, restore } = protectTokens(value);
  return restore(encodeURIComponent(text));
}
