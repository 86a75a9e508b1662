import { InvalidArgumentError } from 'commander';

/** A whole number from 1, as an option's value. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('a whole number from 1 is needed.');
  }
  return value;
}

/** A whole number from 0, as an option's value. */
export function countFrom0(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text.trim()) || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('a whole number from 0 is needed.');
  }
  return value;
}

/** A port of TCP, or 0 for a free one. */
export function portNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text.trim()) || value > 65_535) {
    throw new InvalidArgumentError('a port from 0 to 65535 is needed.');
  }
  return value;
}

/** A number of seconds, not negative, as an option's value. */
export function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0) || !Number.isFinite(value)) {
    throw new InvalidArgumentError('a number of seconds is needed.');
  }
  return value;
}
