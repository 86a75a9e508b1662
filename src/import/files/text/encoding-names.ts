import { Failure } from '../../../lib/failure.ts';

/** Common names that the WHATWG list of labels lacks, without their marks. */
const aliases: Readonly<Record<string, string>> = {
  ansi: 'windows-1252',
  shiftjis: 'shift_jis',
  latin9: 'iso-8859-15',
  macroman: 'macintosh',
  cp932: 'shift_jis',
  ms932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  cp950: 'big5',
};

/**
 * The encoding, as TextDecoder names it, that `--encoding` names: a WHATWG label, a common alias, or either with other marks (`Shift JIS`).
 *
 * @throws Failure invalid_value
 */
export function encodingNamed(label: string): string {
  const plain = label.toLowerCase().replace(/[\s_-]/g, '');
  const dashed = plain.replace(/^win(?:dows)?/, 'windows-').replace(/^(euc|iso|koi8)/, '$1-');
  const found = labelled(label) ?? aliases[plain] ?? labelled(plain) ?? labelled(dashed);
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
