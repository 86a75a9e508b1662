/** The apostrophe before a text that a spreadsheet would run as a formula: exports add it, imports remove it. */

const formula = /^[=+\-@\t\r]/;
const escaped = /^'+[=+\-@\t\r\n]/;

/**
 * @param text a cell
 * @param safe whether to escape formulas. A text that looks escaped already gets another apostrophe in any case, so
 *   that `withoutEscape` gives back the same text
 */
export function escapeFormula(text: string, safe: boolean): string {
  return (safe && formula.test(text)) || escaped.test(text) ? `'${text}` : text;
}

/** @returns the cell as it was before `escapeFormula` (or another program that does the same) */
export function withoutEscape(cell: string): string {
  // Hardly any cell begins with an apostrophe.
  return cell.charCodeAt(0) === 0x27 && escaped.test(cell) ? cell.slice(1) : cell;
}
