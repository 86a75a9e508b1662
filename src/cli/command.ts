/**
 * The command record: everything that is said about a command, once. Help, man pages, `commands --json`, completion,
 * the README's tables, the checks of `--fields` and `--dry-run`, and the tests are made from it.
 */
import type { ValueKind } from '../completion/placeholders.ts';
import type { Context } from '../context.ts';
import type { Repeat } from '../contract/endpoint.ts';
import type { EndpointName } from '../contract/index.ts';
import type { FailureCode } from '../lib/failure.ts';
import type { OutputFormat } from '../lib/output-formats.ts';
import type { View } from '../terminal/terminal.ts';
import type { OptionSpec, OptionSpecs, OptionValues } from './option.ts';

/**
 * What a command may ask of the service: endpoints of the contract by name, `oauth` for the authorization server,
 * `any` for whatever the command line names (its class then follows from the method).
 */
export type RequestName = EndpointName | 'oauth' | 'any';

/** What an example shows, and the command line to type. */
export type Example = readonly [description: string, commandLine: string];

export interface ArgumentSpec {
  /** As the help writes it: `<group>`, `[file]`, `<file...>`. */
  readonly name: string;
  readonly description: string;
  readonly choices?: readonly string[] | undefined;
  /** What the Tab key offers; unless given, what the name in the brackets stands for. */
  readonly completes?: ValueKind | undefined;
}

/** What `run` gets for an argument. */
export type ArgumentValue<A extends ArgumentSpec> = A['name'] extends `${string}...${string}`
  ? readonly string[]
  : A extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : A['name'] extends `[${string}`
      ? string | undefined
      : string;

/** What is typed for an argument: several words where it takes several. */
export type TypedArgument = string | readonly string[] | undefined;

type ArgumentValues<A extends readonly ArgumentSpec[]> = { readonly [I in keyof A]: ArgumentValue<A[I]> };

/** What a command and a group of commands both say. */
interface Described {
  readonly name: string;
  /** A line for lists of commands; the first sentence of the description unless given. */
  readonly summary?: string | undefined;
  readonly description: string;
  readonly examples: readonly Example[];
  /** The commands below it. */
  readonly commands?: readonly CommandSpec[] | undefined;
}

interface Definition<A extends readonly ArgumentSpec[], O extends OptionSpecs> extends Described {
  /** Replaces what follows the command's name in the help: `[METHOD] <path> [options]`. */
  readonly usage?: string;
  readonly arguments?: A;
  readonly options?: O;
  /** What it may request; the account, which every write looks at first, need not be named. */
  readonly requests: readonly RequestName[];
  /** The records that it prints, those of every kind; `text` where it prints none. `--fields` is checked against it. */
  readonly output: View | readonly View[] | 'text';
  /** Failures beyond those that every request, and every command, can end in. */
  readonly codes?: readonly FailureCode[];
  /**
   * Whether it keeps or changes something on this machine (settings, credentials, files), or with which arguments
   * and options it does. Such a command refuses `--dry-run` unless it also writes to the service.
   */
  readonly changesThisMachine?: true | ((args: ArgumentValues<A>, options: OptionValues<O>) => boolean);
  /** Its exit status may be any: that of a command it runs. */
  readonly passesStatus?: true;
  /** What goes wrong with its requests is a finding that it prints, and not its end; it runs on damaged settings. */
  readonly reportsFailures?: true;
  /** How the whole may be repeated, where that is not the worst of its requests: it looks first what is there. */
  readonly repeat?: Repeat;
  /** The format in which it prints, where that is not a table on a terminal and TSV in a pipe. */
  readonly defaultFormat?: OutputFormat;
  /** Shown in the help below the options. */
  readonly notes?: string;
  /** @param given names of the options that stand on the command line */
  run(
    context: Context,
    args: ArgumentValues<A>,
    options: OptionValues<O>,
    given: readonly string[],
  ): Promise<void>;
}

/** A command that does something: a definition whose types of arguments and options are forgotten. */
export interface CommandSpec
  extends Omit<Definition<readonly ArgumentSpec[], OptionSpecs>, 'run' | 'changesThisMachine'> {
  readonly arguments: readonly ArgumentSpec[];
  readonly options: OptionSpecs;
  readonly changesThisMachine?:
    | true
    | ((args: readonly TypedArgument[], options: Readonly<Record<string, unknown>>) => boolean);
  run(
    context: Context,
    args: readonly TypedArgument[],
    options: Readonly<Record<string, unknown>>,
    given: readonly string[],
  ): Promise<void>;
}

/** A word that only has commands below it. */
export interface CommandGroup extends Described {
  readonly commands: readonly CommandSpec[];
}

/** What stands at the top of the command tree; its line for lists is in the index of commands. */
export type TopCommand = CommandSpec | CommandGroup;

/** Declares a command. The types of what `run` gets follow from its arguments and options. */
export function command<
  const A extends readonly ArgumentSpec[] = readonly [],
  O extends OptionSpecs = Record<never, OptionSpec>,
>(definition: Definition<A, O>): CommandSpec {
  // The one place that forgets the types: what was typed is read by the parsers and choices of the same record.
  return { arguments: [], options: {}, ...definition } as unknown as CommandSpec;
}

/** Whether it does something itself, and is not only a group of others. */
export function doesSomething(spec: TopCommand): spec is CommandSpec {
  return 'run' in spec;
}

/** What a command does, in a line: its summary, or the first sentence of its description. */
export function summaryOf({ summary, description }: Described): string {
  return summary ?? /^.*?[.!?](?=\s|$)/s.exec(description)?.[0] ?? description;
}

/** An argument's name without brackets and dots. */
export function argumentName({ name }: ArgumentSpec): string {
  return name.replace(/^[<[](.*?)(?:\.\.\.)?[\]>]$/, '$1');
}

/** The kinds of records that a command prints. */
export function viewsOf({ output }: Pick<CommandSpec, 'output'>): readonly View[] {
  if (output === 'text') return [];
  return 'columns' in output ? [output] : output;
}
