/** Findings on a terminal: whole messages, each with its severity, and what belongs to it below. */
import type { Finding, Severity } from '../lib/finding.ts';
import { wrap } from './formats/measure.ts';
import { sanitizeLine } from './shown-text.ts';
import type { Canvas } from './terminal.ts';

export interface ShownFinding extends Finding {
  /** Shown once above findings that follow each other: the name of a file. */
  readonly heading?: string | undefined;
  readonly line?: number | undefined;
  /** How many there are, as text. */
  readonly count?: string | undefined;
  readonly examples?: string | undefined;
  /** A command line that fixes it; not wrapped, so that it can be copied. */
  readonly fix?: string | null | undefined;
}

/** Columns of the line, below a heading, and of the severity. */
const lineWidth = 5;
const severityWidth = 9;

export function findingsView(findings: readonly ShownFinding[], { paint, width }: Canvas): string {
  const tones: Readonly<Record<Severity, (text: string) => string>> = {
    error: paint.red,
    warning: paint.yellow,
    info: paint.dim,
  };
  const lines = findings.flatMap(({ code, severity, message, heading, line, count, examples, fix }, at) => {
    const before = findings[at - 1];
    const left = severityWidth + (heading === undefined ? 0 : lineWidth);
    const wrapped = (text: string) => wrap(sanitizeLine(text), Math.max(width - left, 20), 10);
    const said = wrapped(`${message}${count === undefined ? '' : `: ${count}`} (${code})`);
    const [first = '', ...rest] = [...said, ...(examples === undefined ? [] : wrapped(examples))];
    const place = heading === undefined ? '' : `${String(line ?? '').padStart(lineWidth - 2)}  `;
    const isNew = heading !== undefined && heading !== before?.heading;
    return [
      // Between files, and between findings that are blocks.
      ...(before !== undefined && (isNew || fix !== undefined) ? [''] : []),
      ...(isNew ? [paint.bold(sanitizeLine(heading))] : []),
      `${place}${tones[severity](severity.padEnd(severityWidth))}${first}`,
      ...rest.map(more => `${' '.repeat(left)}${more}`),
      ...(fix == null ? [] : [`  ${paint.bold(sanitizeLine(fix))}`]),
    ];
  });
  return lines.join('\n');
}
