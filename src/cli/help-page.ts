/** Help pages, made from the command records for the width of the screen. */
import { largest } from '../lib/extremes.ts';
import { wrapScreen, wrapText } from '../terminal/message-text.ts';
import {
  argumentName,
  type CommandEntry,
  type Described,
  type DescribedCommand,
  isRunnable,
  summaryOf,
  usageOf,
} from './command.ts';
import { flagsOf, globalOptions, negativeFlag, type OptionSpec } from './option.ts';
import { columns, commandLines, twoColumns } from './topics/columns.ts';
import { topics } from './topics/index.ts';

type Item = readonly [term: string, text: string];
/** A heading and the items below it. */
type Section = readonly [heading: string, items: readonly Item[]];

/** The options that people use; `newsletter help options` has all. */
const usualGlobals = ['profile', 'output', 'json', 'dryRun', 'yes'] as const;

/** The page of the program: two screens of 80 x 24. @param width columns of the screen */
export function programPage(entries: readonly CommandEntry[], width: number): string {
  const headings = [...new Set(entries.map(({ heading }) => heading))];
  const commands = headings.map(heading => {
    const below = entries.filter(entry => entry.heading === heading);
    const items = below.map(({ name, summary }) => [name, summary] as const);
    return `${heading}\n${columns(items, width)}`;
  });
  const names = topics.map(({ name }) => name).join(', ');
  const options = usualGlobals.flatMap(name => optionItems(globalOptions[name]));
  const blocks = [
    'Usage: newsletter [global options] <command> [arguments] [options]',
    ...commands,
    `Topics (newsletter help <topic>):\n${wrapText(names, width - 2).replace(/^/gm, '  ')}`,
    `Options (all: newsletter help options):\n${columns(options, width)}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** The page that `newsletter` without arguments prints. */
export function welcome(): string {
  return `Run your email newsletter account from the command line.

Get started:
${columns([
  ['newsletter login', 'sign in to your account'],
  ['newsletter import people.csv', 'import subscribers (try --dry-run first)'],
  ['newsletter subscribers list', 'list your subscribers'],
  ['newsletter emails send <id>', 'send a draft (asks first)'],
  ['newsletter sandbox', 'try everything on a local test service'],
])}

Learn more:
${columns([
  ['newsletter --help', 'list all commands'],
  ['newsletter commands', 'all commands, a line each'],
  ['newsletter <command> --help', 'show help and examples for a command'],
  ['newsletter help import', 'import a list, step by step'],
])}
`;
}

/**
 * The page of a command or a group: usage, what it is for, commands, options by group, examples.
 *
 * @param path the names that lead to it
 * @param how `isWhole`: all options, also where the record names the usual ones
 */
export function commandPage(
  path: readonly string[],
  spec: Described,
  { width, isWhole }: { readonly width: number; readonly isWhole: boolean },
): string {
  const runs = isRunnable(spec);
  const isShort = !isWhole && runs && spec.usualOptions !== undefined;
  const sections: Section[] = [
    ['Arguments:', runs ? spec.arguments.map(one => [argumentName(one), argumentText(one)]) : []],
    ['Commands:', (spec.commands ?? []).map(below => [below.name, summaryOf(below)])],
    ...optionSections(runs ? shownOptions(spec, isShort) : []),
  ];
  const intro = [`Usage: newsletter ${path.join(' ')} ${usageOf(spec)}`, wrapText(spec.description, width)];
  const most = isShort ? mostExamples : spec.examples.length;
  const examples = spec.examples
    .slice(0, most)
    .map(([text, line]) => `  # ${text}\n${commandLines(line, Math.max(width, 80))}`);
  const end = [
    ...(examples.length === 0 ? [] : [`Examples:\n${examples.join('\n')}`]),
    [
      ...(isShort ? [`All options: newsletter ${path.join(' ')} --help --all`] : []),
      ...(runs && spec.notes !== undefined ? [wrappedNotes(spec.notes, width)] : []),
      'Options of every command (--json, --profile …): newsletter help options',
    ].join(isShort ? '\n' : '\n\n'),
  ];
  return page(intro, sections, end, width);
}

/** Paragraphs are filled; in an indented list, lines go on below their last column. */
function wrappedNotes(notes: string, width: number): string {
  const lines = notes.replace(/^\n/, '').split('\n');
  return lines
    .map(line => (line.startsWith(' ') ? wrapScreen(line, width) : wrapText(line, width)))
    .join('\n');
}

/** Examples on a page that shows the usual options only. */
const mostExamples = 4;

/** The options of a page, the usual ones only if it is short. */
function shownOptions({ options, usualOptions }: DescribedCommand, isShort: boolean): readonly OptionSpec[] {
  if (!isShort || usualOptions === undefined) return Object.values(options);
  // One list: headings would take a third of the page.
  return usualOptions.flatMap(name =>
    options[name] === undefined ? [] : { ...options[name], group: undefined },
  );
}

function page(
  intro: readonly string[],
  sections: readonly Section[],
  end: readonly string[],
  width: number,
): string {
  const filled = sections.filter(([, items]) => items.length > 0);
  const widest = largest(filled.flatMap(([, items]) => items.map(([term]) => term.length)));
  const blocks = filled.map(([heading, items]) =>
    [heading, ...items.map(([term, text]) => twoColumns(term, widest, text, width))].join('\n'),
  );
  return `${[...intro, ...blocks, ...end].join('\n\n')}\n`;
}

/** Options under their headings: named groups first, then `Options`. */
function optionSections(options: readonly OptionSpec[]): Section[] {
  const headingOf = ({ group = 'Options' }: OptionSpec) => `${group}:`;
  return [...new Set(options.map(headingOf))]
    .sort((a, b) => Number(a === 'Options:') - Number(b === 'Options:'))
    .map(heading => [heading, options.filter(one => headingOf(one) === heading).flatMap(optionItems)]);
}

/** An option, and its `--no-` form if it has one. */
function optionItems(option: OptionSpec): Item[] {
  const item: Item = [option.flags, optionText(option)];
  return option.negation === undefined ? [item] : [item, [negativeFlag(flagsOf(option)), option.negation]];
}

/** The description with the choices and the default. */
function optionText({ description, choices, default: defaultValue }: OptionSpec): string {
  const more = [
    ...(choices === undefined ? [] : [listed(choices)]),
    ...(defaultValue === undefined ? [] : [`default ${defaultValue}`]),
  ];
  return more.length === 0 ? description : `${description} (${more.join('; ')})`;
}

function argumentText({ description, choices }: DescribedCommand['arguments'][number]): string {
  return choices === undefined ? description : `${description} (${listed(choices)})`;
}

const listed = (values: readonly string[]) => `one of: ${values.join(', ')}`;
