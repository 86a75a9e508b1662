/** What follows from a command record: the failures and exit statuses in which a command can end, what it writes. */
import { type EndpointName, endpoints } from '../contract/index.ts';
import { type Exit, exits, type FailureCode, failures } from '../lib/failure.ts';
import type { View } from '../terminal/terminal.ts';
import type { CommandSpec, TypedArgument } from './command.ts';

/** The endpoints that a command may call. */
export function endpointsOf({ requests }: CommandSpec): EndpointName[] {
  return requests.filter((name): name is EndpointName => Object.hasOwn(endpoints, name));
}

/** Whether it may write to the service. */
export function writesToService(spec: CommandSpec): boolean {
  return spec.requests.includes('any') || endpointsOf(spec).some(name => endpoints[name].repeat !== 'read');
}

/** The requests that `--dry-run` shows instead of sending them. */
export const dryRunView: View = {
  plural: 'requests',
  columns: ['method', 'url', 'headers', 'body', 'curl'],
};

/**
 * Whether it writes on this machine alone: there is no request to show under `--dry-run`.
 *
 * @param args the arguments typed, and the options
 */
export function refusesDryRun(
  spec: CommandSpec,
  args: readonly TypedArgument[],
  options: Readonly<Record<string, unknown>>,
): boolean {
  const { changesThisMachine: changes } = spec;
  if (changes === undefined || writesToService(spec)) return false;
  return changes === true || changes(args, options);
}

const ofEvery = [
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

const ofRequests = [
  'unexpected_answer',
  'missing_setting',
  'account_unclear',
  'not_signed_in',
  'keychain_unavailable',
  'sign_in_refused',
  'credentials_refused',
  'forbidden',
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

/** The codes of the failures in which a command can end, in the order of the catalogue. */
export function codesOf(spec: CommandSpec): FailureCode[] {
  const { requests: names, codes = [], reportsFailures = false, options } = spec;
  const isOnce = names.includes('any') || endpointsOf(spec).some(name => endpoints[name].repeat === 'once');
  const able = new Set<string>([
    ...ofEvery,
    ...(!reportsFailures && names.some(name => name !== 'oauth') ? ofRequests : []),
    ...(isOnce ? ['outcome_unknown'] : []),
    ...(options.allProfiles === undefined ? [] : ['partly_done']),
    ...codes,
  ]);
  return (Object.keys(failures) as FailureCode[]).filter(code => able.has(code));
}

/** The exit statuses in which a command can end, 0 among them, ascending. */
export function exitsOf(spec: CommandSpec): Exit[] {
  const exits = codesOf(spec).map(code => failures[code].exit);
  return [...new Set<Exit>([0, ...exits])].sort((a, b) => a - b);
}

/** What a command's exit statuses say, in its own terms where it has some: `['8', 'the import job failed …']`. */
export function exitLines(spec: CommandSpec): (readonly [exit: string, meaning: string])[] {
  const lines = exitsOf(spec).map(exit => [String(exit), meaningOf(exit, spec)] as const);
  return spec.passesStatus ? [...lines, ['…', 'any other: that of the command it runs'] as const] : lines;
}

/** Those statuses whose meaning differs from command to command. */
const ownMeanings: ReadonlySet<Exit> = new Set<Exit>([5, 8, 9]);

/** What one of a command's exit statuses says. */
export function meaningOf(exit: Exit, spec: CommandSpec): string {
  if (!ownMeanings.has(exit)) return exits[exit];
  const codes = codesOf(spec).filter(code => failures[code].exit === exit && code !== 'too_large');
  return codes.map(code => failures[code].meaning).join('; ');
}

/** In what sending an email can end. */
export const ofSending = ['not_sendable', 'declined', 'partly_done', 'still_running'] as const;

/** What can be wrong with a file of subscribers. */
export const ofFiles = [
  'unreadable_file',
  'empty_file',
  'no_email_column',
  'binary_file',
  'bad_encoding',
  'consent_unclear',
] as const;
