/** Findings as one page for a browser. */
import { escapeHtml } from '../../lib/page/escape-html.ts';
import { reportPage } from '../../lib/page/page.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import type { CheckRow } from './report.ts';

const classes: Readonly<Record<string, string>> = { error: 'serious', warning: 'warning' };

/**
 * @param what the account, or a group of it
 * @returns HTML
 */
export function checkPage(rows: readonly CheckRow[], people: number, what: string, now: Date): string {
  const found = rows.length === 0 ? '<p>Nothing found.</p>' : rows.map(findingBox).join('\n');
  return reportPage(
    `Check: ${what}`,
    `${counted(people, 'subscriber')} checked. Created ${now.toISOString().slice(0, 10)}`,
    found,
  );
}

function findingBox({ finding, severity, count, tagged, meaning, examples, fix }: CheckRow): string {
  const also = tagged === 0 ? '' : ` (and ${grouped(tagged)} tagged earlier)`;
  const named = examples.map(example => `<li>${escapeHtml(example)}</li>`).join('');
  const command = fix === null ? '' : `<pre><code>${escapeHtml(fix)}</code></pre>`;
  return `<section class="box"><h2>${escapeHtml(finding)}: ${grouped(count)}${also}</h2>
<p><span class="${classes[severity] ?? 'soft'}">${escapeHtml(severity)}</span>: ${escapeHtml(meaning)}</p>
<ul>${named}</ul>${command}</section>`;
}
