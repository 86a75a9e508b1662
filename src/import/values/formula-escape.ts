/** An apostrophe in front of text that a spreadsheet would run as a formula: exports put it there, imports take it away. */

const formula = /^[=+\-@\t\r]/;
const escaped = /^'+[=+\-@\t\r\n]/;

/**
 * @param text a cell
 * @param safe whether formulas are made harmless. What looks harmless already gets one apostrophe more in any case,
 *   so that `withoutEscape` gives back what was there
 */
export function escapeFormula(text: string, safe: boolean): string {
  return (safe && formula.test(text)) || escaped.test(text) ? `'${text}` : text;
}

/** @returns the cell as it was before `escapeFormula` (or another program that does the same) */
export function withoutEscape(cell: string): string {
  // Hardly any cell begins with an apostrophe.
  return cell.charCodeAt(0) === 0x27 && escaped.test(cell) ? cell.slice(1) : cell;
}
