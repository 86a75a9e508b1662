/**
 * Every way in which a command can end badly: one table from code to exit status and meaning.
 * The codes and exit statuses are a public interface (see "Exit status" in the README).
 */

export const failures = {
  unexpected: { exit: 1, meaning: 'a bug in this program' },
  unexpected_answer: { exit: 1, meaning: 'the service answered with something that makes no sense' },
  write_failed: { exit: 1, meaning: 'a file on this machine could not be written (disk full, read-only, …)' },
  paging_ignored: { exit: 1, meaning: 'the service ignores the page parameter and repeats the same page' },

  usage: { exit: 2, meaning: 'the command line does not make sense' },
  unknown_command: { exit: 2, meaning: 'there is no such command' },
  unknown_option: { exit: 2, meaning: 'there is no such option' },
  missing_argument: { exit: 2, meaning: 'an argument or a mandatory option is missing' },
  invalid_value: { exit: 2, meaning: 'a value is malformed or not one of those allowed' },
  missing_setting: { exit: 2, meaning: 'a setting that this command needs is not set' },
  unknown_profile: { exit: 2, meaning: 'no profile has that name' },
  confirmation_needed: {
    exit: 2,
    meaning: 'a question would have been asked, but nobody is there to answer',
  },
  nothing_to_change: { exit: 2, meaning: 'an update names no field to change' },
  account_unclear: {
    exit: 2,
    meaning: 'NEWSLETTER_API_KEY and the profile that .newsletterrc.json names contradict each other',
  },
  untrusted_file: {
    exit: 2,
    meaning: 'a .newsletterrc.json belongs to somebody else, or everybody may change it',
  },
  unreadable_file: { exit: 2, meaning: 'a file does not exist or cannot be read' },
  empty_file: { exit: 2, meaning: 'the file holds no rows' },
  no_email_column: { exit: 2, meaning: 'no column of the file holds e-mail addresses' },
  binary_file: { exit: 2, meaning: 'the file is not text (a spreadsheet, an archive, an image …)' },
  bad_encoding: { exit: 2, meaning: 'the text of the file cannot be decoded' },
  file_changed: {
    exit: 2,
    meaning: 'the file has changed while it was imported, or since its import was interrupted',
  },
  unfinished_import: { exit: 2, meaning: 'an interrupted import of this file is waiting to be continued' },
  import_running: { exit: 2, meaning: 'another process is importing this file' },
  local_changes: { exit: 2, meaning: 'a file would be overwritten that has changes of its own' },
  port_in_use: { exit: 2, meaning: 'another program listens on the port' },

  not_signed_in: { exit: 3, meaning: 'there are no credentials for this profile' },
  sign_in_refused: { exit: 3, meaning: 'the sign-in was not approved, or the service refused it' },
  keychain_unavailable: {
    exit: 3,
    meaning: "the system's keychain, which holds the credentials, cannot be used",
  },
  credentials_refused: { exit: 3, meaning: 'the service does not accept the credentials (401)' },
  forbidden: { exit: 3, meaning: 'the credentials do not allow this (403)' },
  wrong_account: { exit: 3, meaning: 'the credentials belong to another account than the one expected' },

  not_found: { exit: 4, meaning: 'there is no such thing (404, or a name that matches nothing)' },

  refused: { exit: 5, meaning: 'the service refused the request (another 4xx)' },
  too_large: { exit: 5, meaning: 'the service finds the request too large (413)' },
  not_sendable: { exit: 5, meaning: 'the email or its group is not in a state to be sent' },
  changed_elsewhere: { exit: 5, meaning: 'the email was changed elsewhere since the file was pulled' },
  declined: { exit: 5, meaning: 'you answered no' },

  overloaded: { exit: 6, meaning: 'the service is busy (429) and stayed so: try again later' },
  service_failing: { exit: 6, meaning: 'the service is failing (5xx) and stayed so: try again later' },

  no_such_host: { exit: 7, meaning: 'the host name cannot be resolved' },
  connection_refused: { exit: 7, meaning: 'nothing listens at the address' },
  connection_failed: { exit: 7, meaning: 'no usable connection' },
  tls_failed: { exit: 7, meaning: 'the TLS certificate or handshake was not accepted' },
  timeout: { exit: 7, meaning: 'no answer in time' },
  cut_off: { exit: 7, meaning: 'the connection broke in the middle of the answer' },

  partly_done: { exit: 8, meaning: 'finished, but part of the work did not succeed' },
  would_change: { exit: 8, meaning: '--check, --exit-code: something would change' },
  lint_failed: { exit: 8, meaning: '--strict: readers would stumble over something in the email' },
  import_failed: { exit: 8, meaning: 'the import job failed at the service' },

  outcome_unknown: { exit: 9, meaning: 'the request may or may not have been carried out' },

  still_running: { exit: 9, meaning: 'the import job or the sending has not ended in the time given' },

  interrupted: { exit: 130, meaning: 'interrupted (Ctrl-C or a signal)' },
} as const satisfies Record<string, { exit: number; meaning: string }>;

export type FailureCode = keyof typeof failures;

export interface FailureDetails {
  /** HTTP status of the answer, where there was one. */
  status?: number | undefined;
  method?: string | undefined;
  path?: string | undefined;
  /** The service's own message and field errors, one a line; or further lines to show. */
  details?: readonly string[] | undefined;
  requestId?: string | undefined;
  /** What to type or do next. */
  hint?: string | undefined;
  cause?: unknown;
}

/** The one kind of error this program throws on purpose. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  readonly status: number | undefined;
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly details: readonly string[];
  readonly requestId: string | undefined;
  readonly hint: string | undefined;

  /**
   * @param code what kind of failure
   * @param message what went wrong, in the user's terms, without a final full stop
   */
  constructor(code: FailureCode, message: string, more: FailureDetails = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.status = more.status;
    this.method = more.method;
    this.path = more.path;
    this.details = more.details ?? [];
    this.requestId = more.requestId;
    this.hint = more.hint;
  }

  get exit(): number {
    return failures[this.code].exit;
  }
}

/** The error code of a Node system error (`ENOENT`, `EPIPE` …), or undefined. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
