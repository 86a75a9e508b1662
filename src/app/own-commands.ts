/** The commands about the program itself. */
import { type CommandNode, type CommandSpec, command, isRunnable } from '../cli/command.ts';
import { commandPage } from '../cli/help-page.ts';
import { flag, type OptionValues } from '../cli/option.ts';
import { readWords, unknownWord } from '../cli/read-words.ts';
import type { Context } from '../context.ts';
import { fieldsFrom } from '../contract/schema.ts';
import type { Row } from '../terminal/terminal.ts';

/** `help`: its record alone; `help.ts` prints the pages. */
export const helpCommand: CommandSpec = command({
  name: 'help',
  description: 'Show help for a command, like --help, or for a topic.',
  arguments: [{ name: '[command...]', description: 'a command or a topic', completes: 'topic' }],
  requests: [],
  output: 'text',
  codes: ['unknown_command'],
  examples: [],
  run: async () => {},
});

const outline = { plural: 'commands', columns: ['command', 'repeat', 'writes', 'summary'] };
const whole = {
  plural: 'programs',
  columns: [],
  kinds: fieldsFrom(
    'name:text version:text description:text global_options:maps commands:maps topics:map',
    'exit_codes:map errors:map',
  ),
};
const options = {
  all: flag('--all', 'with a command: explain all its options, also the rare ones'),
  schema: flag('--schema', 'print the JSON Schema of its output with -o json; without a command, of errors'),
};

/** `commands`: prints the command tree. @param tree loads it */
export function commandsCommand(tree: () => Promise<readonly CommandNode[]>): CommandSpec {
  return command({
    name: 'commands',
    description:
      'List all commands, a line each: the command, how it may be repeated (read, upsert or once), whether it writes, a summary. With a command, its help; as JSON its arguments, options, output fields, requests and exit codes, without keys that are false, null or empty. With --json alone, all commands so. For agents, editors and documentation.',
    arguments: [
      { name: '[command...]', description: 'a command, or a group of commands', completes: 'topic' },
    ],
    options,
    requests: [],
    output: [outline, whole, { plural: 'details', columns: [], open: true }],
    codes: ['unknown_command'],
    examples: [
      ['list all commands', 'newsletter commands'],
      ['one command, for a program', 'newsletter commands emails send --json'],
      ['the shape of what it prints', 'newsletter commands subscribers list --schema'],
      ['commands that create or send', `newsletter commands -o tsv | awk '$3 == "once"'`],
    ],
    run: async (context, [words], flags) => {
      if (words.length > 0) return await showOne(context, words, flags, await tree());
      if (flags.schema) {
        const { errorSchema } = await import('../cli/command-tree-json.ts');
        return await context.terminal.printJson(Buffer.from(`${JSON.stringify(errorSchema())}\n`));
      }
      await show(context, await tree());
    },
  });
}

/** JSON on one line in a pipe: programs read it, and pay for each byte. */
async function compact({ terminal, options }: Context, record: Row): Promise<void> {
  if (!terminal.isOneDocument || options.fields !== undefined) return await terminal.record(record, whole);
  await terminal.printJson(Buffer.from(`${JSON.stringify(record)}\n`));
}

async function show(context: Context, tree: readonly CommandNode[]): Promise<void> {
  const { terminal, version } = context;
  const { indexRow, programJson } = await import('../cli/command-tree-json.ts');
  if (terminal.isStructured) return await compact(context, { ...programJson(tree, version) });
  // Without groups, which do nothing by themselves, and these two commands.
  const rows = tree.filter(({ path, spec }) => isRunnable(spec) && !isOwn(path)).map(indexRow);
  // People get the two columns that say most, whole.
  await terminal.list(rows, terminal.isForPeople ? { ...outline, columns: ['command', 'summary'] } : outline);
  if (!terminal.isForPeople) terminal.note(`columns: ${outline.columns.join(', ')}`);
}

const isOwn = ([name]: readonly string[]) => name === 'commands' || name === 'help';

/** One command, or the commands of a group. */
async function showOne(
  context: Context,
  words: readonly string[],
  { schema, all: isWhole = false }: OptionValues<typeof options>,
  tree: readonly CommandNode[],
): Promise<void> {
  const { terminal } = context;
  const { commandJson, indexRow, outputSchema } = await import('../cli/command-tree-json.ts');
  const tops = tree.flatMap(({ path, spec }) => (path.length === 1 ? [spec] : []));
  const reading = readWords(tops, ['--help', '--', ...words.flatMap(word => word.split(' '))]);
  const { path } = reading;
  const name = path.join(' ');
  const spec = tree.find(each => each.path.join(' ') === name)?.spec;
  const word = unknownWord(reading);
  if (word !== undefined || spec === undefined) {
    const { unknownCommand } = await import('./usage-errors.ts');
    throw unknownCommand(word ?? name, reading);
  }
  const below = tree.filter(
    each => each.path.length > path.length && each.path.join(' ').startsWith(`${name} `),
  );
  if (!isRunnable(spec)) return void (await terminal.list(below.map(indexRow), outline));
  if (schema) {
    return await terminal.printJson(Buffer.from(`${JSON.stringify(outputSchema(name, spec))}\n`));
  }
  if (terminal.isStructured) return await compact(context, { ...commandJson(path, spec, isWhole) });
  await terminal.print(commandPage(path, spec, { width: terminal.width, isWhole }).trimEnd());
}
