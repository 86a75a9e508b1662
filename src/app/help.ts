/** Help pages and the version, made without Commander, which halves the time. */
import { type Described, isRunnable, summaryOf } from '../cli/command.ts';
import { commandPage, programPage, welcome } from '../cli/help-page.ts';
import type { Reading } from '../cli/read-words.ts';
import { topics } from '../cli/topics/index.ts';
import { versionLine } from '../version.ts';
import { allEntries, type CommandLine, described, readLine, typesJson } from './read-line.ts';

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
  if (asks === 'help' && problem?.kind !== 'unknown-command') {
    return (await dataOf(reading, record)) ?? pageOf(reading, record, width);
  }
  if (path[0] === 'help' && problem === undefined) return await explanation(reading, width);
  // A group was named without a command: that is an error for programs.
  const isGroup = problem?.kind === 'needs-command' && !(await isJson());
  return isGroup ? pageOf(reading, record, width) : undefined;
}

/** The page of the command that a command line names, or of the program. */
function pageOf({ path, problem }: Reading, record: Described | undefined, width: number): string {
  // `--help --all`, where the command has no option of that name, asks for all options.
  const isWhole = problem?.kind === 'unknown-option' && problem.flag === '--all';
  const spec = specOf(path, record);
  return spec === undefined ? programPage(allEntries, width) : commandPage(path, spec, { width, isWhole });
}

/** The same as JSON, where that is asked for: one command, or the index of the program or of a group. */
async function dataOf(reading: Reading, record: Described | undefined): Promise<string | undefined> {
  if (typesJson(reading) !== true) return undefined;
  const { commandJson, indexRow } = await import('../cli/command-tree-json.ts');
  const { path } = reading;
  const spec = specOf(path, record);
  if (spec !== undefined && isRunnable(spec)) return `${JSON.stringify(commandJson(path, spec, false))}\n`;
  const tops =
    spec === undefined
      ? await Promise.all(allEntries.map(async each => ({ ...each, spec: await described(each) })))
      : [];
  const rows = tops.flatMap(({ name, summary, spec: top }) => [
    { path: [name], spec: top, summary },
    ...below([name], top),
  ]);
  return `${JSON.stringify((spec === undefined ? rows : below(path, spec)).map(indexRow))}\n`;
}

const below = (path: readonly string[], spec: Described) =>
  (spec.commands ?? []).map(each => ({
    path: [...path, each.name],
    spec: each,
    summary: summaryOf(each),
  }));

function specOf([, name]: readonly string[], record: Described | undefined): Described | undefined {
  return name === undefined ? record : record?.commands?.find(each => each.name === name);
}

/**
 * What `help` prints: the page of a topic or of a command.
 *
 * @param operands the words after `help`
 * @throws Failure unknown_command
 */
async function explanation(asked: Reading, width: number): Promise<string> {
  const { operands } = asked;
  const [name] = operands;
  const topic = operands.length === 1 ? topics.find(one => one.name === name) : undefined;
  const isCommand = allEntries.some(entry => entry.name === name);
  if (topic !== undefined && !(isCommand && typesJson(asked) === true)) {
    const page = await topic.page();
    return page + (isCommand ? `\nFor its options run: newsletter ${name} --help\n` : '');
  }
  const { reading, record } = await readLine(['--help', '--', ...operands]);
  const { problem, path, operands: left, command } = reading;
  const word = problem?.kind === 'unknown-command' ? problem.word : left[0];
  if (word === undefined) {
    const found = { ...reading, options: asked.options };
    return (await dataOf(found, record)) ?? pageOf(reading, record, width);
  }
  const { unknownCommand } = await import('./usage-errors.ts');
  const names = topics.map(one => one.name);
  throw unknownCommand(word, { path, commands: command.commands ?? [] }, path.length === 0 ? names : []);
}
