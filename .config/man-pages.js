// Manual pages, made from the command records (src/app/man-data.ts) and the help topics of the built program.
//
// The text is ours, in a known form, and roff wants four characters escaped and lines kept from beginning with a
// control character: that is less than what it takes to go through Markdown, with escapes of its own, and a library.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ long: string, short: string | null, value: string | null, negatable: boolean,
 *   values: readonly string[] | null, default: string | number | null, group: string, description: string }} Option
 * @typedef {{ path: string[], aliases: string[][], summary: string, description: string, usage: string,
 *   arguments: { name: string, description: string }[], options: Option[],
 *   exit_codes: { exit: number, meaning: string }[], examples: { description: string, command: string }[] }} Command
 * @typedef {{ version: string, description: string, global_options: Option[], commands: Command[],
 *   topics: { name: string, summary: string }[], exit_codes: { exit: number, meaning: string }[] }} Program
 */

/**
 * Writes a page for the program, for each of its commands, and for each topic.
 *
 * @param {string} program the built program
 * @param {string} folder created if need be
 * @param {Program} described
 */
export function writeManPages(program, folder, described) {
  /** @param {string[]} words */
  const say = words =>
    execFileSync(process.execPath, [program, ...words], {
      encoding: 'utf8',
      // Nobody's settings have a say in it.
      env: { NEWSLETTER_CONFIG_DIR: join(folder, 'none'), COLUMNS: '80' },
      timeout: 30_000,
    });
  mkdirSync(folder, { recursive: true });
  /** @type {(name: string, text: string) => void} */
  const write = (name, text) => writeFileSync(join(folder, name), text);

  write('newsletter.1', overview(described));
  for (const command of described.commands.filter(({ path }) => path.length === 1 && path[0] !== 'help')) {
    const below = described.commands.filter(({ path }) => path.length > 1 && path[0] === command.path[0]);
    write(`newsletter-${command.path[0]}.1`, commandPage(described, command, below));
  }
  for (const topic of described.topics) {
    write(`newsletter-${topic.name}.7`, topicPage(described, topic, say(['help', topic.name])));
  }
}

