import { longestRow, type SourceRow } from '../row.ts';

/** The sound records that a text begins with. */
interface SoundRecords {
  readonly rows: SourceRow[];
  /** Where they end, behind a line end. */
  readonly end: number;
  readonly nextLine: number;
}

/** Where a quoted cell opens that is never closed, and where reading stopped. */
export interface UnclosedCell {
  readonly open: number;
  readonly stopped: number;
}

/** A record whose quoting is broken. Each place counts from its start. */
export interface BrokenRecord {
  /** Where it ends, behind its line end; undefined when a quoted cell in it is never closed. */
  readonly to: number | undefined;
  /** The cell that is never closed; or the one that may not be: a quote on a later line stands as one that opens a cell. */
  readonly unclosed: UnclosedCell | undefined;
  readonly inDoubt: UnclosedCell | undefined;
}

/**
 * Reads the records up to the first one that is broken or incomplete. A quoted cell opens at the start of a cell and closes
 * before a delimiter or a line end (RFC 4180, section 2), with spaces in between or not; whatever stands in it belongs to it.
 *
 * @param text from the start of a record, on line `line`
 * @param enough characters after which no further record is begun
 */
export function soundRecords(text: string, delimiter: string, line: number, enough: number): SoundRecords {
  const rows: SourceRow[] = [];
  let start = 0;
  let end = 0;
  let nextLine = line;
  let next = indexIn(text, delimiter, 0);
  let lineEnd = indexIn(text, '\n', 0);
  let open = indexIn(text, '"', 0);
  // An array that grows takes room for many more cells than most lines have.
  let cells = new Array<string>(1);
  let count = 0;
  while (end < enough) {
    for (const limit = Math.min(open, lineEnd); next < limit; next = indexIn(text, delimiter, start)) {
      cells[count++] = text.slice(start, next);
      start = next + 1;
    }
    let cellEnd = lineEnd;
    if (open === start) {
      const quote = singleQuote(text, start + 1);
      if (quote === -1) break;
      for (; lineEnd < quote; lineEnd = indexIn(text, '\n', lineEnd + 1)) nextLine++;
      if (next < quote) next = indexIn(text, delimiter, quote);
      cellEnd = Math.min(next, lineEnd);
      if (text.slice(quote + 1, cellEnd).trim() !== '') break;
      const cell = text.slice(start + 1, quote);
      // Of a record that is too long, the cells are not used.
      const hasPairs = cell.length <= longestRow && cell.includes('"');
      cells[count++] = hasPairs ? cell.replaceAll('""', '"') : cell;
    } else if (open < lineEnd) {
      // A quote inside a cell is one of its characters.
      open = indexIn(text, '"', open + 1);
      continue;
    } else cells[count++] = text.slice(start, lineEnd);
    if (cellEnd === text.length) break;
    start = cellEnd + 1;
    if (open < start) open = indexIn(text, '"', start);
    if (cellEnd === next) next = indexIn(text, delimiter, start);
    else {
      if (count < cells.length) cells.length = count;
      rows.push({ line, cells });
      // Not by destructuring, which takes V8 many times as long to compile.
      end = start;
      line = ++nextLine;
      cells = new Array<string>(count);
      count = 0;
      lineEnd = indexIn(text, '\n', start);
    }
  }
  return { rows, end, nextLine: line };
}

/** Where a mark stands next; the length of the text if it does not. */
function indexIn(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at;
}

/** Characters to read on, to the end of a line, for deciding what a quote means. */
const longestLookahead = 1 << 16;

/**
 * @param text from the start of a record that is broken or incomplete
 * @param isWhole whether nothing comes behind it: a quoted cell that is open at its end is never closed
 * @returns undefined when it is incomplete
 */
export function brokenRecord(text: string, delimiter: string, isWhole: boolean): BrokenRecord | undefined {
  const endsCell = (at: number) => text[at] === delimiter || text[at] === '\n';
  let at = 0;
  let isBroken = false;
  let inDoubt: UnclosedCell | undefined;
  /** The next line end behind a quote that was in doubt; -1: none. */
  let lineEnd = -2;
  for (;;) {
    let open = text.indexOf('"', at);
    while (open > 0 && !endsCell(open - 1)) open = text.indexOf('"', open + 1);
    const first = isBroken ? text.slice(at, open === -1 ? undefined : open).indexOf('\n') : -1;
    if (first !== -1) return { to: at + first + 1, unclosed: undefined, inDoubt };
    if (open === -1) return undefined;
    at = open + 1;
    for (;;) {
      const quote = singleQuote(text, at);
      if (quote === -1) return unclosed(open, text.length);
      let next = quote + 1;
      while (next < text.length && !endsCell(next) && text[next]?.trim() === '') next++;
      if (next === text.length) return unclosed(open, text.length);
      at = next;
      if (endsCell(next)) break;
      // Text behind the quote: the quote really opens a cell, or the record is broken.
      const startsCell = endsCell(quote - 1);
      if (startsCell) {
        if (lineEnd !== -1 && lineEnd < next) lineEnd = text.indexOf('\n', next);
        const isTooShort = lineEnd === -1 && text.length - next < longestLookahead;
        if (isTooShort && !isWhole) return undefined;
      }
      const opens =
        startsCell && closesIn(text.slice(next, lineEnd === -1 ? undefined : lineEnd + 1), delimiter);
      const isOnLaterLine = startsCell && text.slice(open, quote).includes('\n');
      if (isOnLaterLine && opens) return { to: undefined, unclosed: { open, stopped: quote }, inDoubt };
      if (isOnLaterLine && !isBroken) inDoubt = { open, stopped: quote };
      isBroken = true;
      if (!opens) break;
      open = quote;
    }
  }

  function unclosed(open: number, stopped: number): BrokenRecord | undefined {
    const isOver = isWhole && text.includes('\n', open);
    return isOver ? { to: undefined, unclosed: { open, stopped }, inDoubt } : undefined;
  }
}

/** The next quote inside a quoted cell that is not one of two; -1 when there is none. */
function singleQuote(text: string, from: number): number {
  let quote = text.indexOf('"', from);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote;
}

/** Whether a cell that a quote before `line` opens is closed in it. */
function closesIn(line: string, delimiter: string): boolean {
  const inner = /^[^"]*(?:""[^"]*)*"(?!")/.exec(line)?.[0];
  // A quote behind a delimiter rather opens the next cell.
  if (inner === undefined || inner.includes(`${delimiter}"`)) return false;
  let at = inner.length;
  while (at < line.length && line[at] !== delimiter && line[at] !== '\n' && line[at]?.trim() === '') at++;
  return line[at] === delimiter || line[at] === '\n';
}
