/**
 * JSON as text: laid out anew or cut in pieces without reading its numbers, which JavaScript would round. Everything
 * here takes text that `JSON.parse` has accepted.
 */
import type { Row } from './terminal.ts';

const sources = new WeakMap<Row, string>();

/** Remembers the JSON text that a record was read from: it is printed in place of what was read. */
export function keepSource<T extends Row>(row: T, text: string): T {
  sources.set(row, text);
  return row;
}

/** The text that a record was read from, if it is known. */
export function sourceOf(row: Row): string | undefined {
  return sources.get(row);
}

/** The tokens of a JSON text (RFC 8259, section 2) without the white space between them. */
function* tokens(json: string): Generator<{ readonly from: number; readonly to: number }> {
  const plain = /[^\s"{}[\],:]+/y;
  for (let at = 0; at < json.length; ) {
    const character = json.charAt(at);
    let to = at + 1;
    if (character === '"') to = endOfString(json, at);
    else if (!/[\s{}[\],:]/.test(character)) {
      plain.lastIndex = at;
      plain.test(json);
      to = plain.lastIndex;
    }
    if (!/\s/.test(character)) yield { from: at, to };
    at = to;
  }
}

function endOfString(json: string, from: number): number {
  for (let at = from; ; ) {
    at = json.indexOf('"', at + 1);
    let first = at;
    while (json[first - 1] === '\\') first--;
    if ((at - first) % 2 === 0) return at + 1;
  }
}

/** The same value with two blanks for each level, as `JSON.stringify(value, null, 2)` lays it out. */
export function indented(json: string): string {
  const parts: string[] = [];
  let level = 0;
  let before = '';
  const newLine = () => parts.push(`\n${'  '.repeat(level)}`);
  for (const { from, to } of tokens(json)) {
    const token = json.slice(from, to);
    const closes = token === '}' || token === ']';
    const opened = before === '{' || before === '[';
    if (closes) level--;
    if (closes ? !opened : opened || before === ',') newLine();
    parts.push(token === ':' ? ': ' : token);
    if (token === '{' || token === '[') level++;
    before = token;
  }
  return parts.join('');
}

/** The same value on one line. */
export function compact(json: string): string {
  const parts: string[] = [];
  for (const { from, to } of tokens(json)) parts.push(json.slice(from, to));
  return parts.join('');
}

/**
 * The texts of the elements of a list.
 *
 * @param name of the key of the outermost object that holds the list; undefined: the list is the outermost value
 */
export function elementsOf(json: string, name?: string): string[] {
  const depth = name === undefined ? 1 : 2;
  let elements: string[] = [];
  let level = 0;
  let before = '';
  let key = '';
  let inside = name === undefined;
  let begin = -1;
  let end = -1;
  const finish = () => {
    if (begin >= 0) elements.push(json.slice(begin, end));
    begin = -1;
  };
  for (const { from, to } of tokens(json)) {
    const token = json.slice(from, to);
    const opens = token === '{' || token === '[';
    const closes = token === '}' || token === ']';
    if (level === 1 && token === ':' && before.startsWith('"')) key = JSON.parse(before);
    if (closes) level--;
    if (inside && closes && level === depth - 1) {
      finish();
      inside = false;
    } else if (inside && token === ',' && level === depth) finish();
    else if (inside && level >= depth) {
      if (begin < 0) begin = from;
      end = to;
    }
    if (opens) {
      // The last of two equal keys counts, as for JSON.parse.
      if (token === '[' && name !== undefined && level === 1 && before === ':' && key === name) {
        inside = true;
        elements = [];
      }
      level++;
    }
    before = token;
  }
  return elements;
}
