/**
 * Charts as SVG, drawn here so that a page runs no script, and prints. (Chart libraries that draw on a server need a DOM
 * or are larger than this program.) The ticks are chosen by d3.
 */
import { ticks } from 'd3-array';
import { utcTicks } from 'd3-time';
import { largest } from '../extremes.ts';
import { escapeHtml } from './escape-html.ts';

interface Tick {
  readonly value: number;
  readonly label: string;
}

interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly Tick[];
}

/** Where a chart is seen. A phone gets one of its own, or the text would be too small. */
export type ChartSize = 'wide' | 'half' | 'phone';

const sizes: Readonly<Record<ChartSize, { readonly width: number; readonly height: number }>> = {
  wide: { width: 1040, height: 250 },
  half: { width: 500, height: 210 },
  phone: { width: 340, height: 210 },
};

/** Colors of lines and bars that differ on a light background and on a dark one. */
const tones = ['#2b86b8', '#c47606', '#47913a', '#cc4f83', '#8468c4', '#8a8378'] as const;

export const toneOf = (place: number) => tones[place % tones.length] ?? tones[0];

/** Widths of digits, percent signs and blanks, in units of the drawing: generous, since fonts differ. */
const letter = 7.8;
const percentSign = 12;
const blank = 8;
const bottom = 26;
const top = 14;

/** Round values around those from `from` to `to`. @param leastStep 1 for counts */
export function valueAxis(from: number, to: number, format: (value: number) => string, leastStep = 0): Axis {
  const [first = from, second = to] = ticks(from, to, 4);
  const step = Math.max(leastStep, second > first ? second - first : to - from || 1);
  // Without the errors of binary fractions.
  const round = (value: number) => Number((value * step).toPrecision(12));
  const [low, high] = [Math.floor(from / step + 1e-9), Math.ceil(to / step - 1e-9)];
  const values = Array.from({ length: high - low + 1 }, (_, at) => round(low + at));
  return {
    from: round(low),
    to: round(high),
    ticks: values.map(value => ({ value, label: format(value) })),
  };
}

/** Days, months or years (ISO 8601), whichever fits. @param from milliseconds since 1970 */
export function timeAxis(from: number, to: number, size: ChartSize): Axis {
  const day = 86_400_000;
  const [first, last] = from === to ? [from - day, to + day] : [from, to];
  const most = Math.floor(sizes[size].width / (widthOf('2026-01-31') + 3 * blank));
  // A label names no less than a day, where d3 may choose hours.
  const all = utcTicks(new Date(first), new Date(last), most).filter(date => date.getTime() % day === 0);
  const labels = all.map(date => date.toISOString().slice(0, 10));
  const areStarts = (pattern: RegExp) => labels.every(label => pattern.test(label));
  const length = areStarts(/-01-01$/) ? 4 : areStarts(/-01$/) ? 7 : 10;
  return {
    from: first,
    to: last,
    ticks: all.map((date, at) => ({ value: date.getTime(), label: labels[at]?.slice(0, length) ?? '' })),
  };
}

/** A band for each name: the first reaches from 0 to 1. As many are labelled as there is room for. */
export function bandAxis(names: readonly string[], size: ChartSize): Axis {
  const longest = Math.max(1, ...names.map(widthOf)) + 2 * blank;
  const most = Math.max(1, Math.floor((sizes[size].width - 60) / longest));
  const every = Math.ceil(names.length / most);
  const labelled = names.map((label, at) => ({ value: at + 0.5, label })).filter((_, at) => at % every === 0);
  return { from: 0, to: Math.max(1, names.length), ticks: labelled };
}

/** The area of a chart, with its axes. */
export class Plot {
  readonly left: number;
  readonly right: number;
  readonly #size: ChartSize;
  readonly #xAxis: Axis;
  readonly #yAxis: Axis;

  constructor(size: ChartSize, xAxis: Axis, yAxis: Axis) {
    this.#size = size;
    this.#xAxis = xAxis;
    this.#yAxis = yAxis;
    this.left = Math.ceil(largest(yAxis.ticks.map(({ label }) => widthOf(label)))) + blank;
    this.right = sizes[size].width - blank;
  }

  x(value: number): number {
    const { from, to } = this.#xAxis;
    return decimal(this.left + ((value - from) / (to - from)) * (this.right - this.left));
  }

  y(value: number): number {
    const { from, to } = this.#yAxis;
    const { height } = sizes[this.#size];
    return decimal(height - bottom - ((value - from) / (to - from || 1)) * (height - bottom - top));
  }

  /** The SVG. @param label what is seen, as text @param content SVG, with coordinates from `x` and `y` */
  svg(label: string, content: string): string {
    const { width, height } = sizes[this.#size];
    const text = escapeHtml(label);
    const className = this.#size === 'phone' ? 'phone' : 'wide';
    return `<svg class="chart ${className}" stroke="currentColor" viewBox="0 0 ${width} ${height}" role="img" aria-label="${text}">${this.#grid()}${content}</svg>`;
  }

  #grid(): string {
    const { height } = sizes[this.#size];
    const lines = this.#yAxis.ticks.map(({ value, label }) => {
      const y = this.y(value);
      return `<line stroke-opacity=".25" x1="${this.left}" x2="${this.right}" y1="${y}" y2="${y}"/>${textAt(this.left - blank, y + 4, 'end', label)}`;
    });
    let free = 0;
    const labels = this.#xAxis.ticks.map(({ value, label }) => {
      const half = widthOf(label) / 2;
      // Moved inwards at the edges, left out where the one before it stands.
      const x = decimal(Math.min(Math.max(this.x(value), half), sizes[this.#size].width - half));
      if (x - half < free) return '';
      free = x + half + blank;
      return textAt(x, height - 6, 'middle', label);
    });
    return [...lines, ...labels].join('');
  }
}

const textAt = (x: number, y: number, anchor: 'end' | 'middle', label: string) =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="12" fill="currentColor" stroke="none">${escapeHtml(label)}</text>`;

/** @param points as `x,y` */
export const lineThrough = (points: readonly string[], tone: string) =>
  `<polyline fill="none" stroke="${tone}" stroke-width="2" points="${points.join(' ')}"/>`;

const widthOf = (label: string) =>
  [...label].reduce((width, sign) => width + (sign === '%' ? percentSign : letter), 0);

const decimal = (value: number) => Number(value.toFixed(1));
