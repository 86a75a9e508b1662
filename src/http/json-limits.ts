/** Deeper nesting than any record has, and less than what exhausts the stack of code that walks over it. */
const deepest = 500;
/** More values than any page holds; a value takes up to 60 bytes of memory beyond those of its text. */
const mostValues = 3_000_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
/** `[` and `{`; `]` and `}` are two more. With the bit 0x20 set, both pairs look alike. */
const opening = 0x7b;
const closing = 0x7d;

/**
 * Looks at a JSON text before it is parsed (RFC 8259, section 9: a parser may limit size and depth).
 *
 * @returns what is too much: "nested more than 500 levels deep"; undefined when it may be parsed
 */
export function beyondJsonLimits(text: Uint8Array): string | undefined {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] ?? 0;
    if (byte === quote) at = endOfString(text, at);
    else if (byte === comma) values++;
    else if ((byte | 0x20) === opening) {
      values++;
      if (++depth > deepest) return `nested more than ${deepest} levels deep`;
    } else if ((byte | 0x20) === closing) depth--;
    if (values > mostValues) return `made of more than ${mostValues} values`;
  }
  return undefined;
}

/** Whether a text is so short that it cannot have too many values: then it may be parsed, and its depth looked at. */
export function isWithinValueLimit(text: Uint8Array): boolean {
  return text.length <= mostValues;
}

/**
 * Looks at a parsed value, which takes a fifth of the time of looking at its text.
 *
 * @returns what is too much: "nested more than 500 levels deep"; undefined when it may be worked with
 */
export function beyondDepthLimit(value: unknown): string | undefined {
  return hasMembers(value) && isDeeper(value, deepest)
    ? `nested more than ${deepest} levels deep`
    : undefined;
}

/** Looks at members here rather than in a call for each, which would take twice as long. */
function isDeeper(value: object, levels: number): boolean {
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (hasMembers(item) && isDeeper(item, levels - 1)) return true;
    return false;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) {
    const member = members[name];
    if (hasMembers(member) && isDeeper(member, levels - 1)) return true;
  }
  return false;
}

const hasMembers = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The place of the quote that ends the string which begins at `open`. */
function endOfString(text: Uint8Array, open: number): number {
  let at = open + 1;
  while (at < text.length && text[at] !== quote) at += text[at] === backslash ? 2 : 1;
  return at;
}
