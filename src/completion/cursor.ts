/** Where the cursor stands in a command line: at a command, an option, the value of an option, an argument. */
import type { Argument, Command, Option } from 'commander';

export interface Cursor {
  readonly command: Command;
  /** The option whose value stands at the cursor. */
  readonly option?: Option | undefined;
  /** The argument that stands at the cursor, where there may be one. */
  readonly argument?: Argument | undefined;
  /** Arguments before it. */
  readonly before: readonly string[];
  /** Behind `--`, or behind the words of another program, nothing is an option. */
  readonly takesOptions: boolean;
}

/** @param words those before the cursor, without the program's name */
export function cursorAt(program: Command, words: readonly string[]): Cursor {
  let command = program;
  let option: Option | undefined;
  let takesOptions = true;
  const before: string[] = [];
  for (const word of words) {
    if (option !== undefined && (option.required || !word.startsWith('-'))) {
      option = undefined;
      continue;
    }
    option = undefined;
    if (takesOptions && word === '--') takesOptions = false;
    else if (takesOptions && isFlag(word)) option = awaitingValue(command, word);
    else {
      const next = before.length === 0 ? command.commands.find(each => each.name() === word) : undefined;
      if (next === undefined) before.push(word);
      else command = next;
    }
  }
  const declared = command.registeredArguments;
  const last = declared.at(-1);
  const argument = declared[before.length] ?? (last?.variadic ? last : undefined);
  return { command, option, argument, before, takesOptions };
}

/** The top-level command that the words name, if any: only its module is to be loaded. */
export function commandNamed(
  words: readonly string[],
  names: readonly string[],
  options: readonly Option[],
): string | undefined {
  let skip = false;
  for (const word of words) {
    if (skip) skip = false;
    else if (word === '--') return undefined;
    else if (isFlag(word)) skip = takesNextWord(options, word);
    else return names.includes(word) ? word : undefined;
  }
  return undefined;
}

export function isFlag(word: string): boolean {
  return word.startsWith('-') && word !== '-';
}

/** Options of a command, its own first, then those of the commands around it. */
export function optionsOf(command: Command): readonly Option[] {
  const own = command.options.filter(option => !option.hidden);
  return command.parent === null ? own : [...own, ...optionsOf(command.parent)];
}

/** The option of a flag such as `--output`, `-o`. */
export function optionNamed(command: Command, flag: string): Option | undefined {
  return find(optionsOf(command), flag);
}

function find(options: readonly Option[], flag: string): Option | undefined {
  return options.find(option => option.long === flag || option.short === flag);
}

function awaitingValue(command: Command, word: string): Option | undefined {
  return valueBehind(optionsOf(command), word);
}

function takesNextWord(options: readonly Option[], word: string): boolean {
  return valueBehind(options, word)?.required === true;
}

/** The option whose value is the next word: `--output`, `-o`, `-qo`; not where the value is attached. */
function valueBehind(options: readonly Option[], word: string): Option | undefined {
  if (word.startsWith('--')) {
    const option = word.includes('=') ? undefined : find(options, word);
    return option?.required || option?.optional ? option : undefined;
  }
  for (let i = 1; i < word.length; i++) {
    const option = find(options, `-${word.charAt(i)}`);
    if (option?.required || option?.optional) return i === word.length - 1 ? option : undefined;
  }
  return undefined;
}
