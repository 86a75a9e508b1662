const notAscii = /[^\0-\x7f]/;

/** Text with one form for each accented letter (Unicode NFC). */
export function composed(text: string): string {
  return notAscii.test(text) ? text.normalize('NFC') : text;
}

/** Text as it is compared: composed and without case. */
export function folded(text: string): string {
  return composed(text).toLowerCase();
}
