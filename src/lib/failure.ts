/**
 * Every way in which a command can fail: one table. Codes and exit statuses are a public interface (newsletter help
 * errors).
 */

/** The hint if the base URL may be wrong. */
export const checkBaseUrl = 'check the address: newsletter config get base-url';

/**
 * By exit status and code: the meaning, and what the user can do, unless a failure says it better; null for nothing.
 * `<command>` is the one that was typed.
 */
const kinds = {
  1: {
    unexpected: ['a bug in this program', 'run it again with --verbose to get a stack trace'],
    unexpected_answer: ['unexpected response from the service', checkBaseUrl],
    write_failed: [
      'cannot write a file on this machine (disk full, read-only, …)',
      'free up disk space, or choose another path',
    ],
    paging_ignored: [
      'the service ignores the page parameter and repeats the same page',
      'set its name: newsletter config set page-param <name>',
    ],
  },
  2: {
    usage: ['invalid command line', 'newsletter <command> --help'],
    unknown_command: ['unknown command', 'newsletter --help'],
    unknown_option: ['unknown option', 'newsletter <command> --help'],
    unknown_field: ['unknown field in --fields', 'newsletter <command> -o json shows every field'],
    missing_argument: ['missing argument or required option', 'newsletter <command> --help'],
    invalid_value: ['invalid value', 'newsletter <command> --help'],
    invalid_filter: [
      'invalid --where expression, or fields that the account does not have',
      'newsletter help filters',
    ],
    missing_setting: ['missing setting', 'newsletter config set <name> <value>'],
    unknown_profile: ['unknown profile', 'newsletter profiles list'],
    confirmation_needed: [
      'confirmation required, but there is no terminal to ask on',
      'pass --yes to confirm',
    ],
    nothing_to_change: ['an update with nothing to change', 'newsletter <command> --help'],
    account_unclear: [
      'it is unclear which account is meant: several profiles and none named, or a profile and a key',
      'pass --profile <name>; set NEWSLETTER_PROFILE=default to use the key',
    ],
    untrusted_file: [
      'a file of settings or credentials belongs to another user, or others can change it',
      'read the file before you trust it: newsletter help environment',
    ],
    unreadable_file: ['file not found or not readable', 'check the path and the file permissions'],
    empty_file: ['the file has no rows', 'check that it is the right file, and that it is complete'],
    no_email_column: [
      'the file has no column with email addresses',
      'newsletter import <file> --map <column>=email',
    ],
    bad_column: [
      'every value in a column is invalid for the field it is mapped to',
      'newsletter import <file> --map <column>=skip',
    ],
    too_few_rows: [
      'the files have other rows than --min-rows, --expect-rows or a last line "# rows: N" says',
      'check that the files are complete',
    ],
    would_bounce: [
      'mail to every address of the import would bounce',
      'newsletter import <file> --risky reject, or --risky keep to send them anyway',
    ],
    binary_file: [
      'the file is not text (a spreadsheet, an archive, an image, …)',
      'save it as CSV, then import the CSV file',
    ],
    bad_encoding: ['cannot decode the text of the file', 'newsletter import <file> --encoding <name>'],
    consent_unclear: [
      'a column or file name may mark people who must not be emailed, but its values are unknown',
      'newsletter import <file> --status-column <column>, or --map <column>=skip',
    ],
    left_out_earlier: [
      'people in the file were left out by an earlier import, whose list is beside it',
      'newsletter import <file> --suppress <list>, or --suppress none if they came back',
    ],
    file_changed: [
      'the file changed during the import, or since the import was interrupted',
      'newsletter import <file> --restart',
    ],
    import_changed: [
      'a resumed import would send other data than it started with',
      'newsletter import <file> --restart',
    ],
    unfinished_import: ['this file has an interrupted import', 'newsletter import <file> --resume'],
    not_undoable: ['this machine has no previous records to undo the run with', 'newsletter undo'],
    local_changes: ['the file has local changes, which would be overwritten', 'use another file name'],
    port_in_use: ['the port is in use', 'choose another port'],
    fields_missing: [
      'an import with --shard needs custom fields that do not exist yet',
      'newsletter fields create, then run the shards',
    ],
  },
  3: {
    not_signed_in: ['not signed in', 'newsletter login'],
    sign_in_refused: ['the sign-in was denied', 'newsletter login'],
    keychain_unavailable: [
      'the system keychain is not available',
      'newsletter config set credential-store file',
    ],
    credentials_refused: ['invalid credentials (401)', 'newsletter login'],
    forbidden: ['permission denied (403)', 'check which account you use: newsletter whoami'],
    wrong_origin: [
      'the stored credentials belong to another base URL',
      'check where the URL comes from: newsletter config list',
    ],
    not_allowed: [
      'allow, send, max-recipients or max-changes, set by you or a folder, do not allow it',
      'see who set it: newsletter whoami',
    ],
    wrong_account: ['the credentials belong to another account than expected', 'newsletter profiles list'],
  },
  4: {
    not_found: [
      'not found (404, or a name without a match)',
      'list what exists: newsletter groups list, newsletter emails list',
    ],
  },
  5: {
    refused: [
      'the service rejected the request (another 4xx)',
      'pass --verbose to see the request and the response',
    ],
    too_large: [
      'the request is too large (413)',
      'send smaller batches: newsletter import <file> --batch-size 500',
    ],
    already_sent: ['the email, or one with its text, was sent', 'newsletter emails stats <id>'],
    too_many_recipients: ['the group is larger than --max-recipients', 'newsletter groups get <group>'],
    unexpected_recipients: ['the group is not as --expect-recipients says', 'newsletter groups get <group>'],
    not_sendable: ['the email is not ready to be sent', 'newsletter emails get <id>'],
    changed_since_approval: [
      'the email or its group changed after it was shown or pushed, so it was not sent',
      'review it, then send it: newsletter emails send <id>',
    ],
    too_many_changes: ['more people would change than --max-changes allows', 'look at the plan: --dry-run'],
    too_many_missing: [
      'the source of a sync is empty, or lacks more people than --max-missing allows',
      'check the source; look at the plan: --dry-run',
    ],
    plan_outdated: [
      'something has changed since the plan of a sync was saved',
      'save a new plan: newsletter sync <file> --name <sync> --plan-out <file>',
    ],
    group_exists: [
      'a group with that name exists, and groups cannot be deleted',
      'use that group or another name, or pass --force to create a second one',
    ],
    changed_elsewhere: [
      'the email changed at the service since the file was pulled, or is scheduled',
      'compare: newsletter emails pull <id> <another file>',
    ],
    declined: ['you answered no', null],
  },
  6: {
    overloaded: [
      'the service is still busy (429) after all retries',
      'try again later, or wait longer with --max-wait <seconds>',
    ],
    service_failing: ['the service still fails (5xx) after all retries', 'try again later'],
    already_running: [
      'another process on this machine imports this file, sends this email or changes subscribers',
      'wait until it has finished',
    ],
  },
  7: {
    no_such_host: ['host not found', checkBaseUrl],
    connection_refused: ['connection refused', checkBaseUrl],
    connection_failed: [
      'connection failed',
      'check the address, the network and the proxy: newsletter doctor',
    ],
    tls_failed: [
      'TLS certificate or handshake error',
      'set NODE_EXTRA_CA_CERTS=<file> to trust more certificates',
    ],
    timeout: ['the request timed out', 'try again, or wait longer with --timeout <seconds>'],
    cut_off: ['the connection was lost', 'try again'],
  },
  8: {
    partly_done: [
      'finished, but part of the work did not succeed',
      'check what is left before you run it again',
    ],
    nothing_accepted: [
      'the files have rows, but no subscriber was accepted',
      'see the reasons in the rejects file',
    ],
    would_change: [
      'there are changes, and the command was asked to fail then (--check)',
      'newsletter emails push <file>',
    ],
    lint_failed: [
      'emails lint found problems',
      'fix the email; for the codes see newsletter emails lint --help',
    ],
    condition_met: [
      'with --fail-if: the condition is true',
      'see who it is: newsletter subscribers check --show <finding>',
    ],
    filter_unknown: [
      "a group's filters match another number of people here than the service counts",
      'see who is in the group in the web editor',
    ],
    import_failed: ['the import job failed at the service', 'newsletter imports list'],
  },
  9: {
    outcome_unknown: [
      'the request may or may not have been carried out',
      'check whether it was carried out before you run it again',
    ],
    send_unresolved: [
      'this machine has already sent this email, or may have',
      'newsletter emails watch <id>',
    ],
    still_running: [
      'the import job or send did not finish within the time limit',
      'newsletter imports watch <id>, newsletter emails watch <id>',
    ],
  },
  10: {
    stopped_early: [
      'stopped before the end: part was done, the rest can be resumed',
      'run the command again with --resume',
    ],
    tags_replaced: [
      'the service replaces the tags of imported subscribers, instead of adding to them',
      'newsletter import <file> --resume --existing-tags replace',
    ],
    not_as_sent: [
      'the first imported subscribers were not stored as sent: no others were changed',
      'to restore them: newsletter undo; to go on: newsletter import <file> --resume',
    ],
  },
  127: {
    command_not_found: ['command not found', 'check its name, and the PATH'],
  },
  130: {
    interrupted: ['interrupted (Ctrl-C or a signal)', null],
  },
} as const satisfies Record<number, Record<string, readonly [meaning: string, hint: string | null]>>;

