/** The tags and texts of an XML document that comes in pieces (XML 1.0): as much of it as workbooks use, and fast. */

/** Called in the order of the document. Names have no prefix. */
export interface XmlHandler {
  /** @param attributes as they are written, for `attributeOf` */
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** @param text decoded; a long one may come in pieces */
  text(text: string): void;
}

/** Characters of a tag, a comment or a text that may have to be waited for. */
const longestWait = 1 << 24;

const [lessThan, greaterThan, slash, quote, apostrophe] = [0x3c, 0x3e, 0x2f, 0x22, 0x27];
const [exclamation, question, space, letterC] = [0x21, 0x3f, 0x20, 0x63];

/** Tells a handler what a document holds. */
export class XmlScanner {
  readonly #handler: XmlHandler;
  /** The end of what has come, which cannot be read before more has. */
  #waiting = '';

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  /** Takes the next piece of the document, cut anywhere. @throws RangeError when it is not like a workbook's */
  push(piece: string): void {
    const text = this.#waiting === '' ? piece : this.#waiting + piece;
    let at = 0;
    while (at < text.length) {
      const open = text.indexOf('<', at);
      if (open !== at) {
        if (open === -1) break;
        this.#handler.text(decoded(text.slice(at, open)));
        at = open;
      }
      const end = this.#readMarkup(text, open);
      if (end === 0) break;
      at = end;
    }
    this.#waiting = at === 0 ? text : text.slice(at);
    if (this.#waiting.length > longestWait) throw new RangeError('a part of it is too long');
  }

  /** The document is complete. @throws RangeError when it ends inside a tag */
  end(): void {
    if (this.#waiting.trim() !== '') throw new RangeError('it is incomplete');
  }

  /** Reads what begins with `<`. @returns where it ends; 0 when that has not come yet */
  #readMarkup(text: string, open: number): number {
    const next = text.charCodeAt(open + 1);
    if (next === exclamation) return this.#readDeclaration(text, open);
    if (next === question) return endOf(text, '?>', open);
    const isEnd = next === slash;
    const first = isEnd ? open + 2 : open + 1;
    // The cells of a sheet, which are most of it, have names of one letter.
    const after = text.charCodeAt(first + 1);
    if (after === greaterThan && text.charCodeAt(first) > question) {
      if (isEnd) this.#handler.close(text.charAt(first));
      else this.#handler.open(text.charAt(first), '');
      return first + 2;
    }
    if (isEnd || (next === letterC && after === space)) return this.#readPlain(text, open, isEnd);
    let inQuotes = 0;
    let nameEnd = 0;
    for (let at = open + 1; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (inQuotes !== 0) {
        if (unit === inQuotes) inQuotes = 0;
      } else if (unit === greaterThan) {
        this.#tell(text, open, nameEnd === 0 ? at : nameEnd, at);
        return at + 1;
      } else if (unit === quote || unit === apostrophe) inQuotes = unit;
      else if (unit <= space && nameEnd === 0) nameEnd = at;
      else if (unit === lessThan) throw new RangeError('a tag is not closed');
    }
    return 0;
  }

  /** Reads a tag that ends at the first `>`: the end of an element, or a cell, whose attributes hold no texts. */
  #readPlain(text: string, open: number, isEnd: boolean): number {
    const end = text.indexOf('>', open);
    if (end === -1) return 0;
    if (isEnd) this.#handler.close(localName(text.slice(open + 2, end).trimEnd()));
    else this.#tellCell(text, open, end);
    return end + 1;
  }

  #tellCell(text: string, open: number, end: number): void {
    const isEmpty = text.charCodeAt(end - 1) === slash;
    this.#handler.open('c', text.slice(open + 2, isEmpty ? end - 1 : end));
    if (isEmpty) this.#handler.close('c');
  }

  #tell(text: string, open: number, nameEnd: number, end: number): void {
    if (text.charCodeAt(open + 1) === slash) {
      this.#handler.close(localName(text.slice(open + 2, nameEnd)));
      return;
    }
    const isEmpty = text.charCodeAt(end - 1) === slash;
    const last = isEmpty ? end - 1 : end;
    const name = localName(text.slice(open + 1, Math.min(nameEnd, last)));
    this.#handler.open(name, nameEnd < last ? text.slice(nameEnd, last) : '');
    if (isEmpty) this.#handler.close(name);
  }

  /** A comment, a CDATA section, or a declaration. */
  #readDeclaration(text: string, open: number): number {
    if (text.startsWith('<!--', open)) return endOf(text, '-->', open);
    if (!text.startsWith('<![CDATA[', open)) return text.length - open < 9 ? 0 : endOf(text, '>', open);
    const end = endOf(text, ']]>', open);
    if (end !== 0) this.#handler.text(text.slice(open + 9, end - 3));
    return end;
  }
}

/** Where a mark ends; 0 when it has not come. */
function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? 0 : at + mark.length;
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

/** The value of an attribute, by its name without prefix; undefined when there is none. */
export function attributeOf(attributes: string, name: string): string | undefined {
  for (let at = attributes.indexOf(name); at !== -1; at = attributes.indexOf(name, at + 1)) {
    const before = attributes.charCodeAt(at - 1);
    let equals = at + name.length;
    while (attributes.charCodeAt(equals) <= space) equals++;
    if ((before > space && before !== 0x3a) || attributes[equals] !== '=') continue;
    let start = equals + 1;
    while (attributes.charCodeAt(start) <= space) start++;
    const end = attributes.indexOf(attributes.charAt(start), start + 1);
    return decoded(attributes.slice(start + 1, end));
  }
  return undefined;
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
