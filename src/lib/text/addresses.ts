/** Email addresses in texts: found, masked, hidden. Whether one is valid, the import decides. */

const character = String.raw`[^\s\p{Cc}@"\\<>()[\],;:]`;
/** In the query of a URL. */
const encoded = String.raw`(?:(?!%40)[^\s\p{Cc}@"\\<>()[\],;:/?&=])`;
const domain = String.raw`(?:[^\s\p{Cc}@"\\<>()[\],;:]+|\[[^\s\]]*\])`;
const quoted = String.raw`(?:\\"[^"@\\]{1,64}\\"|"[^"@\\]{1,64}")@${domain}`;
/** Escapes of JSON and TSV, and colors: their last letter is no part of an address. */
const escaped = String.raw`\\(?:u[\da-fA-F]{4}|.)|\u001b\[[\d;]*m`;
/** A local part has at most 64 characters (RFC 5321, section 4.5.3.1.1); without a limit, long words take long. */
const addresses = new RegExp(
  `(?<quoted>${quoted})|(?<escaped>${escaped})|${character}{1,64}@${domain}|${encoded}{1,64}%40${domain}`,
  'gu',
);

/** Text with each address replaced; JSON stays JSON if `replace` returns no `"` or `\`. */
export function replaceAddresses(text: string, replace: (address: string) => string): string {
  if (!/@|%40/.test(text)) return text;
  return text.replace(addresses, (found, ...groups) => {
    const { escaped, quoted } = groups.at(-1) as { readonly escaped?: string; readonly quoted?: string };
    if (escaped !== undefined) return found;
    return replace(quoted === undefined ? found : found.replaceAll(/\\?"/g, ''));
  });
}

/** What may stand before an address without a blank: `--email=`, a quote. */
const before = /^(?:--?[\w-]+=)?'?/;

/** `a***@example.org`: the first letter and the domain stay. */
function maskedAddress(found: string): string {
  const lead = before.exec(found)?.[0] ?? '';
  const address = found.slice(lead.length);
  const at = /@[^@]*$|%40(?!.*%40)/.exec(address)?.index ?? 0;
  return at < 1 ? found : `${lead}${[...address][0]}***${address.slice(at)}`;
}

/** A text with its addresses masked, for logs that others read. */
export const maskAddresses = (text: string): string => replaceAddresses(text, maskedAddress);

/** Changes every text in a value of JSON: those of lists, and the values and keys of objects. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map(one => mapTexts(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), mapTexts(one, change)]));
}
