/**
 * The command record: every fact about a command, stated once. Help, `commands --json`, completion,
 * the checks of `--fields` and `--dry-run`, and the tests are derived from it.
 */
import type { Context } from '../context.ts';
import type { Repeat } from '../contract/endpoint.ts';
import type { EndpointName } from '../contract/index.ts';
import type { FailureCode } from '../lib/failure.ts';
import type { OutputFormat } from '../lib/output-formats.ts';
import type { View } from '../terminal/terminal.ts';
import type { OptionSpec, OptionSpecs, OptionValues, ValueKind } from './option.ts';

/**
 * A request that a command may send: an endpoint of the contract, `oauth` for the authorization server, or `any`
 * for the endpoint typed on the command line.
 */
export type RequestName = EndpointName | 'oauth' | 'any';

/** An example: what it shows, and the command line. */
export type Example = readonly [description: string, commandLine: string];

/** What examples name on a command line: it is in every new account of the sandbox. */
export const exampleDraft = '"Twelve bridges before breakfast"';
export const exampleSent = '"Letters from the branch line"';
/** A tag that the reader created: no list of the service has its id. */
export const exampleTag = '6fa459ea-ee8a-4ca4-894e-db77e160355e';
export const exampleImport = '50e8649f-ba82-4880-847a-4583e175cdad';

/** What a terminal can offer for an argument. */
const offerNames = ['email', 'draft', 'group', 'profile'] as const;
export type Offer = (typeof offerNames)[number];

export interface ArgumentSpec {
  /** As the help writes it: `<group>`, `[file]`, `<file...>`. */
  readonly name: string;
  readonly description: string;
  readonly choices?: readonly string[] | undefined;
  /** What Tab completes; by default this follows from the name in the brackets. */
  readonly completes?: ValueKind | undefined;
  /** What a terminal offers when it is missing; by default this follows from the name of a required argument. */
  readonly offers?: Offer | undefined;
  /** Options that replace an optional argument; without any of them it is required. */
  readonly neededUnless?: readonly string[] | undefined;
}

/** The type that `run` receives for an argument. */
export type ArgumentValue<A extends ArgumentSpec> = A['name'] extends `${string}...${string}`
  ? readonly string[]
  : A extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : A['name'] extends `[${string}`
      ? string | undefined
      : string;

/** The value of an argument at run time; a list if it is variadic. */
export type TypedArgument = string | readonly string[] | undefined;

type ArgumentValues<A extends readonly ArgumentSpec[]> = { readonly [I in keyof A]: ArgumentValue<A[I]> };

/** What commands and groups of commands have in common. */
interface CommandBase {
  readonly name: string;
  /** One line for lists of commands; default: the first sentence of the description. */
  readonly summary?: string | undefined;
  readonly description: string;
  readonly examples: readonly Example[];
  readonly commands?: readonly CommandSpec[] | undefined;
}

interface Definition<A extends readonly ArgumentSpec[], O extends OptionSpecs> extends CommandBase {
  /** Replaces the usage line after the command's name: `[METHOD] <path> [options]`. */
  readonly usage?: string;
  readonly arguments?: A;
  readonly options?: O;
  /**
   * The options that most people use, if there are so many that the help shows only these, in this order; the rest
   * with `--help --all`.
   */
  readonly usualOptions?: readonly string[];
  /** Requests that it may send. `getAccount`, which may precede every write, need not be listed. */
  readonly requests: readonly RequestName[];
  /** The kinds of records that it prints, or `text`. `--fields` is checked against them. */
  readonly output: View | readonly View[] | 'text';
  /** Whether `--output json` is a list or a record; if absent, either. */
  readonly prints?: 'list' | 'record';
  /** Failure codes besides those common to all commands and all requests. */
  readonly codes?: readonly FailureCode[];
  /**
   * Whether it changes something on this machine (settings, credentials, files), or a function that decides it from
   * the arguments and options. Such a command rejects `--dry-run` unless it also writes to the service.
   */
  readonly changesThisMachine?: true | ((args: ArgumentValues<A>, options: OptionValues<O>) => boolean);
  /** It changes this machine alone, and yet takes `--dry-run`: it shows what it would change. */
  readonly showsPlan?: true;
  /** It exits with the status of another command that it runs. */
  readonly passesStatus?: true;
  /** It reports failed requests in its output instead of failing, and runs even if the settings are invalid. */
  readonly reportsFailures?: true;
  /** Its messages are needed while it runs: JSON in a pipe does not hold them back. */
  readonly speaks?: true | ((options: OptionValues<O>) => boolean);
  /** How safe it is to repeat, if safer than its requests: it first reads what exists. */
  readonly repeat?: Repeat;
  /** Default output format; if absent, a table on a terminal and TSV in a pipe. */
  readonly defaultFormat?: OutputFormat;
  /** Text in the help below the options. */
  readonly notes?: string;
  /** @param typedOptions names of the options that were typed */
  run(
    context: Context,
    args: ArgumentValues<A>,
    options: OptionValues<O>,
    typedOptions: readonly string[],
  ): Promise<void>;
}

