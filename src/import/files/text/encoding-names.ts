import { Failure } from '../../../lib/failure.ts';

/**
 * The encoding, as TextDecoder names it, that `--encoding` names: a WHATWG label, with whatever marks (`Shift JIS`, `win1250`).
 *
 * @throws Failure invalid_value
 */
export function encodingNamed(label: string): string {
  const plain = label.toLowerCase().replace(/[\s_-]/g, '');
  const dashed = plain.replace(/^win(?:dows)?/, 'windows-').replace(/^(euc|iso|koi8|shift)/, '$1-');
  const found = plain === 'macroman' ? 'macintosh' : (labelled(label) ?? labelled(plain) ?? labelled(dashed));
  if (found !== undefined) return found;
  throw new Failure('invalid_value', `--encoding: unknown encoding "${label}"`, {
    hint: 'use utf-8, utf-16le, windows-1252, iso-8859-15, shift_jis or mac-roman, or convert the file: iconv -f <encoding> -t utf-8',
  });
}

function labelled(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
