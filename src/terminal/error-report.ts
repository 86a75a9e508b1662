import { checkBaseUrl, Failure, limitHints, systemCode } from '../lib/failure.ts';
import { hasColors, paintFor } from './colors.ts';
import { hintForProfile } from './profile-hint.ts';
import { sanitizeJson } from './sanitize.ts';
import { messageStream } from './status-line.ts';
import { ClosedPipe } from './stdout.ts';
import type { Paint } from './terminal.ts';
import { wrapMessage } from './wrap.ts';

export interface ErrorReportOptions {
  readonly stderr: NodeJS.WriteStream;
  /** NO_COLOR, FORCE_COLOR, TERM. */
  readonly environment: NodeJS.ProcessEnv;
  /** False with `--no-color`. */
  readonly color: boolean;
  /** Prints an error object: the last line on a terminal, the only one in a pipe. */
  readonly json: boolean;
  /** `--quiet`: no hint. */
  readonly quiet: boolean;
  /** `--verbose`: with stack traces. */
  readonly verbose: boolean;
  /** As typed, for hints: `newsletter groups list`. */
  readonly command?: string | undefined;
  /** From the command line. */
  readonly profile?: string | undefined;
  /** From the command line, where it overrides the setting. */
  readonly baseUrl?: string | undefined;
}

/** Anything thrown other than a Failure is a bug. */
function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd') return folderGone(error);
  const code = systemCode(error) ?? '';
  const limit = ['EMFILE', 'ENFILE'].includes(code)
    ? limitHints.files
    : code === 'ENOMEM' && limitHints.memory;
  const bug = 'this is a bug: please report it (address in package.json); --verbose shows a stack trace';
  return new Failure('unexpected', messageOf(error) || 'something went wrong', {
    hint: limit || bug,
    cause: error,
  });
}

/** Node needs the working folder to resolve any relative path. */
function folderGone(cause: Error): Failure {
  const hint = 'change to an existing folder';
  return new Failure('unreadable_file', 'the current folder no longer exists', { hint, cause });
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(messageOf).join('; ');
  }
  if (error instanceof Error) return error.message || error.name;
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? String(error));
}

function* stacks(error: unknown): Generator<string> {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth++) {
    if (each.stack !== undefined) yield each.stack;
  }
}

const indented = (text: string) => text.replaceAll(/^/gm, '  ');

function lines(failure: Failure, hint: string | undefined, paint: Paint, stderr: NodeJS.WriteStream) {
  const message = failure.message.trim().replaceAll(/\r?\n/g, '↵');
  const detail = (text: string) => text.split('\n').map(line => wrapMessage('  ', 2, line, stderr));
  return [
    failure.isWarning
      ? wrapMessage(`${paint.yellow('!')} `, 2, message, stderr)
      : wrapMessage(`${paint.red('error:')} `, 7, message, stderr),
    ...failure.details.flatMap(detail),
    ...(failure.requestId === undefined ? [] : detail(`request id: ${failure.requestId}`)),
    ...(hint === undefined ? [] : [wrapMessage(`${paint.cyan('hint:')} `, 6, hint, stderr)]),
  ];
}

/** The error object in "Scripting and CI" of docs/; all keys are always present. */
function objectOf(failure: Failure, hint: string | undefined): object {
  const { code, message, status, method, path, details, exit, requestId } = failure;
  return {
    error: {
      code,
      message,
      status: status ?? null,
      method: method ?? null,
      path: path ?? null,
      details,
      hint: hint ?? null,
      exit,
      request_id: requestId ?? null,
    },
  };
}

function hintForAddress(hint: string, baseUrl: string | undefined): string {
  return baseUrl === undefined
    ? hint
    : hint.replace(checkBaseUrl, `check the address: --base-url ${baseUrl}`);
}

/**
 * Prints a failure on stderr: `error: …`, details, `hint: …`; with `json` an object on the last line, which is the only
 * one in a pipe. Prints nothing for a closed pipe.
 *
 * @returns the exit code
 */
export function reportError(error: unknown, options: ErrorReportOptions): number {
  const messages = messageStream(options.stderr, options.environment);
  messages.statusLine?.stop();
  if (error instanceof ClosedPipe) return 0;
  const failure = asFailure(error);
  const paint = paintFor(hasColors(options.stderr, options.environment, options.color));
  const general = failure.hint?.replace('newsletter <command>', options.command ?? 'newsletter');
  const hint = general && hintForProfile(hintForAddress(general, options.baseUrl), options.profile);
  const forPeople = !options.json || options.stderr.isTTY === true || options.verbose;
  if (forPeople) {
    const shown = options.quiet ? undefined : hint;
    for (const line of lines(failure, shown, paint, options.stderr)) messages.write(line);
  }
  if (options.verbose) {
    for (const stack of stacks(failure)) messages.write(paint.dim(indented(stack)));
  }
  if (options.json) messages.write(sanitizeJson(JSON.stringify(objectOf(failure, hint))));
  return failure.exit;
}
