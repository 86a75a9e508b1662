/** Findings on a terminal: whole messages, below the name of the file. */
import { wrap } from '../../terminal/formats/measure.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import type { Canvas } from '../../terminal/terminal.ts';
import type { LocatedFinding, Severity } from './finding.ts';

/** Columns before the message: line and severity. */
const lineWidth = 5;
const severityWidth = 9;

/** @param findings those of a file together */
export function findingsView(findings: readonly LocatedFinding[], canvas: Canvas): string {
  const { paint, width } = canvas;
  const tones: Readonly<Record<Severity, (text: string) => string>> = {
    error: paint.red,
    warning: paint.yellow,
    info: paint.dim,
  };
  const left = lineWidth + severityWidth;
  let file: string | undefined;
  const lines = findings.flatMap(each => {
    const [first = '', ...rest] = wrap(
      `${sanitizeLine(each.message)} (${each.code})`,
      Math.max(width - left, 20),
      10,
    );
    const place = String(each.line ?? '').padStart(lineWidth - 2);
    const severity = tones[each.severity](each.severity.padEnd(severityWidth));
    const heading =
      each.file === file ? [] : [...(file === undefined ? [] : ['']), paint.bold(sanitizeLine(each.file))];
    file = each.file;
    return [...heading, `${place}  ${severity}${first}`, ...rest.map(more => `${' '.repeat(left)}${more}`)];
  });
  return lines.join('\n');
}
