import type { Command } from 'commander';
import type { Repeat } from '../contract/endpoint.ts';
import type { EndpointName, Endpoints } from '../contract/index.ts';
import { type Exit, exits, type FailureCode, failures } from '../lib/failure.ts';

/**
 * What a command may ask of the service: endpoints of the contract by name, `oauth` for the authorization server,
 * `any` for whatever the command line names (its class then follows from the method).
 */
export type Request = EndpointName | 'oauth' | 'any';

/** What a command does, as far as callers must know before they run it. */
export interface Behaviour {
  readonly requests: readonly Request[];
  /** Whether it keeps or changes something on this machine: settings, credentials, files. */
  readonly here: boolean;
  /** Whether its exit status may be any: that of a command it runs. */
  readonly passesStatus: boolean;
  /** Whether what goes wrong with its requests is a finding that it prints, and not its end. */
  readonly findings?: boolean;
  /** How the whole may be repeated, where that is not the worst of its requests: it looks first what is there. */
  readonly repeat?: Repeat;
  /** Failures beyond those that every request, and every command, can end in. */
  readonly codes: readonly FailureCode[];
}

const recorded = new WeakMap<Command, Behaviour>();

/**
 * Records what a command does: one line for every command that does something itself.
 *
 * @param names what it may request; the account, which every write looks at first, need not be named
 */
export function requests(command: Command, names: readonly Request[], more: Partial<Behaviour> = {}): void {
  const { codes = [], ...rest } = more;
  const several = command.options.some(({ long }) => long === '--all-profiles');
  recorded.set(command, {
    ...{ requests: names, here: false, passesStatus: false, ...rest },
    codes: several ? [...codes, 'partly_done'] : codes,
  });
}

/** What was recorded of a command; undefined for groups of commands. */
export function behaviourOf(command: Command): Behaviour | undefined {
  return recorded.get(command);
}

type OnceName = {
  [N in EndpointName]: Endpoints[N]['repeat'] extends 'once' ? N : never;
}[EndpointName];

/** Typed from the contract, so that a help text need not load it: a difference does not compile. */
const onceOnly: Readonly<Record<OnceName, true>> = {
  createGroup: true,
  createField: true,
  createTag: true,
  sendEmail: true,
};

const ofEvery: readonly FailureCode[] = [
  ...(['unexpected', 'write_failed'] as const),
  ...(['usage', 'unknown_option', 'missing_argument', 'invalid_value', 'unknown_profile'] as const),
  ...(['untrusted_file', 'unreadable_file', 'interrupted'] as const),
];

const ofRequests: readonly FailureCode[] = [
  ...(['unexpected_answer', 'missing_setting', 'account_unclear'] as const),
  ...(['not_signed_in', 'keychain_unavailable', 'sign_in_refused', 'credentials_refused'] as const),
  ...(['forbidden', 'wrong_account', 'not_found', 'refused', 'too_large', 'overloaded'] as const),
  ...(['service_failing', 'no_such_host', 'connection_refused', 'connection_failed'] as const),
  ...(['tls_failed', 'timeout', 'cut_off'] as const),
];

/** The codes of the failures in which a command can end, in the order of the catalogue. */
export function codesOf({ requests: names, codes, findings = false }: Behaviour): FailureCode[] {
  const isOnce = names.some(name => name === 'any' || Object.hasOwn(onceOnly, name));
  const able = new Set<string>([
    ...ofEvery,
    ...(!findings && names.some(name => name !== 'oauth') ? ofRequests : []),
    ...(isOnce ? ['outcome_unknown'] : []),
    ...codes,
  ]);
  return (Object.keys(failures) as FailureCode[]).filter(code => able.has(code));
}

/** The exit statuses in which a command can end, 0 among them, ascending. */
export function exitsOf(behaviour: Behaviour): Exit[] {
  const exits = codesOf(behaviour).map(code => failures[code].exit);
  return [...new Set<Exit>([0, ...exits])].sort((a, b) => a - b);
}

/** What a command's exit statuses say, in its own terms where it has some: `['8', 'the import job failed …']`. */
export function exitLines(behaviour: Behaviour): (readonly [exit: string, meaning: string])[] {
  const lines = exitsOf(behaviour).map(exit => [String(exit), meaningOf(exit, behaviour)] as const);
  return behaviour.passesStatus
    ? [...lines, ['…', 'any other: that of the command it runs'] as const]
    : lines;
}

/** Those statuses whose meaning differs from command to command. */
const ownMeanings: ReadonlySet<Exit> = new Set<Exit>([5, 8, 9]);

/** What one of a command's exit statuses says. */
export function meaningOf(exit: Exit, behaviour: Behaviour): string {
  if (!ownMeanings.has(exit)) return exits[exit];
  const codes = codesOf(behaviour).filter(code => failures[code].exit === exit && code !== 'too_large');
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
] as const;
