/** Recognizes the client secret in a response before it is passed on, however it is encoded. */

/** Limits on the decoded forms of a text: their number and their characters in all. A text with more is not passed on. */
const mostForms = 200;
const mostCharacters = 16 * 1024 * 1024;
/** Encodings inside each other. */
const deepest = 5;

/**
 * Whether a text contains the secret: as it is, or in any mixture of percent-encoding, `+` for blanks, escapes of JSON
 * and HTML, base64, base64url, hexadecimal digits and UTF-16, at any offset.
 *
 * @param text bytes as characters (`latin1`)
 * @param secret visible ASCII characters and spaces
 * @returns true also where there are too many forms to look at them all
 */
export function containsSecret(text: string, secret: string): boolean {
  const seen = new Set<string>();
  let forms = new Set([text]);
  let characters = 0;
  for (let depth = 0; depth <= deepest; depth++) {
    const decoded = new Set<string>();
    for (const form of forms) {
      if (form.length < secret.length || seen.has(form)) continue;
      seen.add(form);
      characters += form.length;
      if (form.includes(secret) || seen.size > mostForms || characters > mostCharacters) return true;
      for (const decode of decodings) decoded.add(decode(form, secret.length));
    }
    forms = decoded;
  }
  return false;
}

type Decoding = (text: string, secretLength: number) => string;

const decodings: readonly Decoding[] = [
  text => text.replace(/%([\da-f]{2})/gi, (_, hex: string) => character(hex, 16)),
  text => text.replaceAll('+', ' '),
  // Base64 that was taken for a form.
  text => text.replaceAll(' ', '+'),
  text =>
    text
      .replace(/\\(?:u00|x|u\{0*)([\da-f]{2})\}?/gi, (_, hex: string) => character(hex, 16))
      .replace(/\\([01][0-7]{2})/g, (_, octal: string) => character(octal, 8))
      .replace(/\\[nrt]/g, ' ')
      .replace(/\\([^\w\s])/g, '$1'),
  text =>
    text
      .replace(/&#x0*([\da-f]{2});?/gi, (_, hex: string) => character(hex, 16))
      .replace(/&#0*(\d{2,3});?/g, (_, decimal: string) => character(decimal, 10))
      .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? ''),
  text => text.replaceAll('\0', ''),
  binaryRuns,
];

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function character(digits: string, radix: number): string {
  return String.fromCharCode(Number.parseInt(digits, radix));
}

/**
 * What base64 or hexadecimal digits stand for, wherever in the text an encoded part begins: four characters of base64
 * are three bytes, so each run is decoded from its first four characters on.
 */
function binaryRuns(text: string, secretLength: number): string {
  const shortest = Math.ceil((secretLength * 4) / 3);
  // Line breaks may divide it (RFC 2045, section 6.8); `\/` and the like are decoded before.
  const joined = text.replace(/\s+/g, '');
  const found: string[] = [];
  for (const [run] of joined.matchAll(/[\w+/-]+/g)) {
    if (run.length < shortest) continue;
    for (const from of [0, 1, 2, 3]) found.push(Buffer.from(run.slice(from), 'base64').toString('latin1'));
  }
  for (const [run] of joined.replace(/0x|[:,-]/gi, '').matchAll(/[\da-f]+/gi)) {
    if (run.length < secretLength * 2) continue;
    for (const from of [0, 1]) found.push(Buffer.from(run.slice(from), 'hex').toString('latin1'));
  }
  return found.join('\n');
}