/** A command whose argument and option types are erased. */
export interface CommandSpec
  extends Omit<Definition<readonly ArgumentSpec[], OptionSpecs>, 'run' | 'changesThisMachine' | 'speaks'> {
  readonly arguments: readonly ArgumentSpec[];
  readonly options: OptionSpecs;
  readonly changesThisMachine?:
    | true
    | ((args: readonly TypedArgument[], options: Readonly<Record<string, unknown>>) => boolean);
  readonly speaks?: true | ((options: Readonly<Record<string, unknown>>) => boolean);
  run(
    context: Context,
    args: readonly TypedArgument[],
    options: Readonly<Record<string, unknown>>,
    typedOptions: readonly string[],
  ): Promise<void>;
}

/** A command that only has subcommands. */
export interface CommandGroup extends CommandBase {
  readonly commands: readonly CommandSpec[];
}

/** A top-level command; its summary is in the index of commands. */
export type TopCommand = CommandSpec | CommandGroup;

/** A command record without its functions: all that help and completion need. */
export interface DescribedCommand
  extends Omit<CommandSpec, 'run' | 'changesThisMachine' | 'speaks' | 'commands'> {
  /** Whether it may change something on this machine. */
  readonly changesThisMachine?: unknown;
  readonly commands?: readonly DescribedCommand[] | undefined;
}

export type Described =
  | DescribedCommand
  | (Omit<CommandGroup, 'commands'> & { readonly commands: readonly DescribedCommand[] });

/** Declares a command. The parameter types of `run` are inferred from the arguments and options. */
export function command<
  const A extends readonly ArgumentSpec[] = readonly [],
  O extends OptionSpecs = Record<never, OptionSpec>,
>(definition: Definition<A, O>): CommandSpec {
  // Erasing the types is safe: the same record parses the arguments and options before `run` gets them.
  return { arguments: [], options: {}, ...definition } as unknown as CommandSpec;
}

export function isRunnable<T extends Described>(
  spec: T,
): spec is Extract<T, Pick<DescribedCommand, 'requests'>> {
  return 'requests' in spec;
}

/** The summary of a command, or else the first sentence of its description. */
export function summaryOf({ summary, description }: Pick<CommandBase, 'summary' | 'description'>): string {
  return summary ?? /^.*?[.!?](?=\s|$)/s.exec(description)?.[0] ?? description;
}

/** An argument's name without brackets and dots. */
export function argumentName({ name }: ArgumentSpec): string {
  return name.replace(/^[<[](.*?)(?:\.\.\.)?[\]>]$/, '$1');
}

/** What a terminal offers for a missing argument, by its record or else by its name. */
export function offerOf(argument: ArgumentSpec): Offer | undefined {
  if (argument.offers !== undefined) return argument.offers;
  const name = argumentName(argument);
  return isRequired(argument) ? offerNames.find(known => known === name) : undefined;
}

export const isRequired = ({ name }: ArgumentSpec): boolean => name.startsWith('<');
export const isVariadic = ({ name }: ArgumentSpec): boolean => name.includes('...');

/** Whether an argument is needed. @param typedOptions names of the options typed, which may replace it */
export function isNeeded(argument: ArgumentSpec, typedOptions: readonly string[]): boolean {
  if (argument.neededUnless === undefined) return isRequired(argument);
  return !argument.neededUnless.some(name => typedOptions.includes(name));
}

/** The kinds of records that a command prints. */
export function viewsOf({ output }: Pick<CommandSpec, 'output'>): readonly View[] {
  if (output === 'text') return [];
  return 'columns' in output ? [output] : output;
}

/** A command or group with its path. */
export interface CommandNode {
  /** The names from the top of the tree: `['groups', 'list']`. */
  readonly path: readonly string[];
  readonly spec: TopCommand;
  readonly summary: string;
}

/** A top-level command in the index; its module is loaded on demand. */
export interface CommandEntry {
  readonly name: string;
  /** Its heading in the help. */
  readonly heading: string;
  readonly summary: string;
  readonly load: () => Promise<TopCommand>;
}

/** Every command in the order of the help, parents before children. Loads all modules. */
export async function commandTree(entries: readonly CommandEntry[]): Promise<readonly CommandNode[]> {
  const tops = await Promise.all(entries.map(async entry => ({ entry, spec: await entry.load() })));
  return tops.flatMap(({ entry: { name, summary }, spec }) => [
    { path: [name], spec, summary },
    ...(spec.commands ?? []).map(below => ({
      path: [name, below.name],
      spec: below,
      summary: summaryOf(below),
    })),
  ]);
}

/** The usage line after the command's name: `[options] <group>`. */
export function usageOf(spec: Described): string {
  if (isRunnable(spec) && spec.usage !== undefined) return spec.usage;
  const args = isRunnable(spec) ? spec.arguments.map(({ name }) => name) : [];
  return ['[options]', ...(spec.commands === undefined ? [] : ['[command]']), ...args].join(' ');
}
