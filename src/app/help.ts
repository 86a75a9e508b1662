/** Help pages and the version, made without Commander, which halves the time. */
import type { Described } from '../cli/command.ts';
import { commandPage, programPage, welcome } from '../cli/help-page.ts';
import { type Reading, unknownWord } from '../cli/read-words.ts';
import { topics } from '../cli/topics/index.ts';
import { versionLine } from '../version.ts';
import { allEntries, type CommandLine, readLine } from './read-line.ts';

/**
 * Help or the version; undefined for a line that runs a command.
 *
 * @param isJson whether JSON is wanted
 * @throws Failure unknown_command
 */
export async function textFor(
  { reading, record }: CommandLine,
  isJson: () => Promise<boolean>,
  width: number,
): Promise<string | undefined> {
  const { asks, problem, path, options } = reading;
  if (asks === undefined && problem?.kind === 'needs-command' && path.length + options.length === 0)
    return welcome();
  if (asks === 'version') return `${versionLine}\n`;
  if (asks === 'help' && problem?.kind !== 'unknown-command') return pageOf(reading, record, width);
  if (path[0] === 'help' && problem === undefined) return await explanation(reading.operands, width);
  // A group was named without a command: that is an error for programs.
  const isGroup = problem?.kind === 'needs-command' && !(await isJson());
  return isGroup ? pageOf(reading, record, width) : undefined;
}

/** The page of the command that a command line names, or of the program. */
function pageOf({ path, problem }: Reading, record: Described | undefined, width: number): string {
  // `--help --all`, where the command has no option of that name, asks for all options.
  const isWhole = problem?.kind === 'unknown-option' && problem.flag === '--all';
  const spec = path.length < 2 ? record : record?.commands?.find(({ name }) => name === path[1]);
  return spec === undefined ? programPage(allEntries, width) : commandPage(path, spec, { width, isWhole });
}

/**
 * What `help` prints: the page of a topic or of a command.
 *
 * @param operands the words after `help`
 * @throws Failure unknown_command
 */
async function explanation(operands: readonly string[], width: number): Promise<string> {
  const [name] = operands;
  const topic = operands.length === 1 ? topics.find(one => one.name === name) : undefined;
  const isCommand = allEntries.some(entry => entry.name === name);
  if (topic !== undefined) {
    const page = await topic.page();
    return page + (isCommand ? `\nFor its options run: newsletter ${name} --help\n` : '');
  }
  const { reading, record } = await readLine(['--help', '--', ...operands]);
  const word = unknownWord(reading);
  if (word === undefined) return pageOf(reading, record, width);
  const { unknownCommand } = await import('./usage-errors.ts');
  throw unknownCommand(word, reading, reading.path.length === 0 ? topics.map(one => one.name) : []);
}
