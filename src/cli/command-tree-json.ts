/** The command tree as JSON: what `newsletter commands --json` prints, and what the man pages are made from. */
import type { Repeat } from '../contract/endpoint.ts';
import { endpoints } from '../contract/index.ts';
import { type Exit, exits, failures } from '../lib/failure.ts';
import { type Setting, settings } from '../settings/schema.ts';
import {
  type ArgumentSpec,
  argumentName,
  type CommandSpec,
  doesSomething,
  type TopCommand,
} from './command.ts';
import { codesOf, endpointsOf, exitsOf, meaningOf, writesToService } from './command-metadata.ts';
import { type CommandNode, usageOf } from './command-tree.ts';
import { globalOptions, helpOption, versionOption } from './global-options.ts';
import { flagsOf, type OptionSpec } from './option.ts';
import { topics } from './topics.ts';

/** One option; `--like-enabled` and `--no-like-enabled` are one, which is negatable. */
interface OptionJson {
  readonly long: string;
  readonly short: string | null;
  /** What the help calls its value; null where it takes none. */
  readonly value: string | null;
  readonly value_required: boolean;
  readonly type: OptionSpec['type'];
  /** Of an enumeration, else null. */
  readonly values: readonly string[] | null;
  readonly repeatable: boolean;
  readonly negatable: boolean;
  readonly default: string | number | null;
  readonly group: string;
  readonly description: string;
}

/**
 * How a command may be repeated: as the worst of its requests, unless it is known better; `by-method` where the
 * command line names it.
 */
type RepeatJson = Repeat | 'by-method' | null;

const bySeverity: readonly Repeat[] = ['read', 'upsert', 'once'];

/** The whole program. Every key is always there; docs/scripting.md documents them. */
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
  const runs = doesSomething(spec);
  return {
    path,
    summary,
    description: spec.description,
    usage: `newsletter ${path.join(' ')} ${usageOf(spec)}`,
    arguments: runs ? spec.arguments.map(argumentJson) : [],
    options: [...(runs ? Object.values(spec.options) : []), helpOption].map(optionJson),
    // Groups of commands do nothing themselves.
    runs,
    ...effectsOf(spec),
    passes_exit_code: runs && spec.passesStatus === true,
    exit_codes: runs ? exitsOf(spec).map(exit => exitJson(exit, spec)) : [],
    examples: spec.examples.map(([description, line]) => ({ description, command: line })),
  };
}

function argumentJson(argument: ArgumentSpec) {
  const { name, description, choices } = argument;
  return {
    name: argumentName(argument),
    description,
    required: name.startsWith('<'),
    variadic: name.includes('...'),
    values: choices ?? null,
  };
}

/** What it asks of the service, and what it leaves there and here. */
function effectsOf(spec: TopCommand) {
  if (!doesSomething(spec)) {
    return { repeat: null, writes: false, changes_this_machine: false, authorizes: false, requests: [] };
  }
  const isOpen = spec.requests.includes('any');
  const own = endpointsOf(spec);
  const classes = own.map(name => endpoints[name].repeat);
  const worst = bySeverity.findLast(repeat => classes.includes(repeat)) ?? null;
  const writes = writesToService(spec);
  // Every write may look first whose account it goes to.
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
  const values = option.choices ?? (setting?.value.kind === 'choice' ? setting.value.values : null);
  return {
    long,
    short,
    value,
    value_required: value !== null,
    type: values !== null ? 'enumeration' : isNumeric ? 'number' : option.type,
    values,
    repeatable: option.repeatable === true,
    negatable: option.negation !== undefined,
    default: option.default ?? setting?.default ?? null,
    group: option.group ?? 'Options',
    description: option.description,
  };
}
