/** Tables that fit on phones: words stay whole, so cells become smaller with the number of columns. */
import type { Token } from 'markdown-it';

/** The class of cells that phones show smaller. It stays in the HTML, for the media query. */
const [small, tiny] = ['small-on-phones', 'tiny-on-phones'];

/** Columns from which cells become smaller on phones, and much smaller there and smaller everywhere. */
const [manyOnPhones, many] = [4, 6];

/** The style for phones, if a table needs it. Mail programs that drop it show the size of the cells themselves. */
export function phoneStyleFor(html: string): string {
  if (!html.includes('-on-phones"')) return '';
  const cells = (name: string, size: number, padding: string) =>
    `.${name}{font-size:${size}px!important;padding:${padding}!important}`;
  return `<style>@media (max-width:480px){${cells(small, 13, '6px 2px')}${cells(tiny, 11, '5px 1px')}}</style>\n`;
}

/** Letters of a word, such as a URL, that is broken rather than make the table wider than the screen. */
const longestWord = 22;

/** Sets the style of cells by the number of columns. */
export function fitTables(tokens: readonly Token[]): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'table_open') continue;
    const cells = cellsFrom(tokens, index);
    const columns = cells.filter(({ type }) => type === 'th_open').length;
    for (const cell of cells) {
      if (columns >= manyOnPhones) cell.attrJoin('class', columns >= many ? tiny : small);
      if (columns >= many) addStyle(cell, 'font-size:14px;padding:6px');
    }
  }
}

/** The cells of a table, the long words of which may break. */
function cellsFrom(tokens: readonly Token[], start: number): Token[] {
  const cells: Token[] = [];
  for (let at = start + 1; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || token.type === 'table_close') break;
    if (token.type !== 'th_open' && token.type !== 'td_open') continue;
    cells.push(token);
    const words = tokens[at + 1]?.children?.flatMap(({ content }) => content.split(/\s+/)) ?? [];
    if (words.some(({ length }) => length > longestWord)) addStyle(token, 'word-break:break-word');
  }
  return cells;
}

function addStyle(token: Token, style: string): void {
  const own = token.attrGet('style');
  token.attrSet('style', own === null ? style : `${own};${style}`);
}
