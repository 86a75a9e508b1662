/** Typed option records: the flags of an option, and the type of its value in `run`. */
import { outputFormats } from '../lib/output-formats.ts';

/** What Tab completes for an argument or the value of an option. */
export type ValueKind =
  | 'file'
  | 'profile'
  | 'setting'
  | 'setting-value'
  | 'shown-fields'
  | 'service'
  | 'topic';

/** Kinds of values by the text between the brackets of an argument or an option. */
const byPlaceholder: Readonly<Record<string, ValueKind>> = {
  file: 'file',
  profile: 'profile',
  setting: 'setting',
  service: 'service',
};

/** @param declared the kind that the command's record names, which comes first */
export function valueKindOf(placeholder: string, declared: ValueKind | undefined): ValueKind | undefined {
  return declared ?? byPlaceholder[placeholder];
}

/** Thrown by an option parser; the message says what was expected. */
export class InvalidValue extends Error {}

/** One option. `Value` is the type that `run` receives, with undefined if the option may be absent. */
export interface OptionSpec<Value = unknown> {
  /** As in the help: `-i, --include`, `--page <n>`, `--no-wait`. */
  readonly flags: string;
  readonly description: string;
  readonly type: 'boolean' | 'string' | 'number' | 'enumeration';
  /** The allowed values. */
  readonly choices?: readonly string[] | undefined;
  readonly repeatable?: boolean | undefined;
  readonly default?: string | number | undefined;
  /** Heading in the help (default `Options`). */
  readonly group?: string | undefined;
  /** Description of the `--no-` form, if there is one. */
  readonly negation?: string | undefined;
  /** @throws InvalidValue */
  readonly parse?: ((text: string) => unknown) | undefined;
  /** What Tab completes; by default this follows from the name in the brackets. */
  readonly completes?: ValueKind | undefined;
  /** Only carries the type; never set. */
  readonly value?: Value;
}

/** The options of a command by name: the long flag in camel case. */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** The type that `run` receives for options. */
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

/** An option that turns off a default: `--no-wait`. */
export function negative(flags: string, description: string): OptionSpec<boolean> {
  return { flags, description, type: 'boolean' };
}

/** The type of a value that is undefined when the option is absent and has no default. */
type Optional<Value, More> = More extends { readonly default: Value } ? Value : Value | undefined;

type TextExtras = Pick<OptionSpec, 'completes' | 'parse'>;
type TextMore = TextExtras & { readonly default?: string; readonly negation?: string };

export function text<const More extends TextMore>(
  flags: string,
  description: string,
  more?: More,
): OptionSpec<Optional<string, More> | (More extends { readonly negation: string } ? false : never)> {
  return { flags, description, type: 'string', ...more };
}

/** An option with a number. @param parse one of the parsers below */
export function number<const More extends { readonly default?: number }>(
  flags: string,
  description: string,
  parse: (text: string) => number,
  more?: More,
): OptionSpec<Optional<number, More>> {
  return { flags, description, type: 'number', parse, ...more };
}

/** An option with one of several values. */
export function choice<
  const C extends readonly string[],
  const More extends { readonly default?: C[number] },
>(
  flags: string,
  description: string,
  choices: C,
  more?: More,
): OptionSpec<More extends { readonly default: string } ? C[number] : C[number] | undefined> {
  return { flags, description, type: 'enumeration', choices, ...more };
}

/** An option that may be given several times. */
export function repeatable(
  flags: string,
  description: string,
  more: TextExtras = {},
): OptionSpec<readonly string[] | undefined> {
  return { flags, description, type: 'string', repeatable: true, ...more };
}

/** An option with any other type of value. @param parse throws InvalidValue */
export function parsed<Value>(
  flags: string,
  description: string,
  parse: (text: string) => Value,
): OptionSpec<Value | undefined> {
  return { flags, description, type: 'string', parse };
}

/** The values of some options, but of those that are absent. */
export function givenValues<O extends OptionSpecs>(options: O, values: OptionValues<O>): GivenValues<O> {
  const given = Object.keys(options).filter(name => values[name] !== undefined);
  return Object.fromEntries(given.map(name => [name, values[name]])) as GivenValues<O>;
}

