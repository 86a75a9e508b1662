import { Failure } from '../../../lib/failure.ts';

/** An encoding as TextDecoder names it, or a code page. */
export type TextEncodingName = string;

/** Encodings of DOS, of the Mac and others that TextDecoder does not know. */
export const codePageNames = [
  'cp437',
  'cp737',
  'cp775',
  'cp850',
  'cp852',
  'cp857',
  'cp858',
  'cp862',
  'cp1125',
  'mac-centraleurope',
  'mac-greek',
  'mac-turkish',
] as const;

export type CodePageName = (typeof codePageNames)[number];

export function isCodePage(label: TextEncodingName): label is CodePageName {
  return codePageNames.some(name => name === label);
}

/** Common names that the WHATWG list of labels lacks, without their marks. */
const aliases: Readonly<Record<string, TextEncodingName>> = {
  ansi: 'windows-1252',
  shiftjis: 'shift_jis',
  latin9: 'iso-8859-15',
  macroman: 'macintosh',
  macce: 'mac-centraleurope',
  maccentraleurope: 'mac-centraleurope',
  maccyrillic: 'x-mac-cyrillic',
  macgreek: 'mac-greek',
  macturkish: 'mac-turkish',
  cp932: 'shift_jis',
  ms932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  cp950: 'big5',
};

/**
 * The encoding that `--encoding` names: a WHATWG label, a common alias, or either with other marks (`Shift JIS`).
 *
 * @throws Failure invalid_value
 */
export function encodingNamed(label: string): TextEncodingName {
  const plain = label.toLowerCase().replace(/[\s_-]/g, '');
  const dashed = plain.replace(/^win(?:dows)?/, 'windows-').replace(/^(euc|iso|koi8)/, '$1-');
  const codePage = plain.replace(/^(?:cp|ibm|dos|oem)?(\d{3,4})$/, 'cp$1');
  const found =
    labelled(label) ??
    aliases[plain] ??
    labelled(plain) ??
    labelled(dashed) ??
    (isCodePage(codePage) ? codePage : undefined);
  if (found !== undefined) return found;
  throw new Failure('invalid_value', `--encoding: unknown encoding "${label}"`, {
    hint: 'for example utf-8, utf-16le, windows-1252, iso-8859-15, shift_jis, mac-roman',
  });
}

function labelled(label: string): TextEncodingName | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
