/** What a page of help looks like. */
import { type Command, Help, type Option } from 'commander';
import { doesSomething, summaryOf } from '../cli/command.ts';
import { exitLines } from '../cli/command-metadata.ts';
import { formatItem } from '../cli/topics/columns.ts';
import { topics } from '../cli/topics.ts';
import { specOf } from './commander.ts';

/** How Commander is to write the help of every command. */
export const helpConfiguration = {
  showGlobalOptions: false,
  // Narrow terminals, too: Commander would leave lines of less than 40 columns to them.
  minWidthToWrap: 24,
  formatItem,
  sortSubcommands: false,
  subcommandTerm: (command: Command) => command.name(),
  subcommandDescription: (command: Command) => summaryIn(command),
  optionDescription: describeOption,
  visibleCommands(this: Help, command: Command) {
    const all = Help.prototype.visibleCommands.call(this, command);
    // Every group takes "help" as well; it is said once, of the program.
    return command.parent === null ? all : all.filter(each => each.name() !== 'help');
  },
  formatHelp: formatPage,
};

function summaryIn(command: Command): string {
  return command.summary() || summaryOf({ name: '', description: command.description(), examples: [] });
}

/** The option's text, with the values it takes and what it is without it. */
function describeOption({ description, argChoices, defaultValue, defaultValueDescription }: Option): string {
  const more = [
    ...(argChoices === undefined ? [] : [listed(argChoices)]),
    ...(defaultValue === undefined || typeof defaultValue === 'boolean'
      ? []
      : [`unless given: ${defaultValueDescription ?? defaultValue}`]),
  ];
  return more.length === 0 ? description : `${description} (${more.join('; ')})`;
}

/** `merge, first or last`. */
function listed(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

/** One page: what it is for, then commands, options by theme, examples, exit codes. */
function formatPage(command: Command, help: Help): string {
  const width = help.padWidth(command, help);
  const section = (heading: string, items: readonly (readonly [string, string])[]) =>
    items.length === 0
      ? []
      : [[heading, ...items.map(([term, text]) => help.formatItem(term, width, text, help))].join('\n')];
  const { helpWidth = 80 } = help;
  const commands = help.groupItems(
    [...command.commands],
    help.visibleCommands(command),
    each => each.helpGroup() || 'Commands:',
  );
  const options = help.groupItems(
    [...command.options],
    help.visibleOptions(command),
    each => each.helpGroupHeading ?? 'Options:',
  );
  const sections = [
    `Usage: ${help.commandUsage(command)}`,
    help.boxWrap(command.description(), helpWidth),
    ...section(
      'Arguments:',
      help
        .visibleArguments(command)
        .map(argument => [help.argumentTerm(argument), help.argumentDescription(argument)]),
    ),
    ...[...commands].flatMap(([heading, group]) =>
      section(
        heading,
        group.map(each => [help.subcommandTerm(each), help.subcommandDescription(each)]),
      ),
    ),
    ...(command.parent === null ? section('Topics (newsletter help <topic>):', topicList) : []),
    ...[...options]
      .sort(([a], [b]) => rank(a) - rank(b))
      .flatMap(([heading, group]) =>
        section(
          heading,
          group.map(option => [help.optionTerm(option), help.optionDescription(option)]),
        ),
      ),
    ...exampleSection(command),
    ...exitSection(command, help),
  ];
  return `${sections.join('\n\n')}\n`;
}

const topicList = topics.map(({ name, summary }) => [name, summary] as const);

/** Options with a theme of their own come before those without, and what every command takes comes last. */
function rank(heading: string): number {
  return ['Options:', 'Global options:'].indexOf(heading);
}

function exampleSection(command: Command): string[] {
  const list = (specOf(command)?.examples ?? []).map(
    ([description, line]) => `  # ${description}\n  ${line}`,
  );
  return list.length === 0 ? [] : [`Examples:\n${list.join('\n\n')}`];
}

function exitSection(command: Command, help: Help): string[] {
  const spec = specOf(command);
  if (spec === undefined || !doesSomething(spec)) return [];
  const lines = exitLines(spec).map(([exit, meaning]) => help.formatItem(exit, 3, meaning, help));
  return [`Exit codes:\n${lines.join('\n')}`];
}
