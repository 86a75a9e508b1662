/**
 * JSON numbers exactly as the service wrote them. JavaScript numbers cannot hold 12345678901234567890 or tell 1.0 from
 * 1, and Node 20 does not give the source text of numbers. Code that calculates gets plain numbers; code that prints
 * asks for a copy with `ExactNumber`s. Such a copy is made only for texts in which it makes a difference.
 */

let marking: { readonly mark: string; readonly markedText: RegExp } | undefined;

/**
 * The prefix of strings that stand for a number while it passes through JSON.parse or JSON.stringify. It is random, so
 * that no string of the service begins with it. Made on first use, since loading node:crypto takes milliseconds.
 */
function numberMark() {
  if (marking === undefined) {
    const mark = `${process.getBuiltinModule('node:crypto').randomUUID()}:`;
    marking = { mark, markedText: new RegExp(`"${mark}([^"]*)"`, 'g') };
  }
  return marking;
}

/** A number that JavaScript would write differently from the service. */
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

  /** For `exactJsonText` only, which removes the mark. */
  toJSON(): string {
    return numberMark().mark + this.#text;
  }
}

interface SourceText {
  /** What JSON.parse made of the text. */
  readonly root: object;
  readonly text: string;
}

/** Whether any number so far needed an exact copy. */
let isUsed = false;
const sources = new WeakMap<object, SourceText>();
const exactCopies = new WeakMap<object, object>();

/** A member whose number is long, small or minus zero, ends in a zero after the point, or has an exponent. */
const riskyMember = /":\s*(?:-?(?:\d[\d.]{15}|\d+\.(?:\d*0[,}\s]|0{6})|\d[\d.]*[eE])|-0[,}\s])/;
const leadingNumber = /\s*-?\d/y;

/** Whether a number may need an exact copy. A quick check: every array that begins with a number counts. */
function hasRiskyNumber(text: string): boolean {
  if (riskyMember.test(text)) return true;
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
    leadingNumber.lastIndex = at + 1;
    if (leadingNumber.test(text)) return true;
  }
  return false;
}

const hasMembers = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Remembers the text of a JSON value, if a number in it may need an exact copy. `withExactNumbers` then works for the
 * value, its members and the elements of those.
 *
 * @param text a JSON text
 * @param root what JSON.parse made of it
 */
export function rememberJson(text: string, root: object): void {
  if (!hasRiskyNumber(text)) return;
  isUsed = true;
  const source = { root, text };
  const members = Object.values(root).flatMap((member: unknown) => [member, ...[member].flat()]);
  for (const value of [root, ...members]) if (hasMembers(value)) sources.set(value, source);
}

/**
 * A copy for printing only: an ExactNumber equals nothing.
 *
 * @param value a record, or another value that `rememberJson` covers
 * @returns a copy with an `ExactNumber` for each number that JavaScript would write differently; `value` itself if
 *   there is none
 */
export function withExactNumbers<T extends object>(value: T): T {
  if (!isUsed) return value;
  const source = exactCopies.has(value) ? undefined : sources.get(value);
  if (source !== undefined) addExactCopies(source.root, JSON.parse(withMarkedNumbers(source.text)));
  return (exactCopies.get(value) ?? value) as T;
}

/**
 * Parses JSON that is only printed or sent on.
 *
 * @returns as JSON.parse, with `ExactNumber`s where JavaScript would write a number differently
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!hasMembers(value)) return value;
  rememberJson(text, value);
  return withExactNumbers(value);
}

/** Records `copy` as the exact copy of `value`, and replaces the marked strings in it by numbers. */
function addExactCopies(value: unknown, copy: unknown): void {
  if (!hasMembers(value) || !hasMembers(copy)) return;
  exactCopies.set(value, copy);
  const { mark } = numberMark();
  for (const [key, member] of Object.entries(copy)) {
    if (typeof member !== 'string') addExactCopies(Reflect.get(value, key), member);
    else if (member.startsWith(mark)) Reflect.set(copy, key, new ExactNumber(member.slice(mark.length)));
  }
}

/** The JSON text with marked strings in place of the numbers that JavaScript would write differently. */
function withMarkedNumbers(text: string): string {
  let marked = '';
  let at = 0;
  for (let open = text.indexOf('"'); open >= 0; open = text.indexOf('"', at)) {
    const end = endOfString(text, open);
    marked += markNumbers(text.slice(at, open)) + text.slice(open, end);
    at = end;
  }
  return marked + markNumbers(text.slice(at));
}

function endOfString(text: string, open: number): number {
  for (let end = text.indexOf('"', open + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** @param between the part of a JSON text between two strings */
function markNumbers(between: string): string {
  if (!/\d/.test(between)) return between;
  const { mark } = numberMark();
  return between.replace(/-?\d[\d.eE+-]*/g, number =>
    String(Number(number)) === number ? number : `"${mark}${number}"`,
  );
}

/** A value as JSON.parse makes it: numbers in place of `ExactNumber`s, to calculate and compare with. */
export function withPlainNumbers(value: unknown): unknown {
  return isUsed && hasMembers(value) ? JSON.parse(exactJsonText(value)) : value;
}

/** As JSON.stringify, with exact numbers as the service wrote them. */
export function exactJsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  return isUsed ? text.replaceAll(numberMark().markedText, '$1') : text;
}
