/**
 * Every way in which a command can fail: one table from code to exit status, meaning and hint. Codes and exit statuses
 * are a public interface (see docs/reference.md).
 */

interface FailureKind {
  readonly exit: number;
  readonly meaning: string;
  /** What the user can do, unless a failure says it better; null for nothing. `<command>` is the one that was typed. */
  readonly hint: string | null;
}

/** The hint where the base URL may be wrong. */
export const checkBaseUrl = 'check the address: newsletter config get base-url';

export const failures = {
  unexpected: { exit: 1, meaning: 'a bug in this program', hint: 'run it again with --verbose to see where' },
  unexpected_answer: {
    exit: 1,
    meaning: 'the service answered with something that makes no sense',
    hint: checkBaseUrl,
  },
  write_failed: {
    exit: 1,
    meaning: 'a file on this machine could not be written (disk full, read-only, …)',
    hint: 'make room, or choose another place',
  },
  paging_ignored: {
    exit: 1,
    meaning: 'the service ignores the page parameter and repeats the same page',
    hint: 'say how it is called: newsletter config set page-param <name>',
  },

  usage: { exit: 2, meaning: 'the command line does not make sense', hint: 'newsletter <command> --help' },
  unknown_command: { exit: 2, meaning: 'there is no such command', hint: 'newsletter --help' },
  unknown_option: { exit: 2, meaning: 'there is no such option', hint: 'newsletter <command> --help' },
  unknown_field: {
    exit: 2,
    meaning: 'the command prints no field of that name',
    hint: 'newsletter <command> -o json shows every field',
  },
  missing_argument: {
    exit: 2,
    meaning: 'an argument or a mandatory option is missing',
    hint: 'newsletter <command> --help',
  },
  invalid_value: {
    exit: 2,
    meaning: 'a value is malformed or not one of those allowed',
    hint: 'newsletter <command> --help',
  },
  invalid_filter: {
    exit: 2,
    meaning: '--where cannot be parsed, or does not fit the fields of the account',
    hint: 'newsletter help filters',
  },
  missing_setting: {
    exit: 2,
    meaning: 'a setting that this command needs is not set',
    hint: 'newsletter config set <name> <value>',
  },
  unknown_profile: { exit: 2, meaning: 'no profile has that name', hint: 'newsletter profiles list' },
  confirmation_needed: {
    exit: 2,
    meaning: 'a question would have been asked, but nobody is there to answer',
    hint: '--yes answers yes',
  },
  nothing_to_change: {
    exit: 2,
    meaning: 'an update names no field to change',
    hint: 'newsletter <command> --help',
  },
  account_unclear: {
    exit: 2,
    meaning: 'NEWSLETTER_API_KEY and the profile that .newsletterrc.json names contradict each other',
    hint: '--profile <name> uses the profile, NEWSLETTER_PROFILE=default the key',
  },
  untrusted_file: {
    exit: 2,
    meaning: 'a file of settings or credentials belongs to somebody else, or everybody may change it',
    hint: 'look into it before you trust it: newsletter help accounts',
  },
  unreadable_file: {
    exit: 2,
    meaning: 'a file does not exist or cannot be read',
    hint: 'check the name of the file, and who may read it',
  },
  empty_file: {
    exit: 2,
    meaning: 'the file holds no rows',
    hint: 'look at it: is it the right file, and is it whole?',
  },
  no_email_column: {
    exit: 2,
    meaning: 'no column of the file holds e-mail addresses',
    hint: 'newsletter import <file> --map <column>=email',
  },
  bad_column: {
    exit: 2,
    meaning: 'no value of a column fits the field it is mapped to',
    hint: 'newsletter import <file> --map <column>=skip',
  },
  binary_file: {
    exit: 2,
    meaning: 'the file is not text (a spreadsheet, an archive, an image …)',
    hint: 'save it as CSV, and import that',
  },
  bad_encoding: {
    exit: 2,
    meaning: 'the text of the file cannot be decoded',
    hint: 'newsletter import <file> --encoding <name>',
  },
  consent_unclear: {
    exit: 2,
    meaning: 'a column or a file name may say who must not be mailed, and is not understood',
    hint: 'newsletter import <file> --status-column <column>, or --map <column>=skip',
  },
  file_changed: {
    exit: 2,
    meaning: 'the file has changed while it was imported, or since its import was interrupted',
    hint: 'newsletter import <file> --restart',
  },
  import_changed: {
    exit: 2,
    meaning: 'an interrupted import would no longer send what it began to send',
    hint: 'newsletter import <file> --restart',
  },
  unfinished_import: {
    exit: 2,
    meaning: 'an interrupted import of this file is waiting to be continued',
    hint: 'newsletter import <file> --resume',
  },
  import_running: {
    exit: 2,
    meaning: 'another process is importing this file',
    hint: 'wait until it has ended',
  },
  not_undoable: {
    exit: 2,
    meaning: 'this machine does not know what the account was like before the import',
    hint: 'newsletter imports list --local',
  },
  unfinished_undo: {
    exit: 2,
    meaning: 'an interrupted undo is waiting to be continued',
    hint: 'newsletter imports undo --resume',
  },
  send_running: {
    exit: 2,
    meaning: 'another process on this machine is sending this email',
    hint: 'wait until it has ended',
  },
  update_running: {
    exit: 2,
    meaning: 'another process on this machine is changing people of this account',
    hint: 'wait until it has ended',
  },
  local_changes: {
    exit: 2,
    meaning: 'a file would be overwritten that has changes of its own',
    hint: 'another file name, or --force to overwrite it',
  },
  port_in_use: {
    exit: 2,
    meaning: 'another program listens on the port',
    hint: 'end that program, or choose another port',
  },

  not_signed_in: { exit: 3, meaning: 'there are no credentials for this profile', hint: 'newsletter login' },
  sign_in_refused: {
    exit: 3,
    meaning: 'the sign-in was not approved, or the service refused it',
    hint: 'newsletter login',
  },
  keychain_unavailable: {
    exit: 3,
    meaning: "the system's keychain, which holds the credentials, cannot be used",
    hint: 'newsletter config set credential-store file',
  },
  credentials_refused: {
    exit: 3,
    meaning: 'the service does not accept the credentials (401)',
    hint: 'newsletter login',
  },
  forbidden: {
    exit: 3,
    meaning: 'the credentials do not allow this (403)',
    hint: 'see who you are with: newsletter whoami',
  },
  wrong_origin: {
    exit: 3,
    meaning: 'the stored credentials are for another address than the one in use',
    hint: 'see where the address comes from: newsletter config list',
  },
  wrong_account: {
    exit: 3,
    meaning: 'the credentials belong to another account than the one expected',
    hint: 'newsletter profiles list',
  },

  not_found: {
    exit: 4,
    meaning: 'there is no such thing (404, or a name that matches nothing)',
    hint: 'look at what there is: newsletter groups list, newsletter emails list …',
  },

  refused: {
    exit: 5,
    meaning: 'the service refused the request (another 4xx)',
    hint: '--verbose shows the request and the answer',
  },
  too_large: {
    exit: 5,
    meaning: 'the service finds the request too large (413)',
    hint: 'send less at a time: newsletter import <file> --batch-size 500',
  },
  not_sendable: {
    exit: 5,
    meaning: 'the email or its group is not in a state to be sent',
    hint: 'newsletter emails get <id>',
  },
  too_many_changes: {
    exit: 5,
    meaning: 'more people would change than --max-changes allows',
    hint: 'look at the plan: --dry-run',
  },
  group_exists: {
    exit: 5,
    meaning: 'there is a group of that name, and groups cannot be deleted',
    hint: 'use that one, or choose another name; --force makes a second one',
  },
  changed_elsewhere: {
    exit: 5,
    meaning: 'the email was changed elsewhere since the file was pulled',
    hint: 'compare: newsletter emails pull <id> <another file>',
  },
  declined: { exit: 5, meaning: 'you answered no', hint: null },

  overloaded: {
    exit: 6,
    meaning: 'the service is busy (429) and stayed so: try again later',
    hint: 'try again later; --max-wait <seconds> waits longer',
  },
  service_failing: {
    exit: 6,
    meaning: 'the service is failing (5xx) and stayed so: try again later',
    hint: 'try again later',
  },

  no_such_host: {
    exit: 7,
    meaning: 'the host name cannot be resolved',
    hint: checkBaseUrl,
  },
  connection_refused: {
    exit: 7,
    meaning: 'nothing listens at the address',
    hint: checkBaseUrl,
  },
  connection_failed: {
    exit: 7,
    meaning: 'no usable connection',
    hint: 'newsletter doctor looks at the address, the network and the proxy',
  },
  tls_failed: {
    exit: 7,
    meaning: 'the TLS certificate or handshake was not accepted',
    hint: 'NODE_EXTRA_CA_CERTS=<file> names further certificates to trust',
  },
  timeout: { exit: 7, meaning: 'no answer in time', hint: 'try again; --timeout <seconds> waits longer' },
  cut_off: { exit: 7, meaning: 'the connection broke in the middle of the answer', hint: 'try again' },

  partly_done: {
    exit: 8,
    meaning: 'finished, but part of the work did not succeed',
    hint: 'look at what is left before you run it again',
  },
  would_change: {
    exit: 8,
    meaning: '--check, --exit-code: something would change',
    hint: 'newsletter emails push <file>',
  },
  lint_failed: {
    exit: 8,
    meaning: 'readers would stumble over something in the email',
    hint: 'fix it, or leave out --strict; newsletter emails lint --help explains the codes',
  },
  condition_met: {
    exit: 8,
    meaning: '--fail-if: the condition holds for an email',
    hint: 'look at it: newsletter emails stats <id>',
  },
  condition_unknown: {
    exit: 8,
    meaning: '--fail-if: the counts do not tell whether the condition holds',
    hint: 'look at it: newsletter emails stats <id>',
  },
  filter_unknown: {
    exit: 8,
    meaning: "what a group's filters mean is not shown by the numbers of people in the account's groups",
    hint: 'look in the web editor who is in the group',
  },
  tags_replaced: {
    exit: 8,
    meaning: 'the service replaces the tags of people who are imported, instead of adding to them',
    hint: 'newsletter import <file> --resume --tags replace',
  },
  import_failed: {
    exit: 8,
    meaning: 'the import job failed at the service',
    hint: 'newsletter imports list',
  },

  outcome_unknown: {
    exit: 9,
    meaning: 'the request may or may not have been carried out',
    hint: 'look whether it was carried out before you do it again',
  },
  send_unresolved: {
    exit: 9,
    meaning: 'this machine has sent this email before, or may have',
    hint: 'newsletter emails watch <id>',
  },
  still_running: {
    exit: 9,
    meaning: 'the import job or the sending has not ended in the time given',
    hint: 'newsletter imports watch <id>, newsletter emails watch <id>',
  },

  command_not_found: {
    exit: 127,
    meaning: 'there is no such program to run',
    hint: 'check its name, and the PATH',
  },
  interrupted: { exit: 130, meaning: 'interrupted (Ctrl-C or a signal)', hint: null },
} as const satisfies Record<string, FailureKind>;

