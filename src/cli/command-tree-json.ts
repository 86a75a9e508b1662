/** The command tree as data: what `newsletter commands --json` prints, and what the man pages are made from. */
import type { Command, Option } from 'commander';
import type { Repeat } from '../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../contract/index.ts';
import { type Exit, exits, failures } from '../lib/failure.ts';
import { type Setting, settings } from '../settings/schema.ts';
import { type Behaviour, behaviourOf, codesOf, exitsOf, meaningOf } from './command-metadata.ts';
import { commandsBelow, pathOf } from './command-tree.ts';
import { examplesOf } from './examples.ts';
import { summaryOf } from './help-format.ts';
import { topics } from './topics.ts';

/** One option; `--like-enabled` and `--no-like-enabled` are one, which is negatable. */
interface DescribedOption {
  readonly long: string;
  readonly short: string | null;
  /** What the help calls its value; null where it takes none. */
  readonly value: string | null;
  readonly value_required: boolean;
  readonly type: 'boolean' | 'string' | 'number' | 'enumeration';
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
type RepeatClass = Repeat | 'by-method' | null;

const bySeverity: readonly Repeat[] = ['read', 'upsert', 'once'];

/** The whole program. Every key is always there; the README documents them. */
export function describeProgram(program: Command, version: string) {
  return {
    name: program.name(),
    version,
    description: program.description(),
    global_options: optionsOf(program),
    commands: commandsBelow(program).map(describeCommand),
    topics: topics.map(({ name, summary }) => ({ name, summary })),
    exit_codes: Object.entries(exits).map(([exit, meaning]) => ({ exit: Number(exit), meaning })),
    errors: Object.entries(failures).map(([code, failure]) => ({ code, ...failure })),
  };
}

function describeCommand(command: Command) {
  const behaviour = behaviourOf(command);
  return {
    path: pathOf(command),
    summary: summaryOf(command),
    description: command.description(),
    usage: `${['newsletter', ...pathOf(command)].join(' ')} ${command.usage()}`,
    arguments: command.registeredArguments.map(argument => ({
      name: argument.name(),
      description: argument.description,
      required: argument.required,
      variadic: argument.variadic,
      values: argument.argChoices ?? null,
    })),
    options: optionsOf(command),
    // Groups of commands do nothing themselves.
    runs: behaviour !== undefined,
    ...effectsOf(behaviour),
    passes_exit_code: behaviour?.passesStatus ?? false,
    exit_codes: behaviour === undefined ? [] : exitsOf(behaviour).map(exit => describeExit(exit, behaviour)),
    examples: examplesOf(command).map(([description, line]) => ({ description, command: line })),
  };
}

/** What it asks of the service, and what it leaves there and here. */
function effectsOf(behaviour: Behaviour | undefined) {
  const names = behaviour?.requests ?? [];
  const own = names.filter((name): name is EndpointName => Object.hasOwn(endpoints, name));
  const isOpen = names.includes('any');
  const classes = own.map(name => endpoints[name].repeat);
  const worst = bySeverity.findLast(repeat => classes.includes(repeat)) ?? null;
  const writes = isOpen || (worst !== null && worst !== 'read');
  // Every write may look first whose account it goes to.
  const asked = writes && !isOpen && !own.includes('getAccount') ? [...own, 'getAccount' as const] : own;
  const repeat: RepeatClass = isOpen ? 'by-method' : (behaviour?.repeat ?? worst);
  return {
    repeat,
    writes,
    changes_this_machine: behaviour?.here ?? false,
    authorizes: names.includes('oauth'),
    requests: asked.map(name => {
      const { method, path, repeat: one } = endpoints[name];
      return { name, method, path, repeat: one };
    }),
  };
}

function describeExit(exit: Exit, behaviour: Behaviour) {
  const codes = codesOf(behaviour).filter(code => failures[code].exit === exit);
  return { exit, meaning: meaningOf(exit, behaviour), codes };
}

function optionsOf(command: Command): DescribedOption[] {
  const isOpposite = (option: Option) =>
    option.negate && command.options.some(other => other.long === option.long?.replace('--no-', '--'));
  return command
    .createHelp()
    .visibleOptions(command)
    .filter(option => !isOpposite(option))
    .map(option => describeOption(option, command));
}

function describeOption(option: Option, command: Command): DescribedOption {
  const { long = '', short = null, defaultValue } = option;
  const setting: Setting | undefined = { ...settings }[long.replace('--', '') as keyof typeof settings];
  const values = option.argChoices ?? (setting?.value.kind === 'choice' ? setting.value.values : null);
  const { type, repeatable } = kindOf(option, setting);
  const usual: unknown = defaultValue ?? setting?.default;
  return {
    long,
    short,
    value: /[<[](.*)[>\]]/.exec(option.flags)?.[1] ?? null,
    value_required: option.required,
    type: values === null ? type : 'enumeration',
    values,
    repeatable,
    negatable: command.options.some(other => other.negate && other.long === long.replace('--', '--no-')),
    default: typeof usual === 'string' || typeof usual === 'number' ? usual : null,
    group: (option.helpGroupHeading ?? 'Options:').replace(/:$/, ''),
    description: option.description,
  };
}

/** Values that some reader takes: what it makes of one tells what the option holds. */
const probes = ['1', '1/2', '3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f'];

function kindOf(option: Option, setting: Setting | undefined): Pick<DescribedOption, 'type' | 'repeatable'> {
  if (!option.required && !option.optional) return { type: 'boolean', repeatable: false };
  const isNumeric = setting?.value.kind === 'integer' || setting?.value.kind === 'seconds';
  const read = option.argChoices === undefined ? option.parseArg : undefined;
  for (const probe of read === undefined ? [] : probes) {
    try {
      const value: unknown = read?.(probe, undefined);
      return { type: typeof value === 'number' ? 'number' : 'string', repeatable: Array.isArray(value) };
    } catch {
      // Not of that kind.
    }
  }
  return { type: isNumeric ? 'number' : 'string', repeatable: option.variadic };
}
