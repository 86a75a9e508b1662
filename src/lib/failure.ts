/**
 * Every way in which a command can fail: one table from code to exit status, meaning and hint. Codes and exit statuses
 * are a public interface (see newsletter help errors).
 */

interface FailureKind {
  readonly exit: number;
  readonly meaning: string;
  /** What the user can do, unless a failure says it better; null for nothing. `<command>` is the one that was typed. */
  readonly hint: string | null;
}

/** The hint if the base URL may be wrong. */
export const checkBaseUrl = 'check the address: newsletter config get base-url';

export const failures = {
  unexpected: {
    exit: 1,
    meaning: 'a bug in this program',
    hint: 'run it again with --verbose to get a stack trace',
  },
  unexpected_answer: {
    exit: 1,
    meaning: 'unexpected response from the service',
    hint: checkBaseUrl,
  },
  write_failed: {
    exit: 1,
    meaning: 'cannot write a file on this machine (disk full, read-only, …)',
    hint: 'free up disk space, or choose another path',
  },
  paging_ignored: {
    exit: 1,
    meaning: 'the service ignores the page parameter and repeats the same page',
    hint: 'set its name: newsletter config set page-param <name>',
  },

  usage: { exit: 2, meaning: 'invalid command line', hint: 'newsletter <command> --help' },
  unknown_command: { exit: 2, meaning: 'unknown command', hint: 'newsletter --help' },
  unknown_option: { exit: 2, meaning: 'unknown option', hint: 'newsletter <command> --help' },
  unknown_field: {
    exit: 2,
    meaning: 'unknown field in --fields',
    hint: 'newsletter <command> -o json shows every field',
  },
  missing_argument: {
    exit: 2,
    meaning: 'missing argument or required option',
    hint: 'newsletter <command> --help',
  },
  invalid_value: {
    exit: 2,
    meaning: 'invalid value',
    hint: 'newsletter <command> --help',
  },
  invalid_filter: {
    exit: 2,
    meaning: 'invalid --where expression, or fields that the account does not have',
    hint: 'newsletter help filters',
  },
  missing_setting: {
    exit: 2,
    meaning: 'missing setting',
    hint: 'newsletter config set <name> <value>',
  },
  unknown_profile: { exit: 2, meaning: 'unknown profile', hint: 'newsletter profiles list' },
  confirmation_needed: {
    exit: 2,
    meaning: 'confirmation required, but there is no terminal to ask on',
    hint: 'pass --yes to confirm',
  },
  nothing_to_change: {
    exit: 2,
    meaning: 'an update with nothing to change',
    hint: 'newsletter <command> --help',
  },
  account_unclear: {
    exit: 2,
    meaning: 'it is unclear which account is meant: several profiles and none named, or a profile and a key',
    hint: 'pass --profile <name>; set NEWSLETTER_PROFILE=default to use the key',
  },
  untrusted_file: {
    exit: 2,
    meaning: 'a file of settings or credentials belongs to another user, or others can change it',
    hint: 'read the file before you trust it: newsletter help environment',
  },
  unreadable_file: {
    exit: 2,
    meaning: 'file not found or not readable',
    hint: 'check the path and the file permissions',
  },
  empty_file: {
    exit: 2,
    meaning: 'the file has no rows',
    hint: 'check that it is the right file, and that it is complete',
  },
  no_email_column: {
    exit: 2,
    meaning: 'the file has no column with email addresses',
    hint: 'newsletter import <file> --map <column>=email',
  },
  bad_column: {
    exit: 2,
    meaning: 'every value in a column is invalid for the field it is mapped to',
    hint: 'newsletter import <file> --map <column>=skip',
  },
  too_few_rows: {
    exit: 2,
    meaning: 'the files have other rows than --min-rows, --expect-rows or a last line "# rows: N" says',
    hint: 'check that the files are complete',
  },
  would_bounce: {
    exit: 2,
    meaning: 'mail to every address of the import would bounce',
    hint: 'newsletter import <file> --risky reject, or --risky keep to send them anyway',
  },
  binary_file: {
    exit: 2,
    meaning: 'the file is not text (a spreadsheet, an archive, an image, …)',
    hint: 'save it as CSV, then import the CSV file',
  },
  bad_encoding: {
    exit: 2,
    meaning: 'cannot decode the text of the file',
    hint: 'newsletter import <file> --encoding <name>',
  },
  consent_unclear: {
    exit: 2,
    meaning: 'a column or file name may mark people who must not be emailed, but its values are unknown',
    hint: 'newsletter import <file> --status-column <column>, or --map <column>=skip',
  },
  file_changed: {
    exit: 2,
    meaning: 'the file changed during the import, or since the import was interrupted',
    hint: 'newsletter import <file> --restart',
  },
  import_changed: {
    exit: 2,
    meaning: 'a resumed import would send other data than it started with',
    hint: 'newsletter import <file> --restart',
  },
  unfinished_import: {
    exit: 2,
    meaning: 'this file has an interrupted import',
    hint: 'newsletter import <file> --resume',
  },
  not_undoable: {
    exit: 2,
    meaning: 'this machine has no previous records to undo the run with',
    hint: 'newsletter undo',
  },
  unfinished_undo: {
    exit: 2,
    meaning: 'the run has an interrupted undo',
    hint: 'newsletter undo <run>',
  },
  local_changes: {
    exit: 2,
    meaning: 'the file has local changes, which would be overwritten',
    hint: 'use another file name',
  },
  port_in_use: {
    exit: 2,
    meaning: 'the port is in use',
    hint: 'choose another port',
  },

  not_signed_in: { exit: 3, meaning: 'not signed in', hint: 'newsletter login' },
  sign_in_refused: {
    exit: 3,
    meaning: 'the sign-in was denied',
    hint: 'newsletter login',
  },
  keychain_unavailable: {
    exit: 3,
    meaning: 'the system keychain is not available',
    hint: 'newsletter config set credential-store file',
  },
  credentials_refused: {
    exit: 3,
    meaning: 'invalid credentials (401)',
    hint: 'newsletter login',
  },
  forbidden: {
    exit: 3,
    meaning: 'permission denied (403)',
    hint: 'check which account you use: newsletter whoami',
  },
  wrong_origin: {
    exit: 3,
    meaning: 'the stored credentials belong to another base URL',
    hint: 'check where the URL comes from: newsletter config list',
  },
  not_allowed: {
    exit: 3,
    meaning: 'allow, send, max-recipients or max-changes, set by you or a folder, do not allow it',
    hint: 'see who set it: newsletter whoami',
  },
  wrong_account: {
    exit: 3,
    meaning: 'the credentials belong to another account than expected',
    hint: 'newsletter profiles list',
  },

  not_found: {
    exit: 4,
    meaning: 'not found (404, or a name without a match)',
    hint: 'list what exists: newsletter groups list, newsletter emails list',
  },

  refused: {
    exit: 5,
    meaning: 'the service rejected the request (another 4xx)',
    hint: 'pass --verbose to see the request and the response',
  },
  too_large: {
    exit: 5,
    meaning: 'the request is too large (413)',
    hint: 'send smaller batches: newsletter import <file> --batch-size 500',
  },
  not_sendable: {
    exit: 5,
    meaning: 'the email is not ready to be sent',
    hint: 'newsletter emails get <id>',
  },
  changed_since_approval: {
    exit: 5,
    meaning: 'the email or its group changed after it was shown or pushed, so it was not sent',
    hint: 'review it, then send it: newsletter emails send <id>',
  },
  too_many_changes: {
    exit: 5,
    meaning: 'more people would change than --max-changes allows',
    hint: 'look at the plan: --dry-run',
  },
  too_many_missing: {
    exit: 5,
    meaning: 'the source of a sync is empty, or lacks more people than --max-missing allows',
    hint: 'check the source; look at the plan: --dry-run',
  },
  plan_outdated: {
    exit: 5,
    meaning: 'something has changed since the plan of a sync was saved',
    hint: 'save a new plan: newsletter sync <file> --name <sync> --plan-out <file>',
  },
  group_exists: {
    exit: 5,
    meaning: 'a group with that name exists, and groups cannot be deleted',
    hint: 'use that group or another name, or pass --force to create a second one',
  },
  changed_elsewhere: {
    exit: 5,
    meaning: 'the email changed at the service since the file was pulled',
    hint: 'compare: newsletter emails pull <id> <another file>',
  },
  declined: { exit: 5, meaning: 'you answered no', hint: null },

  overloaded: {
    exit: 6,
    meaning: 'the service is still busy (429) after all retries',
    hint: 'try again later, or wait longer with --max-wait <seconds>',
  },
  service_failing: {
    exit: 6,
    meaning: 'the service still fails (5xx) after all retries',
    hint: 'try again later',
  },

  already_running: {
    exit: 6,
    meaning: 'another process on this machine imports this file, sends this email or changes subscribers',
    hint: 'wait until it has finished',
  },
  fields_missing: {
    exit: 2,
    meaning: 'an import with --shard needs custom fields that do not exist yet',
    hint: 'newsletter fields create, then run the shards',
  },

  no_such_host: {
    exit: 7,
    meaning: 'host not found',
    hint: checkBaseUrl,
  },
  connection_refused: {
    exit: 7,
    meaning: 'connection refused',
    hint: checkBaseUrl,
  },
  connection_failed: {
    exit: 7,
    meaning: 'connection failed',
    hint: 'check the address, the network and the proxy: newsletter doctor',
  },
  tls_failed: {
    exit: 7,
    meaning: 'TLS certificate or handshake error',
    hint: 'set NODE_EXTRA_CA_CERTS=<file> to trust more certificates',
  },
  timeout: {
    exit: 7,
    meaning: 'the request timed out',
    hint: 'try again, or wait longer with --timeout <seconds>',
  },
  cut_off: { exit: 7, meaning: 'the connection was lost', hint: 'try again' },

  partly_done: {
    exit: 8,
    meaning: 'finished, but part of the work did not succeed',
    hint: 'check what is left before you run it again',
  },
  nothing_accepted: {
    exit: 8,
    meaning: 'the files have rows, but no subscriber was accepted',
    hint: 'see the reasons in the rejects file',
  },
  would_change: {
    exit: 8,
    meaning: 'there are changes, and the command was asked to fail then (--check; sync: --exit-code)',
    hint: 'newsletter emails push <file>',
  },
  lint_failed: {
    exit: 8,
    meaning: 'emails lint found problems',
    hint: 'fix the email; for the codes see newsletter emails lint --help',
  },
  condition_met: {
    exit: 8,
    meaning: 'with --fail-if: the condition is true',
    hint: 'see who it is: newsletter subscribers check --show <finding>',
  },
  filter_unknown: {
    exit: 8,
    meaning: "a group's filters match another number of people here than the service counts",
    hint: 'see who is in the group in the web editor',
  },
  import_failed: {
    exit: 8,
    meaning: 'the import job failed at the service',
    hint: 'newsletter imports list',
  },

  outcome_unknown: {
    exit: 9,
    meaning: 'the request may or may not have been carried out',
    hint: 'check whether it was carried out before you run it again',
  },
  send_unresolved: {
    exit: 9,
    meaning: 'this machine has already sent this email, or may have',
    hint: 'newsletter emails watch <id>',
  },
  still_running: {
    exit: 9,
    meaning: 'the import job or send did not finish within the time limit',
    hint: 'newsletter imports watch <id>, newsletter emails watch <id>',
  },

  stopped_early: {
    exit: 10,
    meaning: 'stopped before the end: part was done, the rest can be resumed',
    hint: 'run the command again with --resume',
  },
  tags_replaced: {
    exit: 10,
    meaning: 'the service replaces the tags of imported subscribers, instead of adding to them',
    hint: 'newsletter import <file> --resume --existing-tags replace',
  },
  not_as_sent: {
    exit: 10,
    meaning: 'the first imported subscribers were not stored as sent: no others were changed',
    hint: 'to restore them: newsletter undo; to go on: newsletter import <file> --resume',
  },

  command_not_found: {
    exit: 127,
    meaning: 'command not found',
    hint: 'check its name, and the PATH',
  },
  interrupted: { exit: 130, meaning: 'interrupted (Ctrl-C or a signal)', hint: null },
} as const satisfies Record<string, FailureKind>;

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

/** An exit status of this program. */
export type Exit = (typeof failures)[FailureCode]['exit'] | 0;
export type FailureCode = keyof typeof failures;

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

  /**
   * The failure with another message.
   *
   * @param changes other differences; the cause is this failure by default
   */
  reworded(message: string, changes: FailureDetails = {}): Failure {
    const { code, status, method, path, details, requestId, isWarning } = this;
    const hint = this.hint ?? null;
    return new Failure(code, message, {
      status,
      method,
      path,
      details,
      requestId,
      isWarning,
      hint,
      cause: this,
      ...changes,
    });
  }
}

/** @returns the code of a system error of Node (`ENOENT`, `EPIPE`, …); undefined for any other error */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
