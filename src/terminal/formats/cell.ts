import type { Field } from '../../contract/field.ts';
import { cleanLine } from '../clean.ts';
import type { Tone } from '../colours.ts';
import { plainText } from '../fields.ts';
import { grouped } from '../numbers.ts';

/** One value as people read it: clean, on one line. */
export interface Cell {
  readonly text: string;
  readonly tone?: Tone | undefined;
}

/** No screen is wider than this; nothing longer needs to be cleaned and measured. */
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
 * @returns "3 h ago", "in 2 d", "now"; undefined when `time` is no time
 */
export function relativeTime(time: string, now: number): string | undefined {
  const seconds = Math.trunc((Date.parse(time) - now) / 1000);
  if (Number.isNaN(seconds)) return undefined;
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['s', 1];
  const count = Math.trunc(Math.abs(seconds) / size);
  if (count === 0) return 'now';
  return seconds < 0 ? `${count} ${unit} ago` : `in ${count} ${unit}`;
}

/**
 * Counts in groups of three; everything else with four significant digits. The document does not say
 * whether a rate is a fraction or a percentage, so no sign is added.
 */
function numberText(value: number): string {
  return Number.isInteger(value) ? grouped(value) : String(Number(value.toPrecision(4)));
}

/** @param field what the contract says about the value, if anything */
export function cellOf(value: unknown, field: Field | undefined, now: number): Cell {
  if (value === null || value === undefined) return { text: '–', tone: 'dim' };
  if (typeof value === 'boolean') return { text: value ? 'yes' : 'no' };
  // Without the contract's word a number may be a year or a house number: left as it is.
  if (typeof value === 'number' && field) return { text: numberText(value) };
  if (typeof value === 'string' && field?.kind === 'time') {
    return { text: relativeTime(value, now) ?? cleanLine(value) };
  }
  if (typeof value === 'string' && field?.kind === 'enumeration') {
    return { text: cleanLine(value), tone: statusTones[value] };
  }
  const text = Array.isArray(value) ? listText(value) : plainText(value);
  return { text: cleanLine(text.slice(0, longest)) };
}

function listText(value: readonly unknown[]): string {
  return value.every(part => typeof part !== 'object')
    ? value.map(plainText).join(', ')
    : JSON.stringify(value);
}
