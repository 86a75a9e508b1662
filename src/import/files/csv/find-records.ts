/** What a text begins with. Each place counts from its start. */
export interface FoundRecords {
  /** Where the first record ends, behind its line end; 0 when it is broken, or not complete. */
  readonly firstEnd: number;
  readonly end: number;
  /** How many lines each record up to there takes; undefined: no quotes, so one. */
  readonly lines?: readonly number[];
  /** The record behind that, whose quoting is broken. */
  readonly broken?: BrokenRecord;
}

/** Where a quoted cell opens that is never closed, and where reading stopped. */
export interface UnclosedCell {
  readonly open: number;
  readonly stopped: number;
}

export interface BrokenRecord {
  /** Where it ends, behind its line end; undefined when a quoted cell in it is never closed. */
  readonly to: number | undefined;
  /** The cell that is never closed; or the one that may not be: a quote on a later line stands as one that opens a cell. */
  readonly unclosed: UnclosedCell | undefined;
  readonly inDoubt: UnclosedCell | undefined;
}

/** Characters to read on, to the end of a line, for deciding what a quote means. */
const longestLookahead = 1 << 16;

/**
 * Finds the records up to the first broken one. A quoted cell opens at the start of a cell and closes before a delimiter
 * or a line end (RFC 4180, section 2), with spaces in between or not; whatever stands in it belongs to it.
 *
 * @param text from the start of a record
 * @param isWhole whether nothing comes behind it: a quoted cell that is open at its end is never closed
 */
export function findRecords(text: string, delimiter: string, isWhole: boolean): FoundRecords {
  let lineEnd = text.indexOf('\n');
  if (!text.includes('"')) return { firstEnd: lineEnd + 1, end: text.lastIndexOf('\n') + 1 };
  const endsCell = (at: number) => text[at] === delimiter || text[at] === '\n';
  let [firstEnd, end, at] = [0, 0, 0];
  const lines: number[] = [];
  let linesOfRecord = 1;
  let isBroken = false;
  let inDoubt: UnclosedCell | undefined;
  /** The next line end behind a quote in doubt; -1: none. */
  let endInDoubt = -2;
  for (;;) {
    let open = text.indexOf('"', at);
    while (open > 0 && !endsCell(open - 1)) open = text.indexOf('"', open + 1);
    for (; lineEnd !== -1 && (open === -1 || lineEnd < open); lineEnd = text.indexOf('\n', end)) {
      if (isBroken) return broken(lineEnd + 1);
      end = lineEnd + 1;
      firstEnd ||= end;
      lines.push(linesOfRecord);
      linesOfRecord = 1;
    }
    if (open === -1) return { firstEnd, end, lines };
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
        if (endInDoubt !== -1 && endInDoubt < next) endInDoubt = text.indexOf('\n', next);
        const isTooShort = endInDoubt === -1 && text.length - next < longestLookahead;
        if (isTooShort && !isWhole) return { firstEnd, end, lines };
      }
      const opens =
        startsCell && closesIn(text.slice(next, endInDoubt === -1 ? undefined : endInDoubt + 1), delimiter);
      const isOnLaterLine = startsCell && text.slice(open, quote).includes('\n');
      if (isOnLaterLine && opens) return broken(undefined, { open, stopped: quote });
      if (isOnLaterLine && !isBroken) inDoubt = { open, stopped: quote };
      isBroken = true;
      if (!opens) break;
      open = quote;
    }
    for (; lineEnd !== -1 && lineEnd < at; lineEnd = text.indexOf('\n', lineEnd + 1)) linesOfRecord++;
  }

  function broken(to: number | undefined, cell?: UnclosedCell): FoundRecords {
    return { firstEnd, end, lines, broken: { to, unclosed: cell, inDoubt } };
  }

  function unclosed(open: number, stopped: number): FoundRecords {
    const isOver = isWhole && text.includes('\n', open);
    return isOver ? broken(undefined, { open, stopped }) : { firstEnd, end, lines };
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
