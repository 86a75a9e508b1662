import type { Argument, Command, Option } from 'commander';

/** Where the cursor is on a command line. */
export interface Cursor {
  /** The command that the words before the cursor name. */
  readonly command: Command;
  /** The option whose value may be at the cursor. */
  readonly option?: Option | undefined;
  /** The argument that may be at the cursor. */
  readonly argument?: Argument | undefined;
  /** Arguments before it. */
  readonly before: readonly string[];
  /** False after `--`: nothing is an option there. */
  readonly takesOptions: boolean;
}

/**
 * Finds the cursor at the end of `words`.
 *
 * @param words before the word at the cursor, without the program's name
 */
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
    else if (takesOptions && isFlag(word)) option = optionBefore(optionsOf(command), word);
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

/**
 * The top-level command that the words name, of which the module must be loaded; undefined where they name none.
 *
 * @param names of the top-level commands
 * @param options of the program, whose values are not commands
 */
export function commandNamed(
  words: readonly string[],
  names: readonly string[],
  options: readonly Option[],
): string | undefined {
  let skip = false;
  for (const word of words) {
    if (skip) skip = false;
    else if (word === '--') return undefined;
    else if (isFlag(word)) skip = optionBefore(options, word)?.required === true;
    else return names.includes(word) ? word : undefined;
  }
  return undefined;
}

function isFlag(word: string): boolean {
  return word.startsWith('-') && word !== '-';
}

/** The options of a command, then those of its parents; without hidden ones. */
export function optionsOf(command: Command): readonly Option[] {
  const own = command.options.filter(option => !option.hidden);
  return command.parent === null ? own : [...own, ...optionsOf(command.parent)];
}

/** The option that a flag such as `--output` or `-o` belongs to. */
export function optionNamed(command: Command, flag: string): Option | undefined {
  return find(optionsOf(command), flag);
}

function find(options: readonly Option[], flag: string): Option | undefined {
  return options.find(option => option.long === flag || option.short === flag);
}

/** The option whose value is the next word: after `--output`, `-o`, `-qo`, but not after `--output=json`, `-ojson`. */
function optionBefore(options: readonly Option[], word: string): Option | undefined {
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
