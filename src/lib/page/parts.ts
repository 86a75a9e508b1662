/** Parts of pages, each as HTML. */
import { escapeHtml } from './escape-html.ts';

/** A cell of a table: HTML, and a class. */
export interface PageCell {
  readonly html: string;
  readonly className?: string | undefined;
}

/**
 * A table in a box. On a phone its rows become paragraphs; the roles say to screen readers that it is still a table.
 *
 * @param heads as text; the first column names the rows
 * @param rows one cell for each head
 * @param className `text` where the columns are not numbers
 */
export function table(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly PageCell[])[],
  className: 'numbers' | 'text' = 'numbers',
): string {
  const head = heads.map(name => `<th scope="col" role="columnheader">${escapeHtml(name)}</th>`).join('');
  const lines = rows.map(([first, ...rest]) => {
    const cells = rest.map(({ html, className }, at) => {
      const name = escapeHtml(heads[at + 1] ?? '');
      return `<td role="cell" data-name="${name}"${className ? ` class="${className}"` : ''}>${html}</td>`;
    });
    return `<tr role="row"><th scope="row" role="rowheader">${first?.html ?? ''}</th>${cells.join('')}</tr>`;
  });
  return `<section class="box"><table class="${className}" role="table" aria-label="${escapeHtml(caption)}">
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">${lines.join('\n')}</tbody></table></section>`;
}

/** A number with its name above and a note below, all as HTML. */
export interface Tile {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly className?: string;
}

/** Key figures, side by side. */
export function tiles(all: readonly Tile[]): string {
  const boxes = all.map(
    ({ name, value, note, className = '' }) =>
      `<div class="box"><dt>${name}</dt><dd><b class="${className}">${value}</b><small>${note}</small></dd></div>`,
  );
  return `<dl class="tiles">${boxes.join('')}</dl>`;
}
