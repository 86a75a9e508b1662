/**
 * The cells of lines without quotes: in half the time that splitting them twice takes.
 *
 * @param text whole lines, each with its line feed
 * @param delimiter one character
 */
export function splitLines(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let start = 0;
  let next = indexOf(text, delimiter, 0);
  // An array that grows takes room for many more cells than most lines have.
  let width = 1;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    const cells = new Array<string>(width);
    let count = 0;
    while (next < end) {
      cells[count++] = text.slice(start, next);
      start = next + 1;
      next = indexOf(text, delimiter, start);
    }
    cells[count++] = text.slice(start, end);
    if (count < width) cells.length = count;
    width = count;
    rows.push(cells);
    start = end + 1;
  }
  return rows;
}

function indexOf(text: string, delimiter: string, from: number): number {
  const at = text.indexOf(delimiter, from);
  return at === -1 ? text.length : at;
}

/** Characters of a line that may hold names and addresses. */
const longestNamed = 10_000;

/**
 * The cells of a line whose only fault is an address behind a quoted name, as mail programs write it:
 * `"Ray, Bob" <bob@x.org>`.
 *
 * @returns undefined if something else is wrong with it
 */
export function namedAddresses(line: string, delimiter: string): string[] | undefined {
  if (line.length > longestNamed || line.includes('\n') || !/" *<[^<>"]*@[^<>"]*>/.test(line))
    return undefined;
  const quoted = /"((?:[^"]|"")*)"( *<[^<>"]*>)?/y;
  const cells: string[] = [];
  for (let at = 0; at <= line.length; ) {
    quoted.lastIndex = at;
    const [text, inner = '', address] = quoted.exec(line) ?? [];
    const next = line.indexOf(delimiter, at + (text?.length ?? 0));
    const end = next === -1 ? line.length : next;
    const cell = line.slice(at, end);
    if (text === undefined ? cell.includes('"') : cell !== text) return undefined;
    cells.push(text === undefined || address !== undefined ? cell : inner.replaceAll('""', '"'));
    at = end + 1;
  }
  return cells;
}
