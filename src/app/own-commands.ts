/** The commands about the program itself. */
import { type CommandSpec, command } from '../cli/command.ts';
import type { CommandNode } from '../cli/command-tree.ts';
import { columns } from '../cli/topics/columns.ts';
import type { Context } from '../context.ts';

/** `help`: explains a command or a topic. `main` answers it, without running a command. */
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
  fields: ['name', 'version', 'description', 'global_options', 'commands', 'topics', 'exit_codes', 'errors'],
};

/** `commands`: prints the command tree. @param tree loads it */
export function commandsCommand(tree: () => Promise<readonly CommandNode[]>): CommandSpec {
  return command({
    name: 'commands',
    description:
      'List all commands. With --json, print one object with every command, argument, option, enumeration, request and exit code, for agents, editors and documentation.',
    requests: [],
    output: [outline, whole],
    examples: [
      ['list all commands', 'newsletter commands'],
      ['all details, for a program', 'newsletter commands --json'],
      [
        'commands that write and are not safe to repeat',
        `newsletter commands --json | grep -c '"repeat": *"once"'`,
      ],
    ],
    run: async context => await show(context, await tree()),
  });
}

async function show({ terminal, version }: Context, tree: readonly CommandNode[]): Promise<void> {
  const { programJson } = await import('../cli/command-tree-json.ts');
  const program = programJson(tree, version);
  if (terminal.isStructured) return await terminal.record({ ...program }, whole);
  if (terminal.isForPeople) {
    const lines = program.commands.map(({ path, arguments: parameters, summary }) => {
      const names = parameters.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`));
      return [`${'  '.repeat(path.length - 1)}${[path.at(-1), ...names].join(' ')}`, summary] as const;
    });
    return await terminal.print(columns(lines, terminal.width));
  }
  const rows = program.commands.map(({ path, repeat, writes, summary }) => ({
    command: path.join(' '),
    repeat,
    writes,
    summary,
  }));
  await terminal.list(rows, outline);
}