type FailingExit = keyof typeof kinds;
/** An exit status of this program. */
export type Exit = FailingExit | 0;
export type FailureCode = { [E in FailingExit]: keyof (typeof kinds)[E] }[FailingExit];

interface FailureKind {
  readonly exit: FailingExit;
  readonly meaning: string;
  readonly hint: string | null;
}

export const failures = Object.fromEntries(
  Object.entries(kinds).flatMap(([exit, codes]) =>
    Object.entries(codes).map(([code, [meaning, hint]]) => [code, { exit: Number(exit), meaning, hint }]),
  ),
) as Readonly<Record<FailureCode, FailureKind>>;

/** The meaning of each exit status. */
export const exits: Readonly<Record<Exit, string>> = {
  0: 'done',
  1: 'unexpected: a bug, an unexpected response, a file that cannot be written',
  2: 'invalid command, setting or input file; nothing was done',
  3: 'not signed in, or not allowed',
  4: 'not found',
  5: 'the service rejected the request, or you answered no',
  6: 'try again later: the service is busy or failing, or another run has to finish first',
  7: 'connection failed',
  8: 'finished; something is left to look at: rejected rows, a check that found something',
  9: 'outcome unknown: it may or may not have been carried out',
  10: 'stopped before the end: part was done, the rest can be resumed',
  127: 'the command of `sandbox exec` is not found; otherwise its own exit status',
  130: 'interrupted',
};

