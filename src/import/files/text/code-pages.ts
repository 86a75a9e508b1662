/** Decoders for the encodings of DOS and of the Mac that TextDecoder does not know. */
import common from 'iconv-lite/encodings/sbcs-data.js';
import generated from 'iconv-lite/encodings/sbcs-data-generated.js';
import type { CodePageName } from './encoding-names.ts';

/** The characters of the bytes from 128 on; U+FFFD where there is none. */
const codePages: Readonly<Record<CodePageName, string>> = {
  cp437: generated.cp437.chars,
  cp737: generated.cp737.chars,
  cp775: generated.cp775.chars,
  cp850: generated.cp850.chars,
  cp852: generated.cp852.chars,
  cp857: generated.cp857.chars,
  cp858: generated.cp858.chars,
  cp862: generated.cp862.chars,
  cp1125: generated.cp1125.chars,
  'mac-centraleurope': common.maccenteuro.chars,
  'mac-greek': generated.macgreek.chars,
  'mac-turkish': generated.macturkish.chars,
};

/** Turns bytes into text, as TextDecoder does. */
export interface Decoder {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/** @param isFatal whether a byte that is no character throws a TypeError */
export function codePageDecoder(name: CodePageName, isFatal: boolean): Decoder {
  const upper = codePages[name];
  return {
    decode(bytes = new Uint8Array()) {
      const text = Buffer.from(bytes)
        .toString('latin1')
        .replace(/[\x80-\xff]/g, byte => upper.charAt(byte.charCodeAt(0) - 0x80));
      if (isFatal && text.includes('\ufffd')) throw new TypeError(`bytes that are not ${name}`);
      return text;
    },
  };
}
