import { domainToASCII } from 'node:url';

/**
 * Addresses that mail servers accept: RFC 5321 (section 4.1.2, Mailbox) and RFC 6531 (letters beyond ASCII), without
 * what no subscriber has (address literals, comments).
 */

export type ParsedAddress =
  /** `key` is the same for all addresses that differ only in case, or in how an international domain is written; `at` is where its @ stands. */
  { readonly address: string; readonly key: string; readonly at: number } | { readonly problem: string };

const invisible =
  /\u034f|[\u00ad\u061c\u115f\u1160\u2800\u3164\uffa0\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const plain = /^[A-Za-z0-9_%+-]+(?:\.[A-Za-z0-9_%+-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,63}$/;
const atext = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\u0080-\\u{10ffff}-]";
const localPart = new RegExp(
  `^(?:${atext}+(?:\\.${atext}+)*|"(?:[\\x21\\x23-\\x3f\\x41-\\x5b\\x5d-\\x7e]|\\\\[\\x21-\\x3f\\x41-\\x7e])+")$`,
  'u',
);
/** Spaces of any kind, control and private-use characters, surrogates, the replacement character, fillers. */
const unusable = /[\p{Z}\p{C}\ufffd\u115f\u1160\u3164\uffa0]/u;
const label = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;
/** With a name around the address, and generously: RFC 5321 (section 4.5.3.1.3) allows 254 bytes for the address. */
const longestCell = 1000;
const placeholder = /^(?:n\/?a|none|null|nil|-+|\.+|\?+|unknown|no ?e?-?mail|undefined|#n\/a|#ref!)$/i;

/**
 * Parses a cell as an address: trims (all Unicode spaces, zero-width marks), unwraps `mailto:` and
 * `Name <address>`, lower-cases the domain, leaves an IDN as given.
 */
export function parseAddress(cell: string): ParsedAddress {
  // Nearly all cells are plain addresses; this path is four times as fast.
  if (cell.length <= 128 && plain.test(cell)) {
    const at = cell.indexOf('@');
    // No label of so short a domain is longer than 63.
    if (at <= 64 && cell.length - at <= 64) return { address: cell, key: cell.toLowerCase(), at };
  }
  const trimmed = cell.trim();
  if (trimmed.length > longestCell) return { problem: 'too long for an address' };
  // Around what has no @ there is nothing to unwrap.
  const text = /^[ -?A-~]*$/.test(trimmed) ? trimmed.replace(/^mailto:\s*/i, '') : unwrap(trimmed);
  if (text === '' || placeholder.test(text)) return { problem: 'no address' };
  const at = text.lastIndexOf('@');
  if (at === -1) return { problem: 'no @ in it' };
  const local = text.slice(0, at);
  const domain = text.slice(at + 1).toLowerCase();
  const problem = localProblem(local) ?? domainProblem(domain);
  if (problem !== undefined) return { problem };
  const address = `${local}@${domain}`;
  if (Buffer.byteLength(address) > 254) return { problem: 'longer than 254 bytes' };
  const name = local.normalize('NFC').toLowerCase();
  return { address, key: `${name}@${comparedDomain(domain)}`, at: name.length };
}

/** A domain by its A-labels (RFC 5890, section 2.3.2.1): `münchen.de` and `xn--mnchen-3ya.de` are the same. */
function comparedDomain(domain: string): string {
  return /\P{ASCII}/u.test(domain) ? domainToASCII(domain) || domain.normalize('NFC') : domain;
}

function unwrap(cell: string): string {
  let text = cell.replace(invisible, '').normalize('NFC').trim();
  const bracketed = /<([^<>]*)>$/.exec(text);
  if (bracketed?.[1]?.includes('@')) text = bracketed[1].trim();
  text = text.replace(/^mailto:/i, '').trim();
  if (/^'[^']*@[^']*'$/.test(text) || /^"[^"@]*@[^"]*"$/.test(text)) return text.slice(1, -1).trim();
  // A spreadsheet's mark of a text: `'ann@x.org`.
  return text.replace(/^'(?=[^']*@[^']*$)/, '');
}

function localProblem(local: string): string | undefined {
  if (local === '') return 'nothing before the @';
  if (localPart.test(local) && !unusable.test(local))
    return Buffer.byteLength(local) > 64 ? 'more than 64 bytes before the @' : undefined;
  if (/[;,]/.test(local) || /@.*[\s;,:]/.test(local)) return 'more than one address';
  if (/\p{Z}|\s/u.test(local)) return 'a space in it';
  if (local.includes('@')) return 'more than one @';
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return 'a misplaced dot before the @';
  return 'characters before the @ that no mail server takes';
}

function domainProblem(domain: string): string | undefined {
  if (domain === '') return 'nothing after the @';
  if (/\s/.test(domain)) return 'a space in it';
  if (domain.startsWith('[')) return 'an IP address instead of a domain';
  if (domain.endsWith('.') || domain.startsWith('.') || domain.includes('..'))
    return 'a misplaced dot after the @';
  const labels = domain.split('.');
  if (labels.length < 2) return `no dot in "${domain}"`;
  if (!labels.every(part => label.test(part))) return `"${domain}" is not a domain name`;
  if (/^(?:\d+|.)$/u.test(labels.at(-1) ?? '')) return `"${domain}" is not a domain name`;
  return Buffer.byteLength(domain) > 253 ? 'a domain name longer than 253 bytes' : undefined;
}

/** An address as it is compared with others; one that is not valid as it is, in lower case. */
export function addressKey(email: string): string {
  const address = parseAddress(email);
  return 'key' in address ? address.key : email.toLowerCase();
}

/** Whether a cell looks like an address at a glance; for finding the address column. */
export function looksLikeAddress(cell: string): boolean {
  return cell.includes('@') && 'address' in parseAddress(cell);
}
