/** An email on its way, as somebody who looks on sees it. */
import type { Email } from '../contract/index.ts';
import { relativeTime } from '../terminal/formats/cell.ts';
import { cut, widthOf } from '../terminal/formats/measure.ts';
import { grouped, percent } from '../terminal/numbers.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import type { Canvas } from '../terminal/terminal.ts';
import type { Sight } from './poll-status.ts';
import { countOf, statisticsOf } from './statistics.ts';

/** What the view is made of. Times are those of `performance.now()`. */
export interface Course extends Sight {
  /** The size of the group; null: not known. */
  readonly recipients: number | null;
  readonly begin: number;
  /** How many got it, or could not, a second; undefined: not known yet. */
  readonly speed: number | undefined;
  /** Seconds for which a service that does not answer is asked again. */
  readonly maxWait: number;
}

const spinner = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const longestBar = 40;
/** The first bounces say little about the rest. */
const sayingMuch = 200;

/** How many of the group the email has reached, or certainly does not reach. */
export const settledCount = ({ delivery_count, bounce_count }: Email) =>
  countOf(delivery_count) + countOf(bounce_count);

/** `0:14`, `1:02:14` */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/**
 * @param now on the clock of `performance.now()`
 * @returns a few lines, none wider than the canvas
 */
export function followText(course: Course, now: number, canvas: Canvas): string {
  const width = Math.max(canvas.width - 1, 10);
  const { paint } = canvas;
  return [
    headline(course, now, width, canvas),
    ...progress(course, width, canvas),
    ...filled(outcome(course, canvas), width),
    ...filled(prospect(course, now), width).map(line => paint.dim(line)),
    ...(course.trouble === undefined ? [] : filled(trouble(course), width).map(line => paint.yellow(line))),
  ].join('\n');
}

function headline({ email, begin }: Course, now: number, width: number, { paint }: Canvas): string {
  const { status, scheduled_at, subject } = email;
  const sign = spinner[Math.floor(now / 250) % spinner.length];
  const time = status === 'scheduled' ? relativeTime(scheduled_at ?? '', Date.now()) : undefined;
  const head = `${sign} ${sanitizeLine(status)}${time === undefined ? '' : ` ${time}`}  ${clock(now - begin)}`;
  const room = width - widthOf(head) - 2;
  return room < 8
    ? cut(head, width)
    : `${paint.cyan(head)}  ${paint.bold(cut(sanitizeLine(subject ?? ''), room))}`;
}

/** Green for those reached, and those who cannot be behind them. */
function progress({ email, recipients }: Course, width: number, { paint }: Canvas): string[] {
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

interface Part {
  readonly text: string;
  readonly shown: string;
}

function outcome({ email }: Course, { paint }: Canvas): readonly Part[] {
  const { rates, exceeded, counts, sent_count } = statisticsOf(email);
  if (sent_count === 0) return [];
  const many = sent_count >= sayingMuch && exceeded.some(({ rate }) => rate === 'bounce');
  const bounced = `bounced ${grouped(counts.bounce)} (${percent(rates.bounce)}${many ? ' !!' : ''})`;
  return [
    part(`delivered ${grouped(counts.delivery)} (${percent(rates.delivery)})`),
    { text: bounced, shown: many ? paint.red(bounced) : bounced },
    ...(many ? [part('bounces above 2 % make providers block a sender')] : []),
  ];
}

function prospect({ email, recipients, speed, next = 0 }: Course, now: number): readonly Part[] {
  const left = recipients === null ? 0 : recipients - settledCount(email);
  const isMoving = email.status === 'sending' && speed !== undefined && speed > 0;
  const seconds = Math.ceil((next - now) / 1000);
  return [
    ...(isMoving ? [part(`${grouped(Math.max(1, Math.round(speed)))} a second`)] : []),
    ...(isMoving && left > 0 ? [part(`about ${clock((left / speed) * 1000 + 999)} left`)] : []),
    part(seconds > 0 ? `next look in ${seconds} s` : 'looking …'),
  ];
}

function trouble({ trouble: failure, maxWait }: Course): readonly Part[] {
  return [
    part(sanitizeLine(failure?.message ?? '')),
    part(`asking again for up to ${maxWait} s`),
    part('the service goes on by itself'),
  ];
}

const part = (text: string): Part => ({ text, shown: text });

/** Puts parts side by side as long as there is room. */
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

/** How fast an email goes out, over the last looks. */
export class Pace {
  readonly #seen: { readonly at: number; readonly count: number }[] = [];

  /** @param at on the clock of `performance.now()` */
  see(email: Email, at: number): void {
    this.#seen.push({ at, count: settledCount(email) });
    // What came before anything happened says nothing of the speed.
    const old = () => this.#seen[1]?.count === 0 || (this.#seen[0]?.at ?? at) < at - window;
    while (old()) this.#seen.shift();
  }

  /** A second; undefined until two looks tell. */
  get speed(): number | undefined {
    const [first, last] = [this.#seen[0], this.#seen.at(-1)];
    if (first === undefined || last === undefined || last.at === first.at) return undefined;
    return ((last.count - first.count) / (last.at - first.at)) * 1000;
  }
}

/** Milliseconds: long enough for several looks. */
const window = 20_000;
