import type { FieldSchema } from '../../contract/schema.ts';
import { isNested, valueAt, valueText } from '../fields.ts';
import { grouped, percent } from '../numbers.ts';
import { sanitizeLine } from '../shown-text.ts';
import type { Row, Tone } from '../terminal.ts';
import type { FormatOptions } from './writer.ts';

/** A sanitized value on one line. */
export interface Cell {
  readonly text: string;
  readonly tone?: Tone | undefined;
}

/** Characters. No terminal is wider; text beyond this is not sanitized and measured. */
const longest = 2000;

const statusTones: Readonly<Record<string, Tone>> = {
  sent: 'green',
  active: 'green',
  completed: 'green',
  failed: 'red',
  denied: 'red',
  banned: 'red',
  sending: 'yellow',
  processing: 'yellow',
  pending: 'yellow',
  reviewing: 'yellow',
  paused: 'yellow',
  scheduled: 'cyan',
};

const units: readonly (readonly [unit: string, seconds: number])[] = [
  ['y', 365 * 86_400],
  ['mo', 30 * 86_400],
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
];

/**
 * @param time ISO 8601
 * @param now milliseconds since 1970
 * @returns "3 h ago", "in 2 d", "now"; undefined if `time` is not a time
 */
export function relativeTime(time: string, now: number): string | undefined {
  const seconds = Math.trunc((Date.parse(time) - now) / 1000);
  if (Number.isNaN(seconds)) return undefined;
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['s', 1];
  const count = Math.trunc(Math.abs(seconds) / size);
  if (count === 0) return 'now';
  return seconds < 0 ? `${count} ${unit} ago` : `in ${count} ${unit}`;
}

const day = 86_400_000;

/**
 * @param time ISO 8601
 * @param now milliseconds since 1970
 * @returns "3 h ago" within a week, else the local date (TZ), "2026-03-09"; undefined if `time` is not a time
 */
export function shortTime(time: string, now: number): string | undefined {
  const at = Date.parse(time);
  return Math.abs(at - now) < 7 * day ? relativeTime(time, now) : localTime(at)?.slice(0, 10);
}

/** @returns the local time (TZ) and how long ago it was: "2026-03-09 14:05 (3 h ago)"; undefined as above */
export function longTime(time: string, now: number): string | undefined {
  const local = localTime(Date.parse(time));
  return local === undefined ? undefined : `${local} (${relativeTime(time, now)})`;
}

function localTime(at: number): string | undefined {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return Number.isNaN(local.getTime()) ? undefined : local.toISOString().slice(0, 16).replace('T', ' ');
}

/** Whole numbers in groups of three, others with four significant digits. */
function numberText(value: number): string {
  const isWhole = /^-?\d+$/.test(String(value));
  return isWhole ? grouped(value) : String(Number(value.toPrecision(4)));
}

/** @param field schema of the value, if the contract has one */
export function cellOf(value: unknown, field: FieldSchema | undefined, now: number): Cell {
  if (value === null || value === undefined) return { text: '–', tone: 'dim' };
  if (typeof value === 'boolean') return { text: value ? 'yes' : 'no' };
  // A number without a schema may be a year or a house number, which is not grouped.
  if (typeof value === 'number' && field) return { text: numberText(value) };
  if (typeof value === 'string' && field?.kind === 'time') {
    return { text: shortTime(value, now) ?? sanitizeLine(value) };
  }
  if (typeof value === 'string' && field?.kind === 'enumeration') {
    return { text: sanitizeLine(value), tone: statusTones[value] };
  }
  const text = Array.isArray(value) ? listText(value) : valueText(value);
  return { text: sanitizeLine(text.slice(0, longest)) };
}

/** The value of a column, formatted for people. */
export function readableCell(row: Row, path: string, { view, now }: FormatOptions): Cell {
  const value = valueAt(row, path) ?? valueAt(row, view.insteadOf?.get(path) ?? path);
  if (typeof value === 'number' && view.shares?.includes(path)) return { text: percent(value) };
  return cellOf(value, view.kinds?.[path], now);
}

function listText(value: readonly unknown[]): string {
  return value.some(isNested) ? JSON.stringify(value) : value.map(valueText).join(', ');
}
