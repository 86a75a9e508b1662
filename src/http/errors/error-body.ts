import { ignoringErrors } from '../../lib/failure.ts';
import { isObject, type UnknownRecord } from '../../lib/json/is-object.ts';
import { longestText, printable } from '../../lib/text/printable.ts';

/** What an error body says. */
export interface ErrorBody {
  /** At most 50 lines of at most 1000 printable characters. */
  readonly lines: readonly string[];
  readonly requestId: string | undefined;
}

const mostLines = 50;
const longestJson = 1024 * 1024;

/** Keys that error bodies of various services use: service.txt does not show any. */
const keys = (text: string) => text.split(/\s+/);
const messages = keys(`title message error_message error_description detail description
  reason msg issue error_msg errorMessage Message faultstring`);
const labels = keys('field param parameter property propertyPath path pointer loc location attribute name');
const fieldErrors = keys('errors fields field_errors fieldErrors validation_errors');
const nested = keys(
  'error message detail details invalid_params invalid-params violations issues fault source',
);
const requestIds = keys('request_id requestId trace_id traceId correlation_id correlationId');

/**
 * Reads an error body: JSON of any form, problem+json (RFC 9457), HTML, plain text, or nothing.
 *
 * @param contentType the header, or an empty text
 * @param body decompressed
 */
export function errorBody(contentType: string, body: Buffer): ErrorBody {
  const json = parsed(body);
  if (json !== undefined) {
    const lines: string[] = [];
    gather(json.value, '', 0, lines);
    return { lines: tidy(lines), requestId: requestIdIn(json.value) };
  }
  const text = body.toString('utf8', 0, longestText);
  const isHtml = contentType.includes('html') || /^\s*<[!?a-z]/i.test(text);
  return { lines: tidy(isHtml ? htmlLines(text) : text.split(/[\r\n]+/)), requestId: undefined };
}

function parsed(body: Buffer): { value: unknown } | undefined {
  if (body.byteLength > longestJson) return undefined;
  return ignoringErrors(() => ({ value: JSON.parse(body.toString('utf8')) }));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Collects the messages in a piece of JSON, each with the field that it is about. */
function gather(value: unknown, label: string, depth: number, lines: string[]): void {
  if (depth > 6 || lines.length > mostLines) return;
  if (typeof value === 'string' || typeof value === 'number') {
    lines.push(label ? `${label}: ${value}` : String(value));
  } else if (Array.isArray(value)) {
    for (const item of value.slice(0, mostLines + 1)) gather(item, label, depth + 1, lines);
  } else if (isObject(value)) {
    gatherObject(value, label, depth, lines);
  }
}

function gatherObject(value: UnknownRecord, label: string, depth: number, lines: string[]): void {
  const about = join(label, ownLabel(value));
  const before = lines.length;
  const code = textOf(value.error) ?? textOf(value.code);
  const [first = code, ...rest] = messages.flatMap(key => textOf(value[key]) ?? []);
  if (first !== undefined) {
    const suffix = code !== undefined && code !== first ? ` (${code})` : '';
    for (const line of [first + suffix, ...rest]) lines.push(about ? `${about}: ${line}` : line);
  }
  for (const key of nested) {
    // In JSON:API, `source` is the field that the error is about, not another error.
    const isLabel = key === 'source' && ownLabel(value) !== '';
    if (typeof value[key] === 'object' && !isLabel) gather(value[key], about, depth + 1, lines);
  }
  for (const key of fieldErrors) gatherFields(value[key], about, depth + 1, lines);
  if (lines.length === before) gatherFields(value, label, depth + 1, lines);
}

/** An object whose keys are the names of fields: `{"email": ["is taken"]}`. */
function gatherFields(value: unknown, label: string, depth: number, lines: string[]): void {
  if (!isObject(value)) {
    gather(value, label, depth, lines);
    return;
  }
  for (const [key, item] of Object.entries(value).slice(0, mostLines + 1)) {
    gather(item, join(label, key), depth + 1, lines);
  }
}

function ownLabel(value: UnknownRecord): string {
  for (const key of labels) {
    const name = value[key];
    if (textOf(name) !== undefined) return textOf(name) ?? '';
    if (Array.isArray(name)) return name.filter(part => ['string', 'number'].includes(typeof part)).join('.');
  }
  return isObject(value.source) ? ownLabel(value.source) : '';
}

function join(outer: string, inner: string): string {
  return outer && inner ? `${outer}.${inner}` : outer || inner;
}

function requestIdIn(value: unknown): string | undefined {
  for (const part of isObject(value) ? [value, value.error, value.meta] : []) {
    const found = isObject(part) ? requestIds.map(key => textOf(part[key])).find(Boolean) : undefined;
    if (found !== undefined) return printable(found);
  }
  return undefined;
}

function tidy(lines: readonly string[]): string[] {
  const clean = [...new Set(lines.map(printable))].filter(line => line !== '');
  return clean.length > mostLines ? [...clean.slice(0, mostLines - 1), '…'] : clean;
}

const entities = new Map(Object.entries({ lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ', amp: '&' }));
const mostElements = 5;

/**
 * The text of an HTML (or XML) error page: its title, heading and first paragraphs, or else all of it on one line.
 *
 * @param html a page, possibly cut short
 */
function htmlLines(html: string): string[] {
  const bare = html.replace(/<(script|style)\b[\s\S]*?(<\/\1>|$)/gi, ' ');
  const elements = [...bare.matchAll(/<(title|h1|p)\b[^>]*>([\s\S]*?)<\/\1/gi)].slice(0, mostElements);
  const lines = elements.map(([, , inner = '']) => textIn(inner)).filter(line => line !== '');
  return lines.length > 0 ? lines : [textIn(bare)];
}

function textIn(html: string): string {
  const text = html.replace(/<[^>]*>?/g, ' ');
  return text
    .replace(/&([a-z\d#]+);/g, (whole, name: string) => entities.get(name) ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
}
