/** The tags and texts of an XML document that comes in pieces (XML 1.0): as much of it as workbooks use. */

/** Called in the order of the document. Names have no prefix. */
export interface XmlHandler {
  /** @param attributes as they are written, for `attributeOf` */
  open(name: string, attributes: string): void;
  close?(name: string): void;
  /** @param text decoded */
  text?(text: string): void;
}

/** A comment, a CDATA section, a declaration, the end of an element, or its start. */
const tag =
  /<(?:!--[\s\S]*?--|!\[CDATA\[([\s\S]*?)\]\]|\?[\s\S]*?\?|!(?!--|\[CDATA\[)[^>]*|\/([^>]*)|([^\s<>/!?"'=]+)([^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*))>/y;

/** Characters of a tag, a comment or a text, which are waited for. */
const longestWait = 1 << 24;

/**
 * Tells a handler what a document holds.
 *
 * @param pieces of the document, cut anywhere
 * @returns yields after each piece
 * @throws RangeError when it is not like a workbook's
 */
export async function* readXml(pieces: AsyncIterable<string>, handler: XmlHandler): AsyncGenerator<void> {
  let waiting = '';
  for await (const piece of pieces) {
    const text = waiting + piece;
    waiting = text.slice(readTokens(text, handler));
    if (waiting.length > longestWait) throw new RangeError('a part of it is too long');
    yield;
  }
  if (waiting.trim() !== '') throw new RangeError('it is incomplete');
}

/** @returns where the tag or text begins that is not complete */
function readTokens(text: string, handler: XmlHandler): number {
  let at = 0;
  for (;;) {
    const open = text.indexOf('<', at);
    if (open === -1) return at;
    if (open > at) handler.text?.(decoded(text.slice(at, open)));
    tag.lastIndex = open;
    const found = tag.exec(text);
    if (found === null) return open;
    at = tag.lastIndex;
    const [, data, end, start, attributes = ''] = found;
    if (start !== undefined) {
      const name = localName(start);
      handler.open(name, attributes);
      if (attributes.endsWith('/')) handler.close?.(name);
    } else if (end !== undefined) handler.close?.(localName(end.trimEnd()));
    else if (data !== undefined) handler.text?.(data);
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

const patterns = new Map<string, RegExp>();

/** The value of an attribute, by its name without prefix; undefined when there is none. */
export function attributeOf(attributes: string, name: string): string | undefined {
  let pattern = patterns.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    patterns.set(name, pattern);
  }
  const found = pattern.exec(attributes);
  return found === null ? undefined : decoded(found[1] ?? found[2] ?? '');
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The text with its references resolved (XML 1.0, section 4.6); others than the five are left as they are. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all: string, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? all;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : all;
  });
}
