/** Derived from a command record: its failure codes, exit statuses and effects, and the files on a line. */
import { type Allowance, allowances, type Endpoint, type Repeat } from '../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../contract/index.ts';
import { fieldsFrom } from '../contract/schema.ts';
import { type Exit, type FailureCode, failures } from '../lib/failure.ts';
import type { View } from '../terminal/terminal.ts';
import {
  argumentName,
  type CommandSpec,
  type Described,
  type DescribedCommand,
  isRunnable,
  type TypedArgument,
} from './command.ts';
import { flagsOf, valueKindOf } from './option.ts';

export function endpointsOf({ requests }: DescribedCommand): EndpointName[] {
  return requests.filter((name): name is EndpointName => Object.hasOwn(endpoints, name));
}

export function writesToService(spec: DescribedCommand): boolean {
  return spec.requests.includes('any') || endpointsOf(spec).some(name => endpoints[name].repeat !== 'read');
}

/** The least value of `allow` with which a command may write; `read` if that depends on its request. */
export function leastAllowed(spec: DescribedCommand): Allowance {
  const needs = endpointsOf(spec).flatMap(name => {
    const { repeat, needs = 'all' }: Endpoint = endpoints[name];
    return repeat === 'read' ? [] : [needs];
  });
  return allowances.find(level => needs.some(one => one === level)) ?? 'read';
}

const bySeverity: readonly Repeat[] = ['read', 'upsert', 'once'];

/**
 * What a command changes. `repeat` is that of its least safe request, unless the record says otherwise, and by-method if
 * the method is typed.
 */
export function effectsOf(spec: Described) {
  if (!isRunnable(spec)) return { repeat: null, writes: false, requests: [] as EndpointName[] };
  const isOpen = spec.requests.includes('any');
  const own = endpointsOf(spec);
  const worst = bySeverity.findLast(repeat => own.some(name => endpoints[name].repeat === repeat)) ?? null;
  const writes = writesToService(spec);
  // Every write may first read the account (see `checkAccount`).
  const asks = writes && !isOpen && !own.includes('getAccount');
  return {
    repeat: isOpen ? ('by-method' as const) : (spec.repeat ?? worst),
    writes,
    requests: asks ? [...own, 'getAccount' as const] : own,
  };
}

/** The records that `--dry-run` prints instead of sending requests. */
export const dryRunView: View = {
  plural: 'requests',
  columns: ['method', 'url', 'headers', 'body'],
  kinds: fieldsFrom(
    'method:text url:text headers:map body:anything~',
    // Of `subscribers update` of one person; of `groups create`: how many people the filters match here.
    'before:map~ after:map~ matches:integer~',
  ),
};

/**
 * Whether a command changes only this machine, so `--dry-run` would have no request to show.
 *
 * @param args the arguments typed
 * @param options values of its options by name
 */
export function refusesDryRun(
  spec: CommandSpec,
  args: readonly TypedArgument[],
  options: Readonly<Record<string, unknown>>,
): boolean {
  const { changesThisMachine: changes } = spec;
  if (changes === undefined || spec.showsPlan || writesToService(spec)) return false;
  return changes === true || changes(args, options);
}

/** The files that a command line names, by the record of its command: `-` for standard input or output. */
export function filesTyped(
  spec: CommandSpec,
  args: readonly TypedArgument[],
  options: Readonly<Record<string, unknown>>,
): readonly string[] {
  const ofArguments = spec.arguments.map((argument, at) => {
    const kind = valueKindOf(argumentName(argument), argument.completes);
    return kind === 'file' ? args[at] : undefined;
  });
  const ofOptions = Object.entries(spec.options).map(([name, option]) => {
    const kind = valueKindOf(flagsOf(option).value ?? '', option.completes);
    return kind === 'file' ? options[name] : undefined;
  });
  return [...ofArguments, ...ofOptions].flat().filter(file => typeof file === 'string');
}

const codesOfEvery = [
  'unexpected',
  'write_failed',
  'usage',
  'unknown_option',
  'unknown_field',
  'missing_argument',
  'invalid_value',
  'unknown_profile',
  'untrusted_file',
  'unreadable_file',
  'interrupted',
] as const satisfies readonly FailureCode[];

const codesOfRequests = [
  'unexpected_answer',
  'missing_setting',
  'account_unclear',
  'not_signed_in',
  'wrong_origin',
  'keychain_unavailable',
  'sign_in_refused',
  'credentials_refused',
  'forbidden',
  'not_allowed',
  'wrong_account',
  'not_found',
  'refused',
  'too_large',
  'overloaded',
  'service_failing',
  'no_such_host',
  'connection_refused',
  'connection_failed',
  'tls_failed',
  'timeout',
  'cut_off',
] as const satisfies readonly FailureCode[];

/** The failure codes that a command can end with, in the order of `lib/failure.ts`. */
export function codesOf(spec: DescribedCommand): FailureCode[] {
  const { requests: names, codes = [], reportsFailures = false } = spec;
  const possible = new Set<string>([
    ...codesOfEvery,
    ...(!reportsFailures && names.some(name => name !== 'oauth') ? codesOfRequests : []),
    ...(writesToService(spec) ? ['outcome_unknown'] : []),
    ...(readsLists(spec) ? ['paging_ignored', 'partly_done'] : []),
    ...codes,
  ]);
  return (Object.keys(failures) as FailureCode[]).filter(code => possible.has(code));
}

/** Whether a command may read a list, which may be incomplete. */
function readsLists(spec: DescribedCommand): boolean {
  return endpointsOf(spec).some(name => 'page' in endpoints[name]);
}

/** The exit statuses of a command, including 0, ascending. */
export function exitsOf(spec: DescribedCommand): Exit[] {
  const exits = codesOf(spec).map(code => failures[code].exit);
  return [...new Set<Exit>([0, ...exits])].sort((a, b) => a - b);
}

/** Failure codes of sending an email. */
export const sendCodes = [
  'already_running',
  'already_sent',
  'too_many_recipients',
  'unexpected_recipients',
  'not_sendable',
  'changed_since_approval',
  'declined',
  'partly_done',
  'send_unresolved',
  'still_running',
] as const;

/** Failure codes of reading a file of subscribers. */
export const fileCodes = [
  'unreadable_file',
  'empty_file',
  'no_email_column',
  'binary_file',
  'bad_encoding',
  'consent_unclear',
] as const;
