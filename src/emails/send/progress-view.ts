/** What `emails watch` draws on a terminal: how far the sending of an email is. */
import type { Email } from '../../contract/index.ts';
import { relativeTime } from '../../terminal/formats/cell.ts';
import { cut, widthOf } from '../../terminal/formats/measure.ts';
import { grouped, percent } from '../../terminal/numbers.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import type { Canvas } from '../../terminal/terminal.ts';
import { countOf } from '../statistics/counts.ts';
import { statisticsOf } from '../statistics/statistics.ts';
import { statusText } from '../status-text.ts';
import type { StatusPoll } from './poll-status.ts';

/** Times are those of `performance.now()`. */
export interface SendProgress extends StatusPoll {
  /** The size of the group; null when it is not known. */
  readonly recipients: number | null;
  readonly begin: number;
  /** Emails delivered or bounced per second; undefined when it is not known yet. */
  readonly speed: number | undefined;
  /** Seconds for which failed polls are retried. */
  readonly maxWait: number;
}

const spinner = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const longestBar = 40;
/** The bounce rate of fewer emails than this says little. */
const leastForBounceRate = 200;

/** How many emails were delivered or bounced. */
export const settledCount = ({ delivery_count, bounce_count }: Email) =>
  countOf(delivery_count) + countOf(bounce_count);

/** `0:14`, `1:02:14` */
export function clockTime(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/**
 * @param now on the clock of `performance.now()`
 * @returns a few lines, none wider than the canvas
 */
export function progressView(progress: SendProgress, now: number, canvas: Canvas): string {
  const width = Math.max(canvas.width - 1, 10);
  const { paint } = canvas;
  return [
    headline(progress, now, width, canvas),
    ...bar(progress, width, canvas),
    ...filled(results(progress, canvas), width),
    ...filled(outlook(progress, now), width).map(line => paint.dim(line)),
    ...filled(problem(progress), width).map(line => paint.yellow(line)),
  ].join('\n');
}

function headline({ email, begin }: SendProgress, now: number, width: number, { paint }: Canvas): string {
  const { status, scheduled_at, subject } = email;
  const sign = spinner[Math.floor(now / 250) % spinner.length];
  const time = status === 'scheduled' ? relativeTime(scheduled_at ?? '', Date.now()) : undefined;
  const head = `${sign} ${sanitizeLine(statusText(status))}${time === undefined ? '' : ` ${time}`}  ${clockTime(now - begin)}`;
  const room = width - widthOf(head) - 2;
  return room < 8
    ? cut(head, width)
    : `${paint.cyan(head)}  ${paint.bold(cut(sanitizeLine(subject ?? ''), room))}`;
}

/** Green for delivered, red for bounced. */
function bar({ email, recipients }: SendProgress, width: number, { paint }: Canvas): string[] {
  if (recipients === null || recipients === 0) return [];
  const done = settledCount(email);
  const share = Math.min(done / recipients, 1);
  const label = `${String(Math.floor(share * 100)).padStart(3)}%`;
  const counts = `${grouped(done)} of ${grouped(recipients)}`;
  const length = Math.min(longestBar, width - label.length - 1);
  const full = Math.round(share * length);
  const bounced = Math.min(full, Math.round((countOf(email.bounce_count) / recipients) * length));
  const line = `${paint.green('█'.repeat(full - bounced))}${paint.red('▒'.repeat(bounced))}${paint.dim('░'.repeat(length - full))} ${label}`;
  const together = length + 1 + label.length + 2 + counts.length;
  return together <= width ? [`${line}  ${counts}`] : [line, counts];
}

/** A piece of a line, without and with colors. */
interface Part {
  readonly text: string;
  readonly shown: string;
}

const countText = (count: number | null) => (count === null ? '–' : grouped(count));

function results({ email }: SendProgress, { paint }: Canvas): readonly Part[] {
  const { shares, exceeded, counts, sent_count } = statisticsOf(email);
  if (sent_count === null || sent_count === 0) return [];
  const many = sent_count >= leastForBounceRate && exceeded.some(({ rate }) => rate === 'bounce');
  const bounced = `bounced ${countText(counts.bounce)} (${percent(shares.bounce)}${many ? ' !!' : ''})`;
  return [
    part(`delivered ${countText(counts.delivery)} (${percent(shares.delivery)})`),
    { text: bounced, shown: many ? paint.red(bounced) : bounced },
    ...(many ? [part('bounces above 2%: providers may block the sender')] : []),
  ];
}

function outlook({ email, recipients, speed, next = 0 }: SendProgress, now: number): readonly Part[] {
  const left = recipients === null ? 0 : recipients - settledCount(email);
  const isMoving = email.status === 'sending' && speed !== undefined && speed > 0;
  const seconds = Math.ceil((next - now) / 1000);
  return [
    ...(isMoving ? [part(`${grouped(Math.max(1, Math.round(speed)))} a second`)] : []),
    ...(isMoving && left > 0 ? [part(`about ${clockTime((left / speed) * 1000 + 999)} left`)] : []),
    part(seconds > 0 ? `next check in ${seconds} s` : 'checking …'),
  ];
}

function problem({ failure, maxWait }: SendProgress): readonly Part[] {
  if (failure === undefined) return [];
  return [
    part(sanitizeLine(failure.message)),
    part(`retrying for up to ${maxWait} s`),
    part('sending is not affected'),
  ];
}

const part = (text: string): Part => ({ text, shown: text });

/** Puts as many parts on each line as fit. */
function filled(parts: readonly Part[], width: number): string[] {
  const lines: string[] = [];
  let used = width;
  for (const { text, shown } of parts) {
    const length = widthOf(text);
    if (used + 2 + length > width || lines.length === 0) {
      lines.push(length > width ? cut(text, width) : shown);
      used = length;
    } else {
      lines[lines.length - 1] += `  ${shown}`;
      used += 2 + length;
    }
  }
  return lines;
}

/** Milliseconds over which the rate is measured: enough for several polls. */
const rateWindow = 20_000;

/** Measures how fast an email goes out. */
export class SendRate {
  readonly #polls: { readonly at: number; readonly count: number }[] = [];

  /** @param at on the clock of `performance.now()` */
  add(email: Email, at: number): void {
    this.#polls.push({ at, count: settledCount(email) });
    // Polls before the first delivery would make the rate too low.
    const isOld = () => this.#polls[1]?.count === 0 || (this.#polls[0]?.at ?? at) < at - rateWindow;
    while (isOld()) this.#polls.shift();
  }

  /** Emails per second; undefined after fewer than two polls. */
  get perSecond(): number | undefined {
    const [first, last] = [this.#polls[0], this.#polls.at(-1)];
    if (first === undefined || last === undefined || last.at === first.at) return undefined;
    return ((last.count - first.count) / (last.at - first.at)) * 1000;
  }
}
