/** Where the cursor stands in a command line: at a command, an option, the value of an option, an argument. */
import type { ValueKind } from './placeholders.ts';

/** An option, as far as completion needs to know it. */
export interface CompletionOption {
  /** `--output`; an option and its opposite are two. */
  readonly long: string;
  /** `-o`. */
  readonly short: string | null;
  /** What the help calls its value; null where it takes none. */
  readonly value: string | null;
  readonly choices: readonly string[];
  readonly completes: ValueKind | undefined;
  readonly description: string;
}

export interface CompletionArgument {
  /** Without brackets and dots. */
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
  /** Fields of the records that it prints. */
  readonly fields: readonly string[];
}

export interface Cursor {
  readonly program: CompletionCommand;
  readonly command: CompletionCommand;
  /** Options that may stand here: the command's own first, then those of the commands around it. */
  readonly options: readonly CompletionOption[];
  /** The option whose value stands at the cursor. */
  readonly option?: CompletionOption | undefined;
  /** The argument that stands at the cursor, where there may be one. */
  readonly argument?: CompletionArgument | undefined;
  /** Arguments before it. */
  readonly before: readonly string[];
  /** Behind `--` nothing is an option. */
  readonly takesOptions: boolean;
}

/** @param words those before the cursor, without the program's name */
export function cursorAt(program: CompletionCommand, words: readonly string[]): Cursor {
  let command = program;
  let { options } = program;
  let option: CompletionOption | undefined;
  let takesOptions = true;
  const before: string[] = [];
  for (const word of words) {
    if (option !== undefined) option = undefined;
    else if (takesOptions && word === '--') takesOptions = false;
    else if (takesOptions && isFlag(word)) option = awaitingValue(options, word);
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

/** The top-level command that the words name, if any: only its module is to be loaded. */
export function commandNamed(
  words: readonly string[],
  names: readonly string[],
  options: readonly CompletionOption[],
): string | undefined {
  let skip = false;
  for (const word of words) {
    if (skip) skip = false;
    else if (word === '--') return undefined;
    else if (isFlag(word)) skip = awaitingValue(options, word) !== undefined;
    else return names.includes(word) ? word : undefined;
  }
  return undefined;
}

function isFlag(word: string): boolean {
  return word.startsWith('-') && word !== '-';
}

/** The option of a flag such as `--output`, `-o`. */
export function optionNamed(
  options: readonly CompletionOption[],
  flag: string,
): CompletionOption | undefined {
  return options.find(option => option.long === flag || option.short === flag);
}

/** The option whose value is the next word: `--output`, `-o`, `-qo`; none where the value is attached. */
function awaitingValue(options: readonly CompletionOption[], word: string): CompletionOption | undefined {
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
