/**
 * Numbers as the service wrote them. JavaScript's own numbers cannot hold 12345678901234567890 or tell 1.0 from 1,
 * and Node 20 does not show the source text of numbers. Whoever calculates gets plain numbers; whoever prints asks
 * for the record's exact twin. It costs something only for an answer in which it makes a difference.
 */

let made: { readonly seal: string; readonly sealedText: RegExp } | undefined;

/**
 * Marks a number that is on its way through JSON as a text; nobody outside can know it. Made when it is needed:
 * loading what makes it takes milliseconds.
 */
function sealing() {
  if (made === undefined) {
    const seal = `${process.getBuiltinModule('node:crypto').randomUUID()}:`;
    made = { seal, sealedText: new RegExp(`"${seal}([^"]*)"`, 'g') };
  }
  return made;
}

/** A number that JavaScript would write in another way than it was sent. */
export class ExactNumber {
  readonly #text: string;

  /** @param text a JSON number (RFC 8259, section 6) */
  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  valueOf(): number {
    return Number(this.#text);
  }

  /** For `jsonText` alone. */
  toJSON(): string {
    return sealing().seal + this.#text;
  }
}

interface SourceText {
  readonly whole: object;
  readonly text: string;
}

let isUsed = false;
const sources = new WeakMap<object, SourceText>();
const twins = new WeakMap<object, object>();

/** Behind a key: long, with zeros at the end of a fraction, very small, with an exponent, minus zero. */
const riskyMember = /":\s*(?:-?(?:\d[\d.]{15}|\d+\.(?:\d*0[,}\s]|0{6})|\d[\d.]*[eE])|-0[,}\s])/;
const leadingNumber = /\s*-?\d/y;

/** Whether some number may lose something. In haste: a list counts when it begins with a number. */
function mayLose(text: string): boolean {
  if (riskyMember.test(text)) return true;
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
    leadingNumber.lastIndex = at + 1;
    if (leadingNumber.test(text)) return true;
  }
  return false;
}

const hasMembers = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Remembers the text that JSON was read from, when some number in it could lose something.
 *
 * @param text a JSON text
 * @param whole what `JSON.parse` made of it; it, its members and the elements of those have twins from now on
 */
export function keepExact(text: string, whole: object): void {
  if (!mayLose(text)) return;
  isUsed = true;
  const source = { whole, text };
  const members = Object.values(whole).flatMap((member: unknown) => [member, ...[member].flat()]);
  for (const one of [whole, ...members]) if (hasMembers(one)) sources.set(one, source);
}

/**
 * @param value a record, or whatever `keepExact` was told of
 * @returns the same with an `ExactNumber` for each number that would be written differently; `value` itself where
 *   there is none. For printing only: an ExactNumber equals nothing
 */
export function exactOf<T extends object>(value: T): T {
  if (!isUsed) return value;
  const source = twins.has(value) ? undefined : sources.get(value);
  if (source !== undefined) pair(source.whole, JSON.parse(withSeals(source.text)));
  return (twins.get(value) ?? value) as T;
}

/**
 * Reads JSON that is only to be printed, or sent on.
 *
 * @returns what `JSON.parse` makes of it, with exact numbers
 * @throws SyntaxError
 */
export function exactFrom(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!hasMembers(value)) return value;
  keepExact(text, value);
  return exactOf(value);
}

/** Gives every object its twin, in which sealed texts become numbers. */
function pair(value: unknown, twin: unknown): void {
  if (!hasMembers(value) || !hasMembers(twin)) return;
  twins.set(value, twin);
  const { seal } = sealing();
  for (const [key, part] of Object.entries(twin)) {
    if (typeof part !== 'string') pair(Reflect.get(value, key), part);
    else if (part.startsWith(seal)) Reflect.set(twin, key, new ExactNumber(part.slice(seal.length)));
  }
}

/** The same JSON with numbers that would be written differently as sealed texts. */
function withSeals(text: string): string {
  let sealed = '';
  let at = 0;
  for (let open = text.indexOf('"'); open >= 0; open = text.indexOf('"', at)) {
    const end = endOfString(text, open);
    sealed += numbersSealed(text.slice(at, open)) + text.slice(open, end);
    at = end;
  }
  return sealed + numbersSealed(text.slice(at));
}

function endOfString(text: string, open: number): number {
  for (let end = text.indexOf('"', open + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** @param gap what stands between two strings of a JSON text */
function numbersSealed(gap: string): string {
  if (!/\d/.test(gap)) return gap;
  const { seal } = sealing();
  return gap.replace(/-?\d[\d.eE+-]*/g, found =>
    String(Number(found)) === found ? found : `"${seal}${found}"`,
  );
}

/** JSON text as `JSON.stringify` makes it, with exact numbers as they were sent. */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  return isUsed ? text.replaceAll(sealing().sealedText, '$1') : text;
}
