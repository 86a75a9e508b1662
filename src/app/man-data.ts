/** For the build: all that the man pages say. */

import { aliasesOf } from '../cli/aliases.ts';
import {
  type ArgumentSpec,
  argumentName,
  type CommandSpec,
  isRequired,
  isRunnable,
  isVariadic,
} from '../cli/command.ts';
import { exitsOf, meaningOf } from '../cli/command-metadata.ts';
import { type CommandNode, usageOf } from '../cli/command-tree.ts';
import { flagsOf, type OptionSpec } from '../cli/option.ts';
import { globalOptions, helpOption, versionOption } from '../cli/options/global-options.ts';
import { topics } from '../cli/topics/index.ts';
import { type Exit, exits } from '../lib/failure.ts';
import { type Setting, settings } from '../settings/schema.ts';

/** One option; `--like-enabled` and `--no-like-enabled` are one negatable option. */
interface OptionJson {
  readonly long: string;
  readonly short: string | null;
  /** The name of its value in the help; null if it takes none. */
  readonly value: string | null;
  readonly value_required: boolean;
  readonly type: OptionSpec['type'];
  /** The allowed values of an enumeration, else null. */
  readonly values: readonly string[] | null;
  readonly repeatable: boolean;
  readonly negatable: boolean;
  readonly default: string | number | null;
  readonly group: string;
  readonly description: string;
}

export function manData(tree: readonly CommandNode[], version: string) {
  return {
    name: 'newsletter',
    version,
    description: 'Run your email newsletter account from the command line.',
    global_options: [versionOption, ...Object.values(globalOptions), helpOption].map(optionJson),
    commands: tree.map(commandJson),
    topics: topics.map(({ name, summary }) => ({ name, summary })),
    exit_codes: Object.entries(exits).map(([exit, meaning]) => ({ exit: Number(exit), meaning })),
  };
}

function commandJson({ path, spec, summary }: CommandNode) {
  const runs = isRunnable(spec);
  return {
    path,
    aliases: aliasesOf(path).map(alias => alias.split(' ')),
    summary,
    description: spec.description,
    usage: `newsletter ${path.join(' ')} ${usageOf(spec)}`,
    arguments: runs ? spec.arguments.map(argumentJson) : [],
    options: [...(runs ? Object.values(spec.options) : []), helpOption].map(optionJson),
    exit_codes: runs ? exitsOf(spec).map(exit => exitJson(exit, spec)) : [],
    examples: spec.examples.map(([description, line]) => ({ description, command: line })),
  };
}

function argumentJson(argument: ArgumentSpec) {
  const { description, choices } = argument;
  return {
    name: argumentName(argument),
    description,
    required: isRequired(argument),
    variadic: isVariadic(argument),
    values: choices ?? null,
  };
}

function exitJson(exit: Exit, spec: CommandSpec) {
  return { exit, meaning: meaningOf(exit, spec) };
}

function optionJson(option: OptionSpec): OptionJson {
  const { long, short, value } = flagsOf(option);
  const setting: Setting | undefined = { ...settings }[long.replace('--', '') as keyof typeof settings];
  const isNumeric = setting?.value.kind === 'integer' || setting?.value.kind === 'seconds';
  const typeWithoutValues = isNumeric ? 'number' : option.type;
  const values = option.choices ?? (setting?.value.kind === 'choice' ? setting.value.values : null);
  return {
    long,
    short,
    value,
    value_required: value !== null,
    type: values === null ? typeWithoutValues : 'enumeration',
    values,
    repeatable: option.repeatable === true,
    negatable: option.negation !== undefined,
    default: option.default ?? setting?.default ?? null,
    group: option.group ?? 'Options',
    description: option.description,
  };
}
