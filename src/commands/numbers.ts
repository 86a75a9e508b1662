import { InvalidArgumentError } from 'commander';

/** A whole number from 1, as an option's value. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('a whole number from 1 is needed.');
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
