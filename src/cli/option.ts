/** The options of commands as typed values: what the command line takes, and what `run` gets for it. */
import type { ValueKind } from '../completion/placeholders.ts';

/** A value that a parser refuses; Commander knows it by its code. */
export class InvalidValue extends Error {
  readonly code = 'commander.invalidArgument';
}

/** One option. `Value` is the type of what `run` gets, undefined where the option may be left out. */
export interface OptionSpec<Value = unknown> {
  /** As the help writes it: `-i, --include`, `--page <n>`, `--no-wait`. */
  readonly flags: string;
  readonly description: string;
  readonly type: 'boolean' | 'string' | 'number' | 'enumeration';
  /** The values of an enumeration. */
  readonly choices?: readonly string[] | undefined;
  readonly repeatable?: boolean | undefined;
  readonly default?: string | number | undefined;
  /** How the help writes the default, where not as it is: `16 MiB`. */
  readonly defaultText?: string | undefined;
  /** The heading in the help; `Options` unless given. */
  readonly group?: string | undefined;
  /** What the option with `--no-` in front does, where there are both. */
  readonly negation?: string | undefined;
  /** @throws InvalidValue */
  readonly parse?: ((text: string) => unknown) | undefined;
  /** What the Tab key offers for the value; unless given, what the name in the brackets stands for. */
  readonly completes?: ValueKind | undefined;
  /** For the type alone: never set. */
  readonly value?: Value;
}

/** The options of a command by the names under which `run` gets them: the long flag in camel case. */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** What `run` gets for options. */
export type OptionValues<O extends OptionSpecs> = {
  readonly [K in keyof O]: O[K] extends OptionSpec<infer Value> ? Value : never;
};

/** An option without a value. */
export function flag(
  flags: string,
  description: string,
  more: Pick<OptionSpec, 'negation'> = {},
): OptionSpec<boolean | undefined> {
  return { flags, description, type: 'boolean', ...more };
}

/** An option that switches off what is on without it: `--no-wait`. */
export function negative(flags: string, description: string): OptionSpec<boolean> {
  return { flags, description, type: 'boolean' };
}

type TextExtras = Pick<OptionSpec, 'completes' | 'parse'>;

export function text(
  flags: string,
  description: string,
  more: TextExtras & { readonly default: string },
): OptionSpec<string>;
export function text(
  flags: string,
  description: string,
  more: TextExtras & { readonly negation: string },
): OptionSpec<string | boolean | undefined>;
export function text(flags: string, description: string, more?: TextExtras): OptionSpec<string | undefined>;
export function text(flags: string, description: string, more: Partial<OptionSpec> = {}): OptionSpec<never> {
  return { ...typed(flags, description, more), type: 'string' };
}

/** A number, read by one of the parsers below. */
export function number(
  flags: string,
  description: string,
  parse: (text: string) => number,
  more: { readonly default: number; readonly defaultText?: string },
): OptionSpec<number>;
export function number(
  flags: string,
  description: string,
  parse: (text: string) => number,
): OptionSpec<number | undefined>;
export function number(
  flags: string,
  description: string,
  parse: (text: string) => number,
  more: Partial<OptionSpec> = {},
): OptionSpec<never> {
  return { ...typed(flags, description, more), type: 'number', parse };
}

/** One of several words. */
export function choice<const C extends readonly string[]>(
  flags: string,
  description: string,
  choices: C,
  more: { readonly default: C[number] },
): OptionSpec<C[number]>;
export function choice<const C extends readonly string[]>(
  flags: string,
  description: string,
  choices: C,
): OptionSpec<C[number] | undefined>;
export function choice(
  flags: string,
  description: string,
  choices: readonly string[],
  more: Partial<OptionSpec> = {},
): OptionSpec<never> {
  return { ...typed(flags, description, more), type: 'enumeration', choices };
}

/** An option that may be given several times. */
export function repeatable(
  flags: string,
  description: string,
  more: TextExtras = {},
): OptionSpec<readonly string[] | undefined> {
  return { flags, description, type: 'string', repeatable: true, ...more };
}

/** A value of its own kind. @param parse throws InvalidValue */
export function parsed<Value>(
  flags: string,
  description: string,
  parse: (text: string) => Value,
): OptionSpec<Value | undefined> {
  return { flags, description, type: 'string', parse };
}

function typed(flags: string, description: string, more: Partial<OptionSpec>) {
  const { value: _, ...rest } = more;
  return { flags, description, ...rest };
}

/** An option's flags, taken apart. */
export interface OptionFlags {
  /** `--page`. */
  readonly long: string;
  /** `-i`. */
  readonly short: string | null;
  /** What the help calls its value, without brackets; null where it takes none. */
  readonly value: string | null;
}

/** Takes flags such as `-i, --include` and `--page <n>` apart. */
export function flagsOf({ flags }: Pick<OptionSpec, 'flags'>): OptionFlags {
  const [, short = null, long = '', value = null] = /^(?:(-\w), )?(--[\w-]+)(?: <(.*)>)?$/.exec(flags) ?? [];
  return { long, short, value };
}

/** The option that says the opposite: `--no-rejects` beside `--rejects <file>`. */
export function negativeFlag({ long }: OptionFlags): string {
  return long.replace('--', '--no-');
}

/** Options below a heading of their own in the help. */
export function optionGroup<O extends OptionSpecs>(group: string, options: O): O {
  const entries = Object.entries(options).map(([name, option]) => [name, { ...option, group }]);
  return Object.fromEntries(entries) as O;
}

/** A whole number from 1. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || !Number.isSafeInteger(value)) {
    throw new InvalidValue('a whole number from 1 is needed.');
  }
  return value;
}

/** A whole number from 0. */
export function countFrom0(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text.trim()) || !Number.isSafeInteger(value)) {
    throw new InvalidValue('a whole number from 0 is needed.');
  }
  return value;
}

/** A TCP port, or 0 for a free one. */
export function portNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text.trim()) || value > 65_535) {
    throw new InvalidValue('a port from 0 to 65535 is needed.');
  }
  return value;
}

/** A number of seconds, not negative. */
export function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0) || !Number.isFinite(value)) {
    throw new InvalidValue('a number of seconds is needed.');
  }
  return value;
}
