/** The only reader of the words of a command line. Commander parses only lines in which it found no problem. */
import type { View } from '../terminal/terminal.ts';
import { type ArgumentSpec, isRequired, isVariadic } from './command.ts';
import {
  flagsOf,
  globalOptions,
  helpOption,
  negativeFlag,
  type OptionFlags,
  type OptionSpec,
  type OptionSpecs,
  versionOption,
} from './option.ts';

/** What the reader needs of a command; if its module is not loaded, only its name. */
export interface CommandShape {
  readonly name: string;
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  /** Undefined for a group of commands. */
  readonly arguments?: readonly ArgumentSpec[];
  readonly usage?: string;
  readonly output?: View | readonly View[] | 'text';
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

/** The first problem of a command line. */
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
  /** The names that lead to the command; empty for the program. */
  readonly path: readonly string[];
  readonly command: CommandShape;
  /** In the order typed. */
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

/** The word that names no command, on a line that asks for help. */
export const unknownWord = ({ problem, operands }: Reading) =>
  problem?.kind === 'unknown-command' ? problem.word : operands[0];

const programFlags = flagsIn({ ...globalOptions, help: helpOption, version: versionOption });

type Draft = { -readonly [K in keyof Reading]: Reading[K] } & {
  readonly options: TypedOption[];
  readonly operands: string[];
};

/**
 * Reads a command line.
 *
 * @param commands the top-level commands
 * @param words the command line without the program's name
 */
export function readWords(commands: readonly CommandShape[], words: readonly string[]): Reading {
  const draft: Draft = {
    path: [],
    command: { name: 'newsletter', commands },
    options: [],
    operands: [],
    asks: undefined,
    problem: undefined,
    behindJson: undefined,
    flags: programFlags,
    awaiting: undefined,
    takesOptions: true,
  };
  for (const [at, word] of words.entries()) {
    const { awaiting } = draft;
    draft.awaiting = undefined;
    if (awaiting !== undefined && !isProgramFlag(word)) {
      addOption(draft, { flag: awaiting, value: word });
      continue;
    }
    if (awaiting !== undefined) draft.problem ??= { kind: 'missing-value', flag: awaiting };
    if (!draft.takesOptions || !isFlagWord(word)) {
      if (words[at - 1] === '--json') draft.behindJson ??= word;
      readOperand(draft, word);
    } else if (word === '--') draft.takesOptions = false;
    else {
      const { typed, next, problem } = readFlags(word, draft.flags);
      for (const option of typed) addOption(draft, option);
      draft.awaiting = next;
      draft.problem ??= problem;
    }
  }
  draft.problem ??= problemAtEnd(draft);
  return draft;
}

/** The full name of a command: `newsletter groups list`. */
export const nameOf = (path: readonly string[]): string => ['newsletter', ...path].join(' ');

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

/** Whether a word is made of flags of the program only: then it is never the value of an option. */
const isProgramFlag = (word: string) =>
  word !== '--' && isFlagWord(word) && readFlags(word, programFlags).problem === undefined;

interface FlagWord {
  readonly typed: readonly TypedOption[];
  /** The flag whose value is the next word. */
  readonly next?: Flag;
  readonly problem?: Problem;
}

/** Reads `--page=2`, `-q` or `-qojson`. */
function readFlags(word: string, flags: readonly Flag[]): FlagWord {
  return word.startsWith('--') ? readLong(splitFlag(word), flags) : readCluster(word, flags);
}

function readLong({ long, value }: ReturnType<typeof splitFlag>, flags: readonly Flag[]): FlagWord {
  const flag = flags.find(each => each.long === long);
  if (flag === undefined) return { typed: [], problem: { kind: 'unknown-option', flag: long } };
  if (value === undefined) return flag.value === null ? { typed: [{ flag }] } : { typed: [], next: flag };
  if (flag.value !== null) return { typed: [{ flag, value }] };
  const fields = flags.find(({ option }) => option === globalOptions.fields);
  if (flag.option !== globalOptions.json || fields === undefined) {
    return { typed: [], problem: { kind: 'takes-no-value', flag: long } };
  }
  // `--json=a,b` is short for `--json --fields=a,b`.
  return { typed: [{ flag }, { flag: fields, value }] };
}

function readCluster(word: string, flags: readonly Flag[]): FlagWord {
  const typed: TypedOption[] = [];
  for (let at = 1; at < word.length; at++) {
    const short = `-${word.charAt(at)}`;
    const flag = flags.find(each => each.short === short);
    if (flag === undefined) return { typed, problem: { kind: 'unknown-option', flag: short } };
    if (flag.value === null) typed.push({ flag });
    else if (at === word.length - 1) return { typed, next: flag };
    else return { typed: [...typed, { flag, value: word.slice(at + 1) }] };
  }
  return { typed };
}

function addOption(draft: Draft, typed: TypedOption): void {
  const { option } = typed.flag;
  if (option === helpOption) draft.asks ??= 'help';
  else if (option === versionOption) draft.asks = 'version';
  else draft.options.push(typed);
}

function readOperand(draft: Draft, word: string): void {
  const { commands = [], arguments: expected, passesStatus } = draft.command;
  const child = draft.operands.length === 0 ? commands.find(({ name }) => name === word) : undefined;
  if (child !== undefined) enter(draft, child);
  else if (expected !== undefined || commands.length === 0 || draft.operands.length > 0) {
    draft.operands.push(word);
    if (passesStatus) draft.takesOptions = false;
  } else if (word === 'help') draft.asks ??= 'help';
  else if (draft.problem === undefined) {
    draft.problem = { kind: 'unknown-command', word };
    draft.operands.push(word);
  }
  // After an unknown option this may be its value: the command's name may follow.
}

function enter(draft: Draft, command: CommandShape): void {
  const ofCommand = flagsIn(command.options);
  const longs = [...ofCommand, ...programFlags].map(({ long }) => long);
  // `sandbox --port 0 exec`: options typed before a subcommand must be options of the subcommand.
  const foreign = draft.options.find(({ flag }) => !longs.includes(flag.long));
  if (foreign !== undefined) draft.problem ??= { kind: 'unknown-option', flag: foreign.flag.long };
  draft.command = command;
  draft.path = [...draft.path, command.name];
  draft.flags = [...ofCommand, ...programFlags];
}

function problemAtEnd({ awaiting, command, operands }: Draft): Problem | undefined {
  if (awaiting !== undefined) return { kind: 'missing-value', flag: awaiting };
  const { arguments: expected, commands = [] } = command;
  if (expected === undefined) return commands.length > 0 ? { kind: 'needs-command' } : undefined;
  const count = operands.length;
  if (expected.length > 0 && operands[0]?.trim() === '') return { kind: 'empty-argument' };
  if (count < expected.filter(isRequired).length) return { kind: 'missing-argument' };
  return count > expected.length && !expected.some(isVariadic) ? { kind: 'too-many-arguments' } : undefined;
}
