/** What is on a command line: the only reader of its words. Commander parses what this has found to be right. */
import { authGroup, commandBehindAuth, isAliasOf } from './aliases.ts';
import type { ArgumentSpec } from './command.ts';
import { flagsOf, negativeFlag, type OptionFlags, type OptionSpec, type OptionSpecs } from './option.ts';
import { globalOptions, helpOption, versionOption } from './options/global-options.ts';

/** What the reader needs of a command; one whose module is not loaded has a name alone. */
export interface CommandShape {
  readonly name: string;
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  /** Only a command that can be run has them. */
  readonly arguments?: readonly ArgumentSpec[];
  readonly usage?: string;
  readonly options?: OptionSpecs;
  readonly commands?: readonly CommandShape[] | undefined;
  /** From the first operand on, all words belong to the command that it runs. */
  readonly passesStatus?: true;
}

/** One way to type an option: `--color` and `--no-color` are two. */
export interface Flag extends OptionFlags {
  readonly option: OptionSpec;
  readonly description: string;
}

interface TypedOption {
  readonly flag: Flag;
  readonly value?: string;
}

/** The first thing that is wrong on a command line. */
export type Problem =
  | { readonly kind: 'unknown-command'; readonly word: string }
  /** A group was named, and none of its commands. */
  | { readonly kind: 'needs-command' }
  /** Without what follows `=`, or the letter in a cluster: the rest may be a secret. */
  | { readonly kind: 'unknown-option' | 'takes-no-value'; readonly flag: string }
  | { readonly kind: 'missing-value'; readonly flag: Flag }
  /** The first one; it usually is an unset variable of a script. */
  | { readonly kind: 'empty-argument' }
  | { readonly kind: 'missing-argument' }
  | { readonly kind: 'too-many-arguments' };

export interface Reading {
  /** The names that lead to the command, without aliases; empty for the program. */
  readonly path: readonly string[];
  readonly command: CommandShape;
  /** As they were typed, one after the other. */
  readonly options: readonly TypedOption[];
  readonly operands: readonly string[];
  /** Asked for by a flag, or by `groups help`. */
  readonly asks: 'help' | 'version' | undefined;
  readonly problem: Problem | undefined;
  /** The operand right behind `--json`, which takes fields only after `=`. */
  readonly behindJson: string | undefined;
  /** The flags that may follow: those of the command, then of the program. */
  readonly flags: readonly Flag[];
  /** The flag whose value would be the next word. */
  readonly awaiting: Flag | undefined;
  /** False when the next word cannot be an option: after `--`, or in the words of another command. */
  readonly takesOptions: boolean;
}

const programFlags = flagsIn({ ...globalOptions, help: helpOption, version: versionOption });

/**
 * Reads a command line.
 *
 * @param commands the top-level commands
 * @param words the command line without the program's name
 */
export function readWords(commands: readonly CommandShape[], words: readonly string[]): Reading {
  const reader = new WordReader({ name: 'newsletter', commands });
  for (const word of words) reader.read(word);
  return reader.reading();
}

/** The last value of an option, by its long flag: `--profile`; an option without a value has an empty one. */
export function lastValue({ options }: Reading, ...longs: readonly string[]): TypedOption | undefined {
  return options.findLast(({ flag }) => longs.includes(flag.long));
}

/** Cuts `--name=value` apart; `value` is undefined without `=`. */
export function splitFlag(word: string): { readonly long: string; readonly value: string | undefined } {
  const equals = word.indexOf('=');
  if (equals < 0) return { long: word, value: undefined };
  return { long: word.slice(0, equals), value: word.slice(equals + 1) };
}

/** The same command line in Commander's own plainest form: no alias, no cluster, operands behind `--`. */
export function plainWords({ path, options, operands }: Reading): string[] {
  const typed = options.map(({ flag, value }) => (value === undefined ? flag.long : `${flag.long}=${value}`));
  return [...path, ...typed, '--', ...operands];
}

function flagsIn(options: OptionSpecs = {}): Flag[] {
  return Object.values(options).flatMap(option => {
    const { description, negation } = option;
    const flag = { ...flagsOf(option), option, description };
    if (negation === undefined) return [flag];
    return [flag, { long: negativeFlag(flag), short: null, value: null, option, description: negation }];
  });
}

export const beginsLikeFlag = (word: string): boolean => word.startsWith('-');

/** A number below zero is an operand, as no option is called by a digit. */
const isFlagWord = (word: string) =>
  beginsLikeFlag(word) && word !== '-' && !/^-\d*\.?\d+(e[+-]?\d+)?$/.test(word);

/** Whether a word consists of flags of the program alone: then it is the value of no option. */
function isProgramFlag(word: string): boolean {
  if (!isFlagWord(word)) return false;
  if (word.startsWith('--')) {
    const { long, value } = splitFlag(word);
    const flag = programFlags.find(each => each.long === long);
    return flag !== undefined && (value === undefined || flag.value !== null || long === '--json');
  }
  for (const letter of word.slice(1)) {
    const flag = programFlags.find(each => each.short === `-${letter}`);
    if (flag === undefined || flag.value !== null) return flag !== undefined;
  }
  return true;
}

class WordReader {
  readonly #program: CommandShape;
  #command: CommandShape;
  #path: string[] = [];
  /** Of the command; those of the program come on top. */
  #flags: readonly Flag[] = [];
  readonly #options: TypedOption[] = [];
  readonly #operands: string[] = [];
  #asks: Reading['asks'];
  #problem: Problem | undefined;
  #awaiting: Flag | undefined;
  #behindJson: string | undefined;
  #wasJson = false;
  #takesOptions = true;