/** The meaning of each exit status. */
export const exits: Readonly<Record<Exit, string>> = {
  0: 'done',
  1: 'unexpected: a bug, an answer that makes no sense, a full disk',
  2: 'the command line, a setting or a file makes no sense; nothing was done',
  3: 'not signed in, or not allowed',
  4: 'there is no such thing',
  5: 'the request was refused, or you answered no',
  6: 'the service is busy or failing: later may work',
  7: 'no usable connection',
  8: 'finished, but part of the work did not succeed',
  9: 'outcome unknown: it may or may not have been carried out',
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
  /** The command did its work, and something is left for the user to do: shown as a warning. */
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

  /**
   * @param message what went wrong, in words that users know, without a full stop
   */
  constructor(code: FailureCode, message: string, more: FailureDetails = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.status = more.status;
    this.method = more.method;
    this.path = more.path;
    this.details = more.details ?? [];
    this.requestId = more.requestId;
    this.isWarning = more.isWarning ?? false;
    this.hint = (more.hint === undefined ? failures[code].hint : more.hint) ?? undefined;
  }

  get exit(): Exit {
    return failures[this.code].exit;
  }

  /**
   * The same failure in other words.
   *
   * @param changes what else is different; the cause is this failure unless they name one
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

/** Anything thrown, as a failure. */
export function asFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('unexpected', String(error), { cause: error });
}
