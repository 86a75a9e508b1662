/** What ends the lines of a CSV: the first line end in its beginning that is not inside quotes; LF when there is none. */
export function lineEndOf(head: string): string {
  for (const [found] of head.matchAll(/"[^"]*"|\r\n?|\n/g)) if (!found.startsWith('"')) return found;
  return '\n';
}

/** The same text with every line end, be it CRLF or CR, as LF. */
export function withLineFeeds(text: string): string {
  const fewLines = Math.ceil(text.length / 16) + 2;
  const lines = text.split('\r\n', fewLines);
  if (lines.length >= fewLines) return withDenseLineFeeds(text);
  const clean = lines.join('\n');
  return clean.includes('\r') ? clean.split('\r').join('\n') : clean;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The same for a text of very short lines: not a string for each of them. */
function withDenseLineFeeds(text: string): string {
  const encoding = /[\u0100-\uffff]/.test(text) ? 'utf16le' : 'latin1';
  const bytes = Buffer.allocUnsafeSlow(text.length * (encoding === 'latin1' ? 1 : 2));
  bytes.write(text, encoding);
  const units = encoding === 'latin1' ? bytes : new Uint16Array(bytes.buffer);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = units[at] ?? 0;
    if (unit === carriageReturn && units[at + 1] === lineFeed) continue;
    units[length++] = unit === carriageReturn ? lineFeed : unit;
  }
  return bytes.toString(encoding, 0, length * units.BYTES_PER_ELEMENT);
}
