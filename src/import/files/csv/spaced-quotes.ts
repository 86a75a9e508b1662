/**
 * Files that have spaces between a delimiter and the quote that opens a cell, `"a@x.org", "Ann, Lee"`: those that Python
 * reads with `skipinitialspace`.
 */

const escaped = (delimiter: string) => delimiter.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');

/** Whether the quoted cells of a file have spaces before them, but for the first of a line. */
export function hasSpacedQuotes(head: string, delimiter: string): boolean {
  if (delimiter === ' ' || !head.includes(`${delimiter} `)) return false;
  const at = escaped(delimiter);
  const lines = head.slice(0, head.lastIndexOf('\n') + 1 || head.length);
  // Two quotes are an empty cell, or stand inside one.
  const open = lines.match(new RegExp(`${at} *"(?!")`, 'g')) ?? [];
  const closed = lines.match(new RegExp(`${at} +"(?!")(?:[^"]|"")*" *(?=${at}|[\\r\\n]|$)`, 'g')) ?? [];
  return closed.length > 0 && open.length === closed.length;
}

/** The same text without these spaces; two quotes behind them are an empty cell, or stand inside one. */
export function withoutSpaces(text: string, delimiter: string): string {
  const at = escaped(delimiter);
  return text.replace(new RegExp(`(${at}|[\\r\\n]) +(?="(?!")|"" *(?:${at}|[\\r\\n]|$))`, 'g'), '$1');
}

export async function* piecesWithoutSpaces(
  pieces: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<string> {
  // What follows decides about the spaces at the end of a piece.
  const undecided = new RegExp(`(?:${escaped(delimiter)}|[\\r\\n]) *(?:"{1,2} *)?$`);
  let held = '';
  for await (const piece of pieces) {
    const text = held + piece;
    const at = undecided.exec(text)?.index ?? text.length;
    held = text.slice(at);
    yield withoutSpaces(text.slice(0, at), delimiter);
  }
  yield withoutSpaces(held, delimiter);
}
