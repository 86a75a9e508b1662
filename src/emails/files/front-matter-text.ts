/** Text in front matter: to the letter where there is no doubt, refused with the mended line where there is. */
import { isMap, isScalar, parseDocument } from 'yaml';
import { templateToken } from '../tokens.ts';
import type { FrontMatterLine } from './front-matter-lines.ts';

const blockHeader = /^[|>][-+\d]{0,2}(?:[ \t]+#.*)?$/;

/** Reads a text. @throws Failure invalid_value where YAML would read something else than what stands there */
export function readText(line: FrontMatterLine): string {
  const { value, below } = line;
  if (/^["']/.test(value)) return readQuoted(line);
  if (blockHeader.test(value)) return readBlock(line);
  if (below.length > 0) return readFolded(line);
  checkComment(line);
  checkMeaning(line);
  return value;
}

/** Reads a text without blanks: a comment may follow. @throws Failure invalid_value */
export function readWord(line: FrontMatterLine): string {
  const [, word] = /^([^\s"']+)[ \t]+#.*$/.exec(line.value) ?? [];
  return readText(word === undefined ? line : { ...line, value: word });
}

function readQuoted(line: FrontMatterLine): string {
  const text = yamlText([`k: ${line.value}`, ...line.below].join('\n'));
  if (text !== undefined) return text;
  const { value } = line;
  const mark = value.charAt(0);
  if (mark === '"' && /\\/.test(value) && value.length > 1 && value.endsWith('"')) {
    const plain = inQuotes(value.slice(1, -1));
    throw line.invalid('a backslash in double quotes must be doubled', mended(line, plain));
  }
  if (value.indexOf(mark, 1) < 0) {
    throw line.invalid(
      `unclosed quote before ${shown(value.slice(1))}`,
      `${mended(line, inQuotes(value.slice(1)))}, or, if it belongs to the text: ${line.key}: ${inQuotes(value)}`,
    );
  }
  throw line.invalid(`the quotes end before the ${line.key} does`, mended(line, inQuotes(value)));
}

function readBlock(line: FrontMatterLine): string {
  const text =
    line.below.length > 0 ? yamlText([`k: ${line.value}`, ...line.below, ''].join('\n')) : undefined;
  if (text !== undefined) return text;
  if (line.below.length === 0) {
    throw line.invalid(`no text below ${line.key}: ${line.value}`, mended(line, inQuotes(line.value)));
  }
  throw line.invalid(
    `cannot parse the lines below ${line.key}`,
    `indent each line with two spaces, not tabs, below: ${line.key}: |`,
  );
}

/** A text that goes on below, without quotes: YAML joins the lines with blanks. */
function readFolded(line: FrontMatterLine): string {
  const parts = [line.value, ...line.below.map(each => each.trim())].filter(each => each !== '');
  const text = parts.join(' ');
  const read = yamlText([`k: ${line.value}`, ...line.below].join('\n'));
  if (read === text) return text;
  throw line.invalid(
    `the ${line.key} continues on the next line`,
    `put it on one line: ${line.key}: ${inQuotes(text)}`,
  );
}

/** ` #` before a word belongs to the text, as in `#42`; before a blank it may as well begin a comment. */
function checkComment(line: FrontMatterLine): void {
  const [, before] = /^(.*?)(?:^|[ \t]+)#(?:[ \t].*)?$/.exec(line.value) ?? [];
  if (before === undefined) return;
  throw line.invalid(
    `${shown(line.value.slice(before.length).trim())} is ambiguous: a comment, or part of the ${line.key}`,
    `${mended(line, inQuotes(line.value))}; put a comment on its own line`,
  );
}

function checkMeaning(line: FrontMatterLine): void {
  const { key, value } = line;
  if (/^(?:null|~)$/i.test(value)) {
    throw line.invalid(
      `${value} is ambiguous: no ${key}, or that word`,
      `for none: ${key}: ""; for the word: ${key}: "${value}"`,
    );
  }
  const [, inside] = /^[“„”«»‘‚’]([^“„”«»‘‚’]*)[“”„»«’‘]$/.exec(value) ?? [];
  if (inside !== undefined) {
    throw line.invalid(
      `ambiguous quotes in ${value}`,
      `without them: ${key}: ${inQuotes(inside)}; with them: ${key}: ${inQuotes(value)}`,
    );
  }
  if (templateToken.exec(value)?.index === 0) return;
  // What YAML does not understand has no other meaning; numbers, dates and "yes" have none here either.
  const meaning = yamlValue(`k: ${value.replaceAll('#', '_')}`);
  if (meaning === 'invalid' || meaning === 'scalar') return;
  throw line.invalid(`${shown(value)} has another meaning in YAML`, mended(line, inQuotes(value)));
}

/** How YAML reads the value of a line: as the text that stands there or as a number, as something else, or not at all. */
function yamlValue(source: string): 'scalar' | 'other' | 'invalid' {
  const document = parseDocument(source, { prettyErrors: false, logLevel: 'silent' });
  if (document.errors.length > 0) return 'invalid';
  const value = isMap(document.contents) ? document.contents.items[0]?.value : undefined;
  if (value === null) return 'scalar';
  if (!isScalar(value) || value.anchor !== undefined || value.tag !== undefined) return 'other';
  return 'scalar';
}

/** The text of a single YAML pair; undefined when it is anything else. */
export function yamlText(source: string): string | undefined {
  const document = parseDocument(source, { prettyErrors: false, logLevel: 'silent' });
  const [pair, ...more] = isMap(document.contents) ? document.contents.items : [];
  if (document.errors.length > 0 || more.length > 0 || !isScalar(pair?.value)) return undefined;
  return typeof pair.value.value === 'string' ? pair.value.value : undefined;
}

function mended({ key }: FrontMatterLine, quoted: string): string {
  return `put the ${key} in quotes: ${key}: ${quoted}`;
}

function shown(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 39)}…` : text}"`;
}

const needsEscape = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/u;

/** A text as YAML reads it back to the letter: in single quotes where that saves backslashes. */
export function inQuotes(text: string): string {
  if (/["\\]/.test(text) && !text.includes("'") && !needsEscape.test(text)) return `'${text}'`;
  return JSON.stringify(text).replace(
    new RegExp(needsEscape, 'gu'),
    each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
