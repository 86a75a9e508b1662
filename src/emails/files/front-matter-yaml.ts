/** Front matter is YAML in which every value is text, `2024` and `no` included; keys of other programs may have any. */
import { isMap, isNode, isScalar, type Pair, parseDocument, Scalar } from 'yaml';
import { Failure } from '../../lib/failure.ts';
import { yamlText } from '../../terminal/formats/yaml.ts';

export interface FrontMatterEntry {
  readonly key: string;
  /** A text, or the entries of a map. */
  readonly value: string | readonly FrontMatterEntry[];
  /** Why the value is neither: a list, a map of maps. */
  readonly problem?: Failure | undefined;
  /** A text of one line: how it is written (quoted, plain), and its offsets, without a comment behind it. */
  readonly written?: { readonly style: Scalar.Type; readonly start: number; readonly end: number };
  /** The line of the file, counted from 1. */
  readonly number: number;
  /** Offsets of its lines in the text, without the last line break. */
  readonly start: number;
  readonly end: number;
  /** `key: "value"`, if an unquoted value contains ` #`: a comment in YAML, but perhaps meant as text. */
  readonly asText: string | undefined;
  /** A failure that names file and line. */
  invalid(message: string, hint: string): Failure;
}

/**
 * Parses front matter into its keys.
 *
 * @param text between the two lines `---`, with line breaks `\n`
 * @throws Failure invalid_value for invalid YAML, and for text that is no key and its value
 */
export function frontMatterEntries(text: string, name: string): FrontMatterEntry[] {
  const options = { schema: 'failsafe', prettyErrors: false, logLevel: 'silent' } as const;
  const { contents, errors, warnings } = parseDocument(text, options);
  const source = new Source(text, name);
  const items = isMap(contents) ? contents.items : [];
  const [problem] = [...errors, ...warnings];
  if (problem !== undefined) {
    const { code, pos } = problem;
    // YAML reports a missing quote at the end of its text, or of the line.
    const at = code === 'MISSING_CHAR' ? startOf(items.findLast(item => startOf(item) <= pos[0])) : pos[0];
    throw source.refusal(at, code);
  }
  if (contents !== null && !isMap(contents)) throw source.refusal(contents.range?.[0] ?? 0);
  return items.map(item => source.entry(item));
}

class Source {
  readonly #text: string;
  readonly #name: string;

  constructor(text: string, name: string) {
    this.#text = text;
    this.#name = name;
  }

  entry(item: Pair, isNested = false): FrontMatterEntry {
    const { key, value } = item;
    const start = startOf(item);
    if (!isScalar(key) || (!isNested && this.#line(start).start !== start)) throw this.refusal(start);
    const [, valueEnd = start] = (isNode(value) && value.range) || [];
    const { end } = this.#line(start + this.#text.slice(start, valueEnd).replace(/\n+$/, '').length);
    const after = this.#text.slice(valueEnd, end);
    const entry = {
      key: String(key.value),
      number: this.#number(start),
      start,
      end,
      asText: undefined,
      invalid: (message: string, hint: string) => this.#invalid(start, message, hint),
    };
    const isMarked =
      isNode(value) && (value.tag !== undefined || ('anchor' in value && value.anchor !== undefined));
    // `>5` alone would be an empty text.
    if (isScalar(value) && !isMarked && (value.type?.startsWith('BLOCK') !== true || value.value !== '')) {
      const isUnclear = value.type === 'PLAIN' && after.includes('#');
      const [from, to] = value.range ?? [end, end];
      const isLine = from > start && to <= this.#line(start).end && !value.type?.startsWith('BLOCK');
      return {
        ...entry,
        value: String(value.value),
        ...(isLine && value.type && { written: { style: value.type, start: from, end: to } }),
        ...(isUnclear && { asText: this.#asText(start) }),
      };
    }
    if (isMap(value) && value.flow !== true && !isNested && !isMarked) {
      const entries = value.items.map(each => this.entry(each, true));
      const problem = entries.find(each => each.problem)?.problem;
      return { ...entry, value: entries, problem };
    }
    return { ...entry, value: '', problem: this.refusal(start) };
  }

  /** Why a line is not a key and its text, in words that need no knowledge of YAML. */
  refusal(at: number, code?: string): Failure {
    const { index, 0: mark } = /^[<>]{7} .*/m.exec(this.#text) ?? {};
    const remedy = 'keep one version, and delete the lines <<<<<<<, ======= and >>>>>>>';
    if (index !== undefined) return this.#invalid(index, `"${mark}" is a conflict of Git`, remedy);
    const { text } = this.#line(at);
    const [, key, value] = /^([a-z_]+):(\S.*)$/.exec(text) ?? [];
    if (key !== undefined)
      return this.#invalid(at, 'missing space after the colon', `write ${key}: ${value}`);
    if (code === 'DUPLICATE_KEY')
      return this.#invalid(at, `duplicate key ${keyOf(text)}`, 'keep one of them');
    if (/^\s/.test(text)) {
      const hint =
        'begin keys at the start of the line; indent the lines of a text with two spaces, not tabs';
      return this.#invalid(at, 'unexpected space at the start of the line', hint);
    }
    if (keyOf(text) !== undefined) {
      const [, open] = (code === 'MISSING_CHAR' && /:\s*(["'])/.exec(text)) || [];
      const lack = open === undefined ? 'needs quotes' : `has no closing ${open}`;
      return this.#invalid(at, `the ${keyOf(text)} ${lack}`, `write ${this.#asText(at)}`);
    }
    const shown = text.length > 50 ? `${text.slice(0, 49)}…` : text;
    const hint = 'end the front matter with a line "---" before the text of the email';
    return this.#invalid(at, `expected "key: value", found "${shown}"`, hint);
  }

  #invalid(at: number, message: string, hint: string): Failure {
    return new Failure('invalid_value', `${this.#name}:${this.#number(at)}: ${message}`, { hint });
  }

  /** The front matter begins on line 2. */
  #number(at: number): number {
    return this.#text.slice(0, at).split('\n').length + 1;
  }

  #line(at: number): { readonly start: number; readonly end: number; readonly text: string } {
    const start = this.#text.lastIndexOf('\n', at - 1) + 1;
    const found = this.#text.indexOf('\n', at);
    const end = found < 0 ? this.#text.length : found;
    return { start, end, text: this.#text.slice(start, end) };
  }

  /** The line at an offset, with its value in quotes. */
  #asText(at: number): string {
    const { text } = this.#line(at);
    const value = text.slice(text.indexOf(':') + 1).trim();
    const scalar = new Scalar(value.replace(/^"([^"]*)"?$/, '$1'));
    scalar.type = /["\\]/.test(scalar.value) ? Scalar.QUOTE_SINGLE : Scalar.QUOTE_DOUBLE;
    return yamlText({ [keyOf(text) ?? '']: scalar }).trimEnd();
  }
}

const startOf = (item: Pair | undefined) => (isScalar(item?.key) ? (item.key.range?.[0] ?? 0) : 0);
const keyOf = (line: string) => /^\s*["']?([^\s:#"'-][^:"']*?)["']?\s*:/.exec(line)?.[1];
