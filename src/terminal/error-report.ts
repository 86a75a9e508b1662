import { Failure } from '../lib/failure.ts';
import { hasColours, paintFor } from './colors.ts';
import { hintAbout } from './profile-hint.ts';
import { cleanJson } from './sanitize.ts';
import { screenOf } from './status-line.ts';
import { ClosedPipe } from './stdout.ts';
import type { Paint } from './terminal.ts';

export interface ReportOptions {
  readonly stderr: NodeJS.WriteStream;
  /** NO_COLOR, FORCE_COLOR, TERM. */
  readonly environment: NodeJS.ProcessEnv;
  /** False with `--no-color`. */
  readonly color: boolean;
  /** `--output json` or `ndjson`: the last line is an object for programs. */
  readonly json: boolean;
  /** `--verbose`: with stack traces. */
  readonly verbose: boolean;
  /** As it was typed, for hints: `newsletter groups list`. */
  readonly command?: string | undefined;
  /** The profile that was named on the command line. */
  readonly profile?: string | undefined;
}

/** A defect of ours: anything thrown that is not a Failure. */
function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof Error && error.message.includes('uv_cwd')) return folderGone(error);
  return new Failure('unexpected', messageOf(error) || 'something went wrong', {
    hint: 'this is a defect of the program: run it again with --verbose to see where',
    cause: error,
  });
}

/** Node resolves every relative path by the working folder. */
function folderGone(cause: Error): Failure {
  const hint = 'change to a folder that there is';
  return new Failure('unreadable_file', 'the folder you are in does not exist any more', { hint, cause });
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

function lines(failure: Failure, hint: string | undefined, paint: Paint): readonly string[] {
  return [
    `${paint.red('error:')} ${failure.message.trim().replaceAll(/\r?\n/g, '↵')}`,
    ...failure.details.map(indented),
    ...(failure.requestId === undefined ? [] : [indented(`request id: ${failure.requestId}`)]),
    ...(hint === undefined ? [] : [`${paint.cyan('hint:')} ${hint}`]),
  ];
}

/** The error object of "Errors" in the README: every key always there. */
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

/**
 * Says on stderr how the program failed: `error: …`, the service's own words, `hint: …`; with `json` an
 * object on the last line. A closed pipe is no failure and says nothing.
 *
 * @param error whatever was thrown
 * @returns the exit status
 */
export function reportFailure(error: unknown, options: ReportOptions): number {
  const screen = screenOf(options.stderr);
  screen.bottom?.stop();
  if (error instanceof ClosedPipe) return 0;
  const failure = asFailure(error);
  const paint = paintFor(hasColours(options.stderr, options.environment, options.color));
  const general = failure.hint?.replace('newsletter <command>', options.command ?? 'newsletter');
  const hint = general && hintAbout(general, options.profile);
  for (const line of lines(failure, hint, paint)) screen.write(line);
  if (options.verbose) {
    for (const stack of stacks(failure)) screen.write(paint.dim(indented(stack)));
  }
  if (options.json) screen.write(cleanJson(JSON.stringify(objectOf(failure, hint))));
  return failure.exit;
}
