/** The tags and texts of an XML document that comes in pieces (XML 1.0). */
import { Parser } from 'htmlparser2';

/** Called in the order of the document. Names have no prefix. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** By their names, as they are written. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Tells a handler what a document holds; yields after each piece. @throws RangeError when it is cut */
export async function* readXml(pieces: AsyncIterable<string>, handler: XmlHandler): AsyncGenerator<void> {
  let depth = 0;
  const onopentag = (name: string, attributes: XmlAttributes) => {
    depth++;
    handler.open(localName(name), attributes);
  };
  const onclosetag = (name: string) => {
    depth--;
    handler.close?.(localName(name));
  };
  const ontext = (text: string) => handler.text?.(text);
  const parser = new Parser({ onopentag, onclosetag, ontext }, { xmlMode: true });
  for await (const piece of pieces) {
    parser.write(piece);
    yield;
  }
  if (depth !== 0) throw new RangeError('it is incomplete');
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);
