import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import type { Resource } from '../contract/endpoint.ts';
import type { CallName, RecordIn } from '../contract/index.ts';
import type { FieldSchema } from '../contract/schema.ts';
import { Failure } from '../lib/failure.ts';
import { isObject, type UnknownRecord } from '../lib/json/is-object.ts';
import type { PageNumbers, RawResponse, ReceivedPage } from './api.ts';
import { type RequestSummary, unexpectedResponse } from './errors/request-failure.ts';
import { largestBody, type TransportResponse } from './transport.ts';
import { isOtherId } from './url.ts';

/**
 * The body of a response, decompressed (`Content-Encoding: gzip` or `br`, RFC 9110, section 8.4).
 *
 * @throws Error when the bytes are damaged, too many, or encoded in another way
 */
export async function decompressed({ headers, body }: TransportResponse): Promise<Buffer> {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity' || body.byteLength === 0) return body;
  const { brotliDecompress, gunzip } = await import('node:zlib');
  const known = new Map([
    ['gzip', promisify(gunzip)],
    ['x-gzip', promisify(gunzip)],
    ['br', promisify(brotliDecompress)],
  ]);
  const decompress = known.get(encoding);
  if (decompress === undefined) throw new Error(`unknown content encoding '${encoding}'`);
  return await decompress(body, { maxOutputLength: largestBody });
}

/** What a response says. */
function parsed(request: RequestSummary, response: RawResponse): unknown {
  const { body } = response;
  if (body.byteLength === 0) throw unexpectedResponse(request, response, 'empty body');
  const value = json(request, response);
  const excess = beyondDepthLimit(value);
  if (excess !== undefined) throw unexpectedResponse(request, response, excess);
  return value;
}

/** Deeper nesting than any record has, and less than what exhausts the stack of code that walks over it. */
const deepest = 500;

/** @returns what is too much in a parsed value: "nested more than 500 levels deep"; undefined if nothing is */
export function beyondDepthLimit(value: unknown): string | undefined {
  return isDeeper(value, deepest) ? `nested more than ${deepest} levels deep` : undefined;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some(item => isDeeper(item, levels - 1));
  // Makes no list of the values: every record of every page is looked at.
  for (const name in value) if (isDeeper((value as UnknownRecord)[name], levels - 1)) return true;
  return false;
}

function json(request: RequestSummary, response: RawResponse): unknown {
  const { body } = response;
  const isPage = /^\s*</.test(body.toString('latin1', 0, 100));
  // Decoding it would lose letters, in exports and in what is written back.
  if (!isPage && !isUtf8(body)) throw unexpectedResponse(request, response, 'not valid UTF-8');
  try {
    // Some servers put a byte order mark first; parsers may ignore it (RFC 8259, section 8.1).
    return JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const why = isPage ? 'a web page, not JSON' : 'not valid JSON';
    throw unexpectedResponse(request, response, why, error);
  }
}

/**
 * The record in a 2xx response: a JSON object with an id; other fields are not checked.
 * service.txt does not show the response of GET /v1/account: an id, a name or a slug is enough.
 *
 * @param asked the id that was asked about, and the address that was sent where the id is not known yet
 * @throws Failure unexpected_answer, or outcome_unknown for a request that changes something
 */
export function recordIn<N extends CallName>(
  name: N,
  request: RequestSummary,
  response: RawResponse,
  asked: { readonly id?: string | undefined; readonly email?: unknown },
): RecordIn<N> {
  const value = parsed(request, response);
  if (!isObject(value)) throw unexpectedResponse(request, response, 'not a JSON object');
  if (name === 'getAccount') {
    const names = [value.id, value.name, value.slug];
    if (!names.some(text => typeof text === 'string')) {
      throw unexpectedResponse(request, response, 'no id of the account');
    }
  } else if (typeof value.id !== 'string') {
    throw unexpectedResponse(request, response, 'no id');
  } else if (asked.id !== undefined && isOtherId(value.id, asked.id)) {
    throw unexpectedResponse(request, response, `another record, with the id ${value.id}`);
  } else if (isOtherAddress(value.email, asked.email)) {
    throw unexpectedResponse(request, response, `another person, ${value.email}`);
  }
  return value as unknown as RecordIn<N>;
}

/** The service may show an address in its own form: other capitals, the domain in ASCII. */
function isOtherAddress(got: unknown, sent: unknown): boolean {
  return typeof got === 'string' && typeof sent === 'string' && addressForm(got) !== addressForm(sent);
}

function addressForm(email: string): string {
  const [, local = '', domain = ''] = /^(.*)@(.*)$/s.exec(email.trim().normalize('NFC').toLowerCase()) ?? [];
  return `${local}@${URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain}`;
}

/**
 * The page in a 2xx response: `data`, a list of objects, and `meta` with the numbers of this page and of the last.
 *
 * @throws Failure unexpected_answer
 */
export function pageIn<T>(request: RequestSummary, response: RawResponse): ReceivedPage<T> {
  const value = parsed(request, response);
  const page = isObject(value) ? value : {};
  const { data, meta } = page;
  if (!Array.isArray(data) || !data.every(isObject)) {
    throw unexpectedResponse(request, response, 'no list of records under "data"');
  }
  const numbers = pageNumbers(meta);
  if (numbers === undefined) {
    throw unexpectedResponse(request, response, 'no page numbers under "meta"');
  }
  return { data: data as unknown as T[], meta, numbers };
}

/**
 * Reads `meta`. Numbers may come as text. The numbers of this page and of the last are required; invalid others are
 * undefined.
 *
 * @returns undefined without the numbers of this page and of the last
 */
export function pageNumbers(meta: unknown): PageNumbers | undefined {
  if (!isObject(meta)) return undefined;
  const current = wholeNumber(meta.current_page);
  const last = wholeNumber(meta.last_page);
  if (current === undefined || last === undefined) return undefined;
  const perPage = wholeNumber(meta.per_page);
  return { current, last, perPage: perPage === 0 ? undefined : perPage, total: wholeNumber(meta.total) };
}

/** A whole number of 0 or more, also as text; undefined for anything else. */
function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/**
 * Checks the fields of a record that the program is about to work with, not only to show (service.txt: "Every listed
 * response field is always present").
 *
 * @param resource what the record is
 * @param names its fields that are needed
 * @throws Failure unexpected_answer when one is missing or is not what service.txt says
 */
export function requireFields<T extends object>(
  { name, fields }: Resource,
  record: T,
  names: readonly (keyof T & string)[],
): void {
  for (const field of names) {
    const schema = fields[field];
    const value: unknown = record[field];
    if (schema === undefined || matchesSchema(value, schema)) continue;
    const what = `the service sent ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
    const problem = value === undefined || value === null ? `without ${field}` : `with an invalid ${field}`;
    throw new Failure('unexpected_answer', `${what} ${problem}`);
  }
}

function matchesSchema(value: unknown, schema: FieldSchema): boolean {
  if (value === null || value === undefined) return schema.nullable === true || schema.optional === true;
  switch (schema.kind) {
    case 'integer':
    case 'number':
      return Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'map':
    case 'record':
      return isObject(value);
    case 'list':
      return Array.isArray(value) && value.every(item => matchesSchema(item, schema.of));
    case 'anything':
      return true;
    default:
      // The values of an enumeration may become more.
      return typeof value === 'string';
  }
}

/** A value as text for a message: what is missing or is no text is named as such. */
export function shownText(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : 'unknown';
}
