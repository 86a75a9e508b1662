import type { Command } from 'commander';
import { requests } from '../cli/command-metadata.ts';
import { examples } from '../cli/examples.ts';
import type { Context } from '../context.ts';

/** `commands`: the command tree, from the program itself. */
export function register(parent: Command, context: Context): void {
  const command = parent
    .command('commands')
    .summary('every command there is, for people and programs')
    .description(
      'Print the command tree: for people as an outline, with --json as one object with every command, argument, option, enumeration, request and exit code, for agents, editors and documentation.',
    )
    .action(async () => {
      await show(context, parent);
    });
  requests(command, []);
  examples(command, [
    ['what is there?', 'newsletter commands'],
    ['everything about it, for a program', 'newsletter commands --json'],
    [
      'what writes to the account, and may not be repeated',
      `newsletter commands --json | grep -c '"repeat": *"once"'`,
    ],
  ]);
}

async function show(context: Context, program: Command): Promise<void> {
  const { terminal, version } = context;
  const { describeProgram } = await import('../cli/command-tree-json.ts');
  const described = describeProgram(program, version);
  if (['json', 'ndjson', 'yaml'].includes(terminal.format)) {
    return await terminal.record({ ...described }, { plural: 'programs', columns: [] });
  }
  if (terminal.format === 'table') {
    const { columns } = await import('../cli/topics/columns.ts');
    return await terminal.print(
      columns(
        described.commands.map(({ path, arguments: parameters, summary }) => {
          const names = parameters.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`));
          return [`${'  '.repeat(path.length - 1)}${[path.at(-1), ...names].join(' ')}`, summary];
        }),
        terminal.width,
      ),
    );
  }
  await terminal.list(
    described.commands.map(({ path, repeat, writes, summary }) => ({
      command: path.join(' '),
      repeat,
      writes,
      summary,
    })),
    { plural: 'commands', columns: ['command', 'repeat', 'writes', 'summary'] },
  );
}
