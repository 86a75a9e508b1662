import { asFailure } from '../lib/as-failure.ts';
import { checkBaseUrl, type Failure } from '../lib/failure.ts';
import { type AccountFlags, withAccount, wrapMessage } from './message-text.ts';
import { hasColors, oneLine, paintFor, sanitizeJson } from './shown-text.ts';
import { type MessageStream, type MessageStreamOptions, messageStream } from './stderr.ts';
import { ClosedPipe } from './stdout.ts';
import type { Paint } from './terminal.ts';

export interface ErrorReportOptions extends AccountFlags, MessageStreamOptions {
  readonly color: boolean;
  /** Prints an error object: the last line on a terminal, the only one in a pipe. */
  readonly json: boolean;
  /** `--verbose`: with stack traces. */
  readonly verbose: boolean;
  /** As typed, for hints: `newsletter groups list`. */
  readonly command?: string | undefined;
  /** From the command line, where it overrides the setting. */
  readonly baseUrl?: string | undefined;
}

function* stacks(error: unknown): Generator<string> {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth++) {
    if (each.stack !== undefined) yield each.stack.replace(each.message, oneLine);
  }
}

const indented = (text: string) => text.replaceAll(/^/gm, '  ');

function lines(failure: Failure, hint: string | undefined, paint: Paint, stderr: NodeJS.WriteStream) {
  const message = oneLine(failure.message);
  const detail = (text: string) => text.split('\n').map(line => wrapMessage('  ', 2, line, stderr));
  return [
    failure.isWarning
      ? wrapMessage(`${paint.yellow('!')} `, 2, message, stderr)
      : wrapMessage(`${paint.red('error:')} `, 7, message, stderr),
    ...failure.details.flatMap(detail),
    ...(failure.requestId === undefined ? [] : detail(`request id: ${failure.requestId}`)),
    ...(hint === undefined ? [] : [wrapMessage(`${paint.cyan('hint:')} `, 6, oneLine(hint), stderr)]),
  ];
}

/** The error object in "Scripting and CI" of docs/; all keys are always present. */
function objectOf(failure: Failure, hint: string | undefined, { held }: MessageStream): object {
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
      notes: held,
      exit,
      request_id: requestId ?? null,
    },
  };
}

/**
 * Prints a failure on stderr: `error: …`, details, `hint: …`; with `json` an object on the last line, which is the only
 * one in a pipe. Prints nothing for a closed pipe.
 *
 * @returns the exit code
 */
export function reportError(error: unknown, options: ErrorReportOptions): number {
  const messages = messageStream(options);
  messages.statusLine?.stop();
  if (error instanceof ClosedPipe) return 0;
  const failure = asFailure(error);
  const paint = paintFor(hasColors(options.stderr, options.environment, options.color));
  const { command, baseUrl } = options;
  const general = failure.hint?.replace('newsletter <command>', command ?? 'newsletter');
  const ofFlag = baseUrl && `check the address: --base-url ${baseUrl}`;
  const whole = general && withAccount(ofFlag ? general.replace(checkBaseUrl, ofFlag) : general, options);
  // A command with a masked address cannot be typed.
  const isMasked = whole !== undefined && messages.masked(whole) !== whole;
  const hint = isMasked ? `${whole} (addresses are masked: --show-addresses)` : whole;
  const forPeople = !options.json || options.stderr.isTTY === true || options.verbose;
  if (forPeople) {
    for (const line of lines(failure, hint, paint, options.stderr)) messages.write(line);
  }
  if (options.verbose) {
    for (const stack of stacks(failure)) messages.write(paint.dim(indented(stack)));
  }
  if (options.json) messages.write(sanitizeJson(JSON.stringify(objectOf(failure, hint, messages))));
  return failure.exit;
}
