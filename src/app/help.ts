/** Help pages and the version, made without Commander, which halves the time. */
import type { Described } from '../cli/command.ts';
import { commandPage, programPage } from '../cli/help-page.ts';
import type { Reading } from '../cli/read-words.ts';
import { topics } from '../cli/topics/index.ts';
import { allEntries } from './all-entries.ts';
import { readLine } from './read-line.ts';

/** The page of the command that a command line names, or of the program. */
export function pageOf({ path }: Reading, record: Described | undefined, width: number): string {
  const [, below] = path;
  const spec = below === undefined ? record : record?.commands?.find(({ name }) => name === below);
  return spec === undefined ? programPage(allEntries, width) : commandPage(path, spec, width);
}

/**
 * What `help` prints: the page of a topic or of a command.
 *
 * @param operands what stands behind `help`
 * @throws Failure unknown_command
 */
export async function explanation(operands: readonly string[], width: number): Promise<string> {
  const [name] = operands;
  const topic = operands.length === 1 ? topics.find(one => one.name === name) : undefined;
  if (topic !== undefined) {
    const { page } = await topic.load();
    const isCommand = allEntries.some(entry => entry.name === name);
    return page() + (isCommand ? `\nFor its options run: newsletter ${name} --help\n` : '');
  }
  const { reading, record } = await readLine(['--help', '--', ...operands]);
  const { problem, path, operands: left, command } = reading;
  const word = problem?.kind === 'unknown-command' ? problem.word : left[0];
  if (word === undefined) return pageOf(reading, record, width);
  const { unknownCommand } = await import('./usage-errors.ts');
  const names = topics.map(one => one.name);
  throw unknownCommand(word, { path, commands: command.commands ?? [] }, path.length === 0 ? names : []);
}
