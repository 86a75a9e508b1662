/** Reads a command line with the record of the command that it names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CommandEntry,
  type CommandNode,
  commandTree,
  type Described,
  type TopCommand,
} from '../cli/command.ts';
import { type CommandShape, lastValue, type Reading, readWords } from '../cli/read-words.ts';
import { entries } from '../commands/index.ts';
import { ignoringErrors } from '../lib/failure.ts';
import { isJsonFormat, jsonFormat } from '../lib/output-formats.ts';

export interface CommandLine {
  readonly reading: Reading;
  /** The record of the top-level command; undefined if none is named. */
  readonly record?: Described;
  /** The same with its functions; undefined for a line that only asks for help. */
  readonly spec?: TopCommand;
}

/** Reads a command line as far as the names of the top-level commands allow. */
export const readTop = (words: readonly string[]): Reading => readWords(allEntries, words);

/** Reads a whole command line. Loads only the command that it names; for help, only its written record. */
export async function readLine(words: readonly string[]): Promise<CommandLine> {
  const top = readTop(words);
  const entry = allEntries.find(({ name }) => name === top.path[0]);
  if (entry === undefined) return { reading: top };
  if (top.asks !== undefined) {
    const record = await described(entry);
    const reading = readWords(withRecords([record]), words);
    if (reading.asks !== undefined) return { reading, record };
  }
  const spec = await entry.load();
  return { reading: readWords(withRecords([spec]), words), record: spec, spec };
}

/** The top-level commands, some of them with their records. */
export function withRecords(records: readonly Described[]): CommandShape[] {
  return allEntries.map(entry => {
    const record = records.find(({ name }) => name === entry.name);
    return record === undefined ? entry : { ...record, summary: entry.summary };
  });
}

/** The record of a top-level command, from the file that the build writes: loading the command takes longer. */
export async function described({ name, load }: Pick<CommandEntry, 'name' | 'load'>): Promise<Described> {
  const file = join(import.meta.dirname, 'records', `${name}.json`);
  // There is none where nothing has been built.
  return ignoringErrors(() => JSON.parse(readFileSync(file, 'utf8')) as Described) ?? (await load());
}

/** Whether the line asks for JSON; undefined if it names no format. */
export function typesJson(reading: Reading): boolean | undefined {
  const format = lastValue(reading, '--output', '--json');
  // Of `-o=json` the format is `=json`, which is wrong; the error is printed as it was meant.
  return format === undefined ? undefined : isJsonFormat(format.value?.replace(/^=/, '') ?? jsonFormat);
}

/** Every top-level command, in the order of the help; the last two are about the program itself. */
export const allEntries: readonly CommandEntry[] = [
  ...entries,
  {
    name: 'commands',
    heading: 'Advanced:',
    summary: 'list all commands, for people and programs',
    load: async () => (await import('./own-commands.ts')).commandsCommand(wholeTree),
  },
  {
    name: 'help',
    heading: 'Tools:',
    summary: 'show help for a command or topic',
    load: async () => (await import('./own-commands.ts')).helpCommand,
  },
];

/** The whole command tree. Loads the modules of all commands. */
export async function wholeTree(): Promise<readonly CommandNode[]> {
  return await commandTree(allEntries);
}
