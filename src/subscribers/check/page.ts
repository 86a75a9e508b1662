/** Findings as one page for a browser. */
import { escapeHtml } from '../../lib/page/escape-html.ts';
import { reportPage } from '../../lib/page/page.ts';
import { table } from '../../lib/page/parts.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import type { CheckRow } from './report.ts';

const classes: Readonly<Record<string, string>> = { error: 'serious', warning: 'warning' };

/**
 * @param what the account, or a group of it
 * @returns HTML
 */
export function checkPage(rows: readonly CheckRow[], people: number, what: string, now: Date): string {
  const lines = rows.map(({ finding, severity, count, meaning, examples, fix }) => [
    { html: escapeHtml(finding) },
    { html: escapeHtml(severity), className: classes[severity] },
    { html: grouped(count) },
    { html: escapeHtml(meaning) },
    { html: examples.map(escapeHtml).join('<br>') },
    { html: fix === null ? '' : `<code>${escapeHtml(fix)}</code>` },
  ]);
  const found =
    rows.length === 0
      ? '<p>Nothing found.</p>'
      : table('Findings', ['finding', 'severity', 'count', 'what', 'examples', 'fix'], lines, 'text');
  return reportPage(
    `Check: ${what}`,
    `${counted(people, 'subscriber')} checked. Created ${now.toISOString().slice(0, 10)}`,
    found,
  );
}