/** @param {string} text as it is to be read */
export function escaped(text) {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replace(/^\./gm, '\\&.')
    .replace(
      /[^\0-\x7f]/gu,
      one => `\\[u${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
}

/** @param {string} text */
const bold = text => `\\fB${escaped(text)}\\fR`;
/** @param {string} text */
const italic = text => `\\fI${escaped(text)}\\fR`;
/** @param {string} text an argument of a macro */
const quoted = text => `"${escaped(text).replaceAll('"', '\\(dq')}"`;

/** @type {(name: string, section: number, version: string, summary: string) => string[]} */
function head(name, section, version, summary) {
  return [
    `.TH ${quoted(name.toUpperCase())} ${section} "" ${quoted(`newsletter-cli ${version}`)} "Newsletter Manual"`,
    '.SH NAME',
    `${escaped(name)} \\- ${escaped(summary.replace(/\.$/, ''))}`,
  ];
}

/** @type {(lines: string[]) => string} */
const page = lines => `${lines.join('\n')}\n`;

/** @param {Program} program */
function overview(program) {
  const { version, description, commands, topics, global_options, exit_codes } = program;
  const groups = commands.filter(({ path }) => path.length === 1 && path[0] !== 'help');
  return page([
    ...head('newsletter', 1, version, description),
    '.SH SYNOPSIS',
    `.B newsletter\n[${italic('global options')}] ${italic('command')} [${italic('arguments')}] [${italic('options')}]`,
    '.SH DESCRIPTION',
    escaped(description),
    '.SH COMMANDS',
    ...groups.flatMap(({ path, summary }) => ['.TP', bold(`newsletter-${path[0]}(1)`), escaped(summary)]),
    '.SH TOPICS',
    ...topics.flatMap(({ name, summary }) => ['.TP', bold(`newsletter-${name}(7)`), escaped(summary)]),
    '.SH OPTIONS',
    'They are accepted by every command, before or behind its name.',
    ...global_options.flatMap(optionLines),
    '.SH EXIT STATUS',
    ...exit_codes.flatMap(exitLines),
  ]);
}

/** @type {(program: Program, command: Command, below: Command[]) => string} */
function commandPage({ version, topics, exit_codes }, command, below) {
  const [name = ''] = command.path;
  // The table of all exit statuses is in newsletter(1).
  const general = new Set(exit_codes.map(({ meaning }) => meaning));
  const parts = below.flatMap(one => [
    `.SH ${quoted(['newsletter', ...one.path].join(' '))}`,
    ...body(one, general),
  ]);
  const topic = topics.some(one => one.name === name) ? [`${bold(`newsletter-${name}`)}(7),`] : [];
  return page([
    ...head(`newsletter-${name}`, 1, version, command.summary),
    '.SH SYNOPSIS',
    ...(below.length === 0 || command.exit_codes.length > 0 ? [escaped(command.usage)] : []),
    ...below.map(
      (one, at) => `${at === 0 && command.exit_codes.length === 0 ? '' : '.br\n'}${escaped(one.usage)}`,
    ),
    '.SH DESCRIPTION',
    ...body(command, general),
    ...parts,
    '.SH SEE ALSO',
    ...topic,
    `${bold('newsletter')}(1), for the global options and exit statuses of every command`,
  ]);
}

/** @type {(command: Command, general: Set<string>) => string[]} */
function body({ description, aliases, arguments: parameters, options: all, examples, exit_codes }, general) {
  const own = exit_codes.filter(({ meaning }) => !general.has(meaning));
  const options = all.filter(({ long }) => long !== '--help');
  const groups = [...new Set(options.map(({ group }) => group))];
  return [
    escaped(description),
    ...(aliases.length === 0
      ? []
      : ['.PP', escaped(`Aliases: ${aliases.map(path => path.join(' ')).join(', ')}`)]),
    ...(parameters.length === 0 ? [] : ['.SS Arguments']),
    ...parameters.flatMap(one => ['.TP', italic(one.name), escaped(one.description)]),
    ...groups.flatMap(group => [
      `.SS ${quoted(group)}`,
      ...options.filter(one => one.group === group).flatMap(optionLines),
    ]),
    ...(examples.length === 0 ? [] : ['.SS Examples']),
    ...examples.flatMap((one, at) => [
      ...(at === 0 ? [] : ['.PP']),
      ...[`${escaped(one.description)}:`, '.PP', '.nf', `    ${escaped(one.command)}`, '.fi'],
    ]),
    ...(own.length === 0 ? [] : ['.SS "Exit status"']),
    ...own.flatMap(exitLines),
  ];
}

/** @param {Option} option */
function optionLines({ long, short, value, value_required, values, negatable, description, ...option }) {
  const taken = value_required ? ` ${italic(value ?? '')}` : ` [${italic(value ?? '')}]`;
  const flags = [
    ...(short === null ? [] : [bold(short)]),
    `${bold(long)}${value === null ? '' : taken}`,
    ...(negatable ? [bold(long.replace('--', '--no-'))] : []),
  ];
  const more = [
    ...(values === null || description.includes(values.join(', ')) ? [] : [`one of ${values.join(', ')}`]),
    ...(option.default === null || description.includes(String(option.default))
      ? []
      : [`unless given: ${option.default}`]),
  ];
  const text = more.length === 0 ? description : `${description} (${more.join('; ')})`;
  return ['.TP', flags.join(', '), escaped(text)];
}

/** @param {{ exit: number, meaning: string }} exit */
function exitLines({ exit, meaning }) {
  return ['.TP', bold(String(exit)), escaped(meaning)];
}

/** @type {(program: Program, topic: { name: string, summary: string }, text: string) => string} */
function topicPage({ version }, { name, summary }, text) {
  const [, ...lines] = text.trimEnd().split('\n');
  return page([
    ...head(`newsletter-${name}`, 7, version, summary),
    '.SH DESCRIPTION',
    // Its lines are broken for 80 columns: indented, they would run over the edge of the screen.
    '.in 0',
    '.nf',
    escaped(lines.join('\n').replace(/^\n+/, '')),
    '.fi',
    '.SH SEE ALSO',
    `${bold('newsletter')}(1)`,
  ]);
}