export interface FailureDetails {
  /** HTTP status of the response. */
  status?: number | undefined;
  method?: string | undefined;
  path?: string | undefined;
  /** More lines to show, such as the service's own message and its field errors. */
  details?: readonly string[] | undefined;
  requestId?: string | undefined;
  /** What the user can do; by default that of the table, null for nothing. */
  hint?: string | null | undefined;
  /**
   * Shown as a warning: the command did its work, and something is left for the user to do (default: true for
   * `declined` and `would_change`).
   */
  isWarning?: boolean | undefined;
  cause?: unknown;
}

/** The only error that this program throws on purpose. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  readonly status: number | undefined;
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly details: readonly string[];
  readonly requestId: string | undefined;
  readonly hint: string | undefined;
  readonly isWarning: boolean;

  /** @param message without a full stop */
  constructor(code: FailureCode, message: string, more: FailureDetails = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.status = more.status;
    this.method = more.method;
    this.path = more.path;
    this.details = more.details ?? [];
    this.requestId = more.requestId;
    this.isWarning = more.isWarning ?? ['declined', 'would_change'].includes(code);
    this.hint = (more.hint === undefined ? failures[code].hint : more.hint) ?? undefined;
  }

  get exit(): Exit {
    return failures[this.code].exit;
  }

  /** The failure with another message. @param changes other differences; the cause is this failure */
  reworded(message: string, changes: FailureDetails & { readonly code?: FailureCode } = {}): Failure {
    const own = { ...this, hint: this.hint ?? null, cause: this };
    return new Failure(changes.code ?? this.code, message, { ...own, ...changes });
  }
}

/** @returns the code of a system error of Node (`ENOENT`, `EPIPE`, …); undefined for any other error */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** What `work` returns; undefined if it throws. */
export function ignoringErrors<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