  constructor(program: CommandShape) {
    this.#program = program;
    this.#command = program;
  }

  read(word: string): void {
    const awaiting = this.#awaiting;
    this.#awaiting = undefined;
    if (awaiting !== undefined) {
      if (!isProgramFlag(word)) {
        this.#add(awaiting, word);
        return;
      }
      this.#note({ kind: 'missing-value', flag: awaiting });
    }
    const isOperand = !this.#takesOptions || !isFlagWord(word);
    if (isOperand && this.#wasJson) this.#behindJson ??= word;
    this.#wasJson = word === '--json';
    if (isOperand) this.#readOperand(word);
    else if (word === '--') this.#takesOptions = false;
    else if (word.startsWith('--')) this.#readLong(word);
    else this.#readCluster(word);
  }

  reading(): Reading {
    return {
      path: this.#path,
      command: this.#command,
      options: this.#options,
      operands: this.#operands,
      asks: this.#asks,
      problem: this.#problem ?? this.#problemAtEnd(),
      behindJson: this.#behindJson,
      flags: [...this.#flags, ...programFlags],
      awaiting: this.#awaiting,
      takesOptions: this.#takesOptions,
    };
  }

  #note(problem: Problem): void {
    this.#problem ??= problem;
  }

  #add(flag: Flag, value?: string): void {
    if (flag.option === helpOption) this.#asks ??= 'help';
    else if (flag.option === versionOption) this.#asks = 'version';
    else this.#options.push(value === undefined ? { flag } : { flag, value });
  }

  #flag(text: string): Flag | undefined {
    return [...this.#flags, ...programFlags].find(({ long, short }) => long === text || short === text);
  }

  #readLong(word: string): void {
    const { long, value } = splitFlag(word);
    const flag = this.#flag(long);
    if (flag === undefined) this.#note({ kind: 'unknown-option', flag: long });
    else if (value === undefined && flag.value !== null) this.#awaiting = flag;
    else if (value === undefined || flag.value !== null) this.#add(flag, value);
    else if (flag.option === globalOptions.json) {
      // `--json=a,b` is short for `--json --fields=a,b`.
      this.#add(flag);
      this.#readLong(`--fields=${value}`);
    } else this.#note({ kind: 'takes-no-value', flag: long });
  }

  /** `-q`, `-qv`, `-ojson`, `-qo` before its value. */
  #readCluster(word: string): void {
    for (let at = 1; at < word.length; at++) {
      const flag = this.#flag(`-${word.charAt(at)}`);
      if (flag?.value === null) {
        this.#add(flag);
        continue;
      }
      if (flag === undefined) this.#note({ kind: 'unknown-option', flag: `-${word.charAt(at)}` });
      else if (at === word.length - 1) this.#awaiting = flag;
      else this.#add(flag, word.slice(at + 1));
      return;
    }
  }

  #readOperand(word: string): void {
    const { commands = [], arguments: own, passesStatus } = this.#command;
    const child = this.#operands.length === 0 ? this.#childNamed(word, commands) : undefined;
    if (child !== undefined) this.#enter(child);
    else if (own !== undefined || commands.length === 0 || this.#operands.length > 0) {
      this.#operands.push(word);
      if (passesStatus) this.#takesOptions = false;
    } else if (word === 'help') this.#asks ??= 'help';
    else if (this.#problem === undefined) {
      this.#note({ kind: 'unknown-command', word });
      this.#operands.push(word);
    }
    // After an unknown option this may be its value: the command's name may follow.
  }

  #childNamed(word: string, commands: readonly CommandShape[]): CommandShape | undefined {
    const named = (name: string | undefined) => this.#program.commands?.find(each => each.name === name);
    if (this.#path[0] === authGroup) return named(commandBehindAuth(word));
    return (
      commands.find(({ name }) => name === word) ??
      commands.find(({ name }) => isAliasOf(word, [...this.#path, name]))
    );
  }

  #enter(command: CommandShape): void {
    const above = this.#flags;
    this.#command = command;
    // `auth login` is `login`.
    this.#path = [...this.#path.filter(name => name !== authGroup), command.name];
    this.#flags = flagsIn(command.options);
    // `sandbox --port 0 exec`: what was typed before the name of a command below must be an option of that.
    const own = this.#flags.map(({ long }) => long);
    const foreign = this.#options.find(({ flag }) => above.includes(flag) && !own.includes(flag.long));
    if (foreign !== undefined) this.#note({ kind: 'unknown-option', flag: foreign.flag.long });
  }

  #problemAtEnd(): Problem | undefined {
    if (this.#awaiting !== undefined) return { kind: 'missing-value', flag: this.#awaiting };
    const { arguments: own, commands = [] } = this.#command;
    if (own === undefined) return commands.length > 0 ? { kind: 'needs-command' } : undefined;
    const count = this.#operands.length;
    if (count > 0 && own.length > 0 && this.#operands[0]?.trim() === '') return { kind: 'empty-argument' };
    if (count < own.filter(({ name }) => name.startsWith('<')).length) return { kind: 'missing-argument' };
    const isOpen = own.some(({ name }) => name.includes('...'));
    return count > own.length && !isOpen ? { kind: 'too-many-arguments' } : undefined;
  }
}
