/** Runs a command line that has been read. */
import {
  type ArgumentSpec,
  argumentName,
  isNeeded,
  isRequired,
  isRunnable,
  isVariadic,
  offerOf,
  type TypedArgument,
} from '../cli/command.ts';
import { refusesDryRun } from '../cli/command-metadata.ts';
import type { Reading } from '../cli/read-words.ts';
import type { Context } from '../context.ts';
import { Failure } from '../lib/failure.ts';
import { type Invocation, parse } from './commander.ts';
import type { CommandLine } from './read-line.ts';
import type { Run } from './run.ts';

/** Problems with the number of arguments, reported only when all values are valid. */
const aboutArguments: readonly (string | undefined)[] = [
  'empty-argument',
  'missing-argument',
  'too-many-arguments',
];

/** Parses a command line with Commander and runs its command. @throws Failure */
export async function runLine({ reading, spec: top }: CommandLine, run: Run): Promise<void> {
  const { path, problem, command } = reading;
  const spec = path.length < 2 ? top : top?.commands?.find(({ name }) => name === path[1]);
  if (
    spec === undefined ||
    !isRunnable(spec) ||
    !aboutArguments.includes(problem?.kind ?? aboutArguments[0])
  ) {
    throw await failureOf(reading);
  }
  const invocation = parse(reading, spec);
  const isAsked = problem?.kind === 'missing-argument' && isOffered(command.arguments);
  if (problem !== undefined && !isAsked) throw await failureOf(reading);
  await carryOut(invocation, run);
}

const failureOf = async (reading: Reading) => (await import('./usage-errors.ts')).usageFailure(reading);

/** Runs the parsed command after checking its options. */
async function carryOut(invocation: Invocation, run: Run): Promise<void> {
  const { spec, args, options, given, globals } = invocation;
  const release = run.catchSignals(spec.passesStatus === true);
  try {
    await run.prepare(globals, spec, options);
    if (globals.dryRun && refusesDryRun(spec, args, options)) {
      throw new Failure('usage', '--dry-run is not supported: this command changes only this machine');
    }
    await spec.run(run.context, await completed(args, invocation, run), options, given);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'connection_refused') throw error;
    throw await named(error, run.context);
  } finally {
    release();
  }
}

/** The failure of a refused connection; that of a stopped sandbox says how to start it. */
async function named(failure: Failure, context: Context): Promise<Failure> {
  const { sandboxProfile } = await import('../settings/schema.ts');
  const settings = await context.settings().catch(() => undefined);
  if (settings?.profile !== sandboxProfile || settings.origin('base-url') !== 'profile') return failure;
  return failure.reworded('the sandbox is not running', {
    details: failure.details,
    hint: 'newsletter sandbox, in another terminal',
  });
}

/** Whether a terminal offers something for the first argument when it is missing. */
function isOffered([first]: readonly ArgumentSpec[] = []): boolean {
  return first !== undefined && offerOf(first) !== undefined;
}

/**
 * The arguments. If the first one is a record, the user chooses or types the missing ones.
 *
 * @throws Failure missing_argument without a terminal; a missing optional argument is left to the command
 */
async function completed(
  args: readonly TypedArgument[],
  { path, spec, given }: Invocation,
  { context }: Run,
): Promise<readonly TypedArgument[]> {
  const { arguments: all } = spec;
  if (!isOffered(all)) return args;
  const missing = all.filter((argument, at) => isEmpty(args[at]) && isNeeded(argument, given));
  if (missing.length === 0) return args;
  if (context.terminal.asks) {
    const answers: TypedArgument[] = [];
    for (const [at, argument] of all.entries()) {
      answers.push(missing.includes(argument) ? await answerFor(argument, context) : args[at]);
    }
    return answers;
  }
  if (!missing.some(isRequired)) return args;
  throw (await import('./usage-errors.ts')).missingArgument(path, spec);
}

const isEmpty = (typed: TypedArgument) => typed === undefined || typed.length === 0;

async function answerFor(argument: ArgumentSpec, context: Context): Promise<TypedArgument> {
  if (offerOf(argument) !== undefined) {
    const { pick } = await import('../cli/offers.ts');
    const picked = await pick(context, argument);
    return isVariadic(argument) ? [picked] : picked;
  }
  const words = argumentName(argument).replaceAll('-', ' ');
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  return await context.terminal.input(
    label,
    text => (text === '' ? `${label} is required` : undefined),
    argument.name,
  );
}
