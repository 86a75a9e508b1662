import type { ValueKind } from './placeholders.ts';

/** What completion needs to know of an option. */
export interface CompletionOption {
  /** `--output`. An option such as `--no-color` is one of its own. */
  readonly long: string;
  /** `-o`. */
  readonly short: string | null;
  /** The placeholder of its value; null for an option without a value. */
  readonly value: string | null;
  readonly choices: readonly string[];
  readonly completes: ValueKind | undefined;
  readonly description: string;
}

export interface CompletionArgument {
  /** Without brackets and dots: `file` for `<file...>`. */
  readonly name: string;
  readonly variadic: boolean;
  readonly choices: readonly string[];
  readonly completes: ValueKind | undefined;
}

export interface CompletionCommand {
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly CompletionArgument[];
  readonly options: readonly CompletionOption[];
  readonly commands: readonly CompletionCommand[];
  /** Fields of the records that the command prints. */
  readonly fields: readonly string[];
}

/** Where the cursor is on a command line. */
export interface Cursor {
  readonly program: CompletionCommand;
  /** The command that the words before the cursor name. */
  readonly command: CompletionCommand;
  /** The options of the command, then those of its parents. */
  readonly options: readonly CompletionOption[];
  /** The option whose value is at the cursor. */
  readonly option?: CompletionOption | undefined;
  /** The argument that may be at the cursor. */
  readonly argument?: CompletionArgument | undefined;
  /** Arguments before it. */
  readonly before: readonly string[];
  /** False after `--`: nothing is an option there. */
  readonly takesOptions: boolean;
}

/**
 * Finds the cursor after `words`.
 *
 * @param words before the word at the cursor, without the program's name
 */
export function cursorAt(program: CompletionCommand, words: readonly string[]): Cursor {
  let command = program;
  let { options } = program;
  let option: CompletionOption | undefined;
  let takesOptions = true;
  const before: string[] = [];
  for (const word of words) {
    if (option !== undefined) option = undefined;
    else if (takesOptions && word === '--') takesOptions = false;
    else if (takesOptions && isFlag(word)) option = optionBefore(options, word);
    else {
      const next = before.length === 0 ? command.commands.find(({ name }) => name === word) : undefined;
      if (next === undefined) before.push(word);
      else {
        command = next;
        options = [...next.options, ...options];
      }
    }
  }
  const last = command.arguments.at(-1);
  const argument = command.arguments[before.length] ?? (last?.variadic ? last : undefined);
  return { program, command, options, option, argument, before, takesOptions };
}

/**
 * The top-level command that the words name, of which the module must be loaded; undefined where they name none.
 *
 * @param names of the top-level commands
 * @param options of the program, whose values are not commands
 */
export function commandNamed(
  words: readonly string[],
  names: readonly string[],
  options: readonly CompletionOption[],
): string | undefined {
  let skip = false;
  for (const word of words) {
    if (skip) skip = false;
    else if (word === '--') return undefined;
    else if (isFlag(word)) skip = optionBefore(options, word) !== undefined;
    else return names.includes(word) ? word : undefined;
  }
  return undefined;
}

function isFlag(word: string): boolean {
  return word.startsWith('-') && word !== '-';
}

/** The option that a flag such as `--output` or `-o` belongs to. */
export function optionNamed<Option extends Flags>(
  options: readonly Option[],
  flag: string,
): Option | undefined {
  return options.find(option => option.long === flag || option.short === flag);
}

type Flags = Pick<CompletionOption, 'long' | 'short' | 'value'>;

/** The option whose value is the next word: after `--output`, `-o`, `-qo`, but not after `--output=json`, `-ojson`. */
export function optionBefore<Option extends Flags>(
  options: readonly Option[],
  word: string,
): Option | undefined {
  const takingValue = (flag: string) => {
    const option = optionNamed(options, flag);
    return option?.value == null ? undefined : option;
  };
  if (word.startsWith('--')) return word.includes('=') ? undefined : takingValue(word);
  for (let i = 1; i < word.length; i++) {
    const option = takingValue(`-${word.charAt(i)}`);
    if (option !== undefined) return i === word.length - 1 ? option : undefined;
  }
  return undefined;
}
