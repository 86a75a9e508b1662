import fc from 'fast-check';

/** Any code point but half of a pair. */
const character = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map(code => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

/**
 * Any text at all. (`fc.string({ unit: 'binary' })` draws the same, but makes a map of all code points first, which takes
 * a second and stays in memory.)
 */
export function anyText(size: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.oneof({ weight: 4, arbitrary: fc.string({ unit: character, ...size }) }, fc.string(size));
}
