import { Command, Option } from 'commander';
import { requests } from '../cli/command-metadata.ts';
import { helpConfiguration } from '../cli/help-format.ts';
import { topics } from '../cli/topics.ts';
import { entries } from '../commands/index.ts';
import type { Context } from '../context.ts';
import { outputFormats } from '../lib/output-formats.ts';
import { unknownCommand } from './usage-errors.ts';

const topicNames = topics.map(({ name }) => name);

/**
 * The command tree. Only the modules of commands named in `words` are loaded; the others are listed by name.
 *
 * @param words the command line without program name, or 'all' for the whole tree (documentation, tests)
 * @param print takes the help texts that are asked for; stdout unless said
 */
export async function createProgram(
  context: Context,
  words: readonly string[] | 'all',
  print?: (text: string) => void,
): Promise<Command> {
  const program = new Command('newsletter')
    .description('Run your email newsletter account from the command line.')
    .usage('[global options] <command> [arguments] [options]')
    .version(context.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'explain a command')
    .configureHelp(helpConfiguration)
    .configureOutput({
      // What is wrong is said once, by `main`.
      outputError: () => {},
      writeErr: () => {},
      ...(print === undefined ? {} : { writeOut: print }),
      ...widths(context),
    })
    .exitOverride()
    .helpCommand(false)
    .addHelpText('afterAll', ({ command }) =>
      command.parent === null ? '' : '\nGlobal options (--json, --profile, --dry-run …): newsletter --help',
    );
  for (const option of globalOptions()) program.addOption(option);
  const isWhole = words === 'all' || words.includes('commands');
  for (const entry of entries) {
    program.commandsGroup(entry.group);
    if (isWhole || words.includes(entry.name)) (await entry.load()).register(program, context);
    else program.command(entry.name).summary(entry.summary).description(entry.summary);
  }
  const help = program
    .command('help')
    .summary('explain a command or a topic')
    .description('Explain a command, as --help does, or a topic.')
    .argument('[command...]', 'the command, or the topic')
    .action(path => explain(program, path));
  requests(help, [], { codes: ['unknown_command'] });
  return program;
}

/** What is said where a command is missing: those there are; of the program itself, those to begin with. */
export async function explainGroup(group: Command): Promise<void> {
  if (group.parent !== null) return group.outputHelp();
  const { welcome } = await import('../cli/welcome.ts');
  group.configureOutput().writeOut?.(welcome());
}

/** Prints the page of a topic, or the help of a command. */
async function explain(program: Command, path: readonly string[]): Promise<void> {
  const [name = ''] = path;
  const topic = path.length === 1 ? topics.find(one => one.name === name) : undefined;
  if (topic !== undefined) {
    const { page } = await topic.load();
    const isCommand = program.commands.some(command => command.name() === name);
    const more = isCommand ? `\nThe options are listed by: newsletter ${name} --help\n` : '';
    program.configureOutput().writeOut?.(page() + more);
    return;
  }
  path
    .reduce((parent, word) => {
      const found = parent.commands.find(command => command.name() === word);
      if (found === undefined) throw unknownCommand(word, parent, parent === program ? topicNames : []);
      return found;
    }, program)
    .outputHelp();
}

function widths(context: Context) {
  const columns = Number(context.environment.COLUMNS) || undefined;
  return columns === undefined ? {} : { getOutHelpWidth: () => columns, getErrHelpWidth: () => columns };
}

/** The options every command takes, before or after its name; flags whose values are settings are checked there. */
export function globalOptions(): Option[] {
  return [
    new Option('--profile <name>', 'which stored account to use'),
    new Option('--base-url <url>', 'REST address of the service'),
    new Option('--auth-url <url>', 'OAuth address of the service'),
    new Option('-o, --output <format>', `one of ${outputFormats.join(', ')}`),
    new Option('--json [fields]', 'JSON, optionally only these fields'),
    new Option('--fields <a,b.c>', 'only these fields, in this order'),
    new Option('--envelope', 'lists as {data, meta} in JSON and YAML'),
    new Option('-q, --quiet', 'no progress, hints or warnings'),
    new Option('-v, --verbose', 'each request and answer on stderr'),
    new Option('--dry-run', 'writes only: print the request and a curl line, send nothing'),
    new Option('-y, --yes', 'answer yes to confirmations'),
    new Option('--no-input', 'never prompt'),
    new Option(
      '--expect-account <slug or id>',
      'refuse any other account (exit 3); one more request, before all others',
    ),
    new Option('--timeout <seconds>', 'silence before a request is given up (30)'),
    new Option('--retries <n>', 'how often a safe request is repeated (4)'),
    new Option('--max-wait <seconds>', 'longest wait in all for a busy service (300)'),
    new Option('--no-color', 'no colours'),
  ].map(option => option.helpGroup('Global options:'));
}
