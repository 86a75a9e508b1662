/** An address for reading aloud or over a shoulder: the first letter and the domain stay. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '***' : `${[...address][0]}***${address.slice(at)}`;
}
