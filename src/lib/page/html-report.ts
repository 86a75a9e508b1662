/** HTML reports: pages that load nothing and run nothing, light or dark as the browser prefers. */
import { createHash } from 'node:crypto';
import pageStyle from './page.css?raw';
import reportStyle from './report.css?raw';

export interface HtmlReport {
  /** As text. */
  readonly title: string;
  /** Below the title, as text. */
  readonly subtitle: string;
  /** HTML. */
  readonly body: string;
  /** CSS, added to that of all reports. */
  readonly style?: string;
}

/** @returns a complete HTML page */
export function htmlReport({ title, subtitle, body, style = '' }: HtmlReport): string {
  const whole = `${pageStyle}${reportStyle}${style}`;
  const hash = createHash('sha256').update(whole).digest('base64');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'">
<title>${escapeHtml(title)}</title>
<style>${whole}</style>
</head>
<body class="report">
<header><h1>${escapeHtml(title)}</h1><p class="soft">${escapeHtml(subtitle)}</p></header>
<main>
${body}
</main>
</body>
</html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** @returns HTML that shows the text, in elements and in attribute values */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => entities[character] ?? '');
}

/** A cell of a table: HTML, and a class. */
export interface ReportCell {
  readonly html: string;
  readonly className?: string | undefined;
}

/**
 * A table in a box. On a phone its rows become paragraphs; the roles say to screen readers that it is still a table.
 *
 * @param heads as text; the first column names the rows
 * @param rows one cell for each head
 */
export function reportTable(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly ReportCell[])[],
): string {
  const head = heads.map(name => `<th scope="col" role="columnheader">${escapeHtml(name)}</th>`).join('');
  const lines = rows.map(([first, ...rest]) => {
    const cells = rest.map(({ html, className }, at) => {
      const name = escapeHtml(heads[at + 1] ?? '');
      return `<td role="cell" data-name="${name}"${className ? ` class="${className}"` : ''}>${html}</td>`;
    });
    return `<tr role="row"><th scope="row" role="rowheader">${first?.html ?? ''}</th>${cells.join('')}</tr>`;
  });
  return `<section class="box"><table role="table" aria-label="${escapeHtml(caption)}">
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">${lines.join('\n')}</tbody></table></section>`;
}

/** A number with its name above and a remark below, all as HTML. */
export interface ReportTile {
  readonly name: string;
  readonly value: string;
  readonly remark: string;
  readonly className?: string;
}

/** Key figures, side by side. */
export function reportTiles(tiles: readonly ReportTile[]): string {
  const boxes = tiles.map(
    ({ name, value, remark, className = '' }) =>
      `<div class="box"><dt>${name}</dt><dd><b class="${className}">${value}</b><small>${remark}</small></dd></div>`,
  );
  return `<dl class="tiles">${boxes.join('')}</dl>`;
}
