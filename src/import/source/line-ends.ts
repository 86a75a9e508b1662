/** What ends the lines of a CSV: the first line end in its beginning that is not inside quotes; LF when there is none. */
export function lineEndOf(head: string): string {
  for (const [found] of head.matchAll(/"[^"]*"|\r\n?|\n/g)) if (!found.startsWith('"')) return found;
  return '\n';
}