type GivenValues<O extends OptionSpecs> = {
  readonly [K in keyof O]?: Exclude<OptionValues<O>[K], undefined>;
};

/** The parts of the `flags` of an option. */
export interface OptionFlags {
  /** `--page`. */
  readonly long: string;
  /** `-i`. */
  readonly short: string | null;
  /** The name of its value without brackets; null if it takes none. */
  readonly value: string | null;
}

/** Parses flags such as `-i, --include` and `--page <n>`. */
export function flagsOf({ flags }: Pick<OptionSpec, 'flags'>): OptionFlags {
  const [, short = null, long = '', value = null] = /^(?:(-\w), )?(--[\w-]+)(?: <(.*)>)?$/.exec(flags) ?? [];
  return { long, short, value };
}

/** The `--no-` form of an option: `--no-rejects` for `--rejects <file>`. */
export function negativeFlag({ long }: OptionFlags): string {
  return long.replace('--', '--no-');
}

/** The flag of an option by its name in a record: `--max-wait` for `maxWait`. */
export const longFlag = (name: string): string =>
  `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;

/** Puts options under a heading in the help. */
export function optionGroup<O extends OptionSpecs>(group: string, options: O): O {
  const entries = Object.entries(options).map(([name, option]) => [name, { ...option, group }]);
  return Object.fromEntries(entries) as O;
}

/** A parser of whole numbers, which throws InvalidValue. */
function wholeNumberIn(from: number, to: number, expected: string): (text: string) => number {
  return text => {
    const value = Number(text);
    if (!/^\d+$/.test(text.trim()) || value < from || value > to)
      throw new InvalidValue(`expected ${expected}.`);
    return value;
  };
}

export const wholeNumber = wholeNumberIn(1, Number.MAX_SAFE_INTEGER, 'a whole number from 1');
export const countFrom0 = wholeNumberIn(0, Number.MAX_SAFE_INTEGER, 'a whole number from 0');
/** 0 stands for any free port. */
export const portNumber = wholeNumberIn(0, 65_535, 'a port from 0 to 65535');

/** Parses a number of seconds from 0. @throws InvalidValue */
export function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0) || !Number.isFinite(value)) {
    throw new InvalidValue('expected a number of seconds.');
  }
  return value;
}

export const helpOption = flag('-h, --help', 'show help');
export const versionOption = flag('-V, --version', 'print the version');

/** The options of every command, before or after its name. Values of settings are checked by `settings/parse.ts`. */
export const globalOptions = optionGroup('Global options', {
  profile: text('--profile <name>', 'stored account to use', { completes: 'profile' }),
  baseUrl: text('--base-url <url>', 'base URL of the API'),
  authUrl: text('--auth-url <url>', 'URL for browser sign-in (OAuth)'),
  output: text('-o, --output <format>', `format: ${outputFormats.join(', ')}`),
  json: flag('--json', 'output JSON; --json=<a,b.c> for only these fields'),
  fields: text('--fields <a,b.c>', 'show only these fields, in this order', { completes: 'shown-fields' }),
  envelope: flag('--envelope', 'print lists as {data, meta} (JSON and YAML only)'),
  quiet: flag('-q, --quiet', 'hide progress, notes and warnings; errors and their hints stay'),
  verbose: flag('-v, --verbose', 'log each request and response to stderr'),
  dryRun: flag('--dry-run', 'for writes: show the request, send nothing'),
  yes: flag('-y, --yes', 'answer yes to all confirmations'),
  input: negative('--no-input', 'never prompt'),
  expectAccount: text(
    '--expect-account <slug or id>',
    'fail if the credentials belong to another account (exit 3)',
  ),
  allow: repeatable('--allow <level>', 'change no more than this (one of: read, draft, import, all)'),
  timeout: text('--timeout <seconds>', 'seconds to wait for a response (default 30)'),
  retries: text('--retries <n>', 'times to retry a failed request that is safe to repeat (default 4)'),
  maxWait: text('--max-wait <seconds>', 'total seconds to wait for a busy service (default 300)'),
  showAddresses: flag(
    '--show-addresses',
    'keep email addresses in messages in CI, and in the summary of an import',
  ),
  color: negative('--no-color', 'disable colors'),
});
