/** The first characters of a text as a text of their own: a slice would keep the whole in memory. */
export function beginning(text: string, length: number): string {
  return Buffer.from(text.slice(0, length)).toString();
}
