/** The command tree as JSON, for `newsletter commands --json` and the man pages. */
import type { Repeat } from '../contract/endpoint.ts';
import { endpoints } from '../contract/index.ts';
import { type Exit, exits, failures } from '../lib/failure.ts';
import { type Setting, settings } from '../settings/schema.ts';
import { aliasesOf } from './aliases.ts';
import {
  type ArgumentSpec,
  argumentName,
  type CommandSpec,
  isRequired,
  isRunnable,
  isVariadic,
  type TopCommand,
} from './command.ts';
import { codesOf, endpointsOf, exitsOf, meaningOf, writesToService } from './command-metadata.ts';
import { type CommandNode, usageOf } from './command-tree.ts';
import { flagsOf, type OptionSpec } from './option.ts';
import { globalOptions, helpOption, versionOption } from './options/global-options.ts';
import { topics } from './topics/index.ts';

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

/**
 * How safe it is to repeat a command: as the least safe of its requests, unless the record says otherwise.
 * `by-method` if it depends on the method typed.
 */
type RepeatJson = Repeat | 'by-method' | null;

const bySeverity: readonly Repeat[] = ['read', 'upsert', 'once'];

/** The whole program as JSON. Every key is always present; docs/scripting.md documents them. */
export function programJson(tree: readonly CommandNode[], version: string) {
  return {
    name: 'newsletter',
    version,
    description: 'Run your email newsletter account from the command line.',
    global_options: [versionOption, ...Object.values(globalOptions), helpOption].map(optionJson),
    commands: tree.map(commandJson),
    topics: topics.map(({ name, summary }) => ({ name, summary })),
    exit_codes: Object.entries(exits).map(([exit, meaning]) => ({ exit: Number(exit), meaning })),
    errors: Object.entries(failures).map(([code, failure]) => ({ code, ...failure })),
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
    runs,
    ...effectsOf(spec),
    passes_exit_code: runs && spec.passesStatus === true,
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

/** The requests of a command, and what it changes in the account and on this machine. */
function effectsOf(spec: TopCommand) {
  if (!isRunnable(spec)) {
    return { repeat: null, writes: false, changes_this_machine: false, authorizes: false, requests: [] };
  }
  const isOpen = spec.requests.includes('any');
  const own = endpointsOf(spec);
  const classes = own.map(name => endpoints[name].repeat);
  const worst = bySeverity.findLast(repeat => classes.includes(repeat)) ?? null;
  const writes = writesToService(spec);
  // Every write may first read the account (see `checkAccount`).
  const asked = writes && !isOpen && !own.includes('getAccount') ? [...own, 'getAccount' as const] : own;
  const repeat: RepeatJson = isOpen ? 'by-method' : (spec.repeat ?? worst);
  return {
    repeat,
    writes,
    changes_this_machine: spec.changesThisMachine !== undefined,
    authorizes: spec.requests.includes('oauth'),
    requests: asked.map(name => {
      const { method, path, repeat: one } = endpoints[name];
      return { name, method, path, repeat: one };
    }),
  };
}

function exitJson(exit: Exit, spec: CommandSpec) {
  const codes = codesOf(spec).filter(code => failures[code].exit === exit);
  return { exit, meaning: meaningOf(exit, spec), codes };
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
