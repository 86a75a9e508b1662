import { cleanJson } from '../clean.ts';
import { picked } from '../fields.ts';
import { compact, indented, sourceOf } from '../json-text.ts';
import type { Row } from '../terminal.ts';
import type { FormatWriter, Sheet, Writer } from './writer.ts';

/** As it was sent, where that is known: numbers are not rounded. */
function laidOut(row: Row, { fields }: Sheet): string {
  const source = fields ? undefined : sourceOf(row);
  return source === undefined
    ? JSON.stringify(fields ? picked(row, fields) : row, null, 2)
    : indented(source);
}

function onOneLine(row: Row, { fields }: Sheet): string {
  const source = fields ? undefined : sourceOf(row);
  return source === undefined ? JSON.stringify(fields ? picked(row, fields) : row) : compact(source);
}

const shifted = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);

/** Lists are an array, written element by element; `--envelope` puts it under `data`, beside `meta`. */
export const json: FormatWriter = {
  list(sheet): Writer {
    const { meta } = sheet;
    const base = meta ? '  ' : '';
    const open = meta ? '{\n  "data": [' : '[';
    let count = 0;
    return {
      row: row => `${count++ === 0 ? open : ','}\n${base}  ${shifted(laidOut(row, sheet), `${base}  `)}`,
      end() {
        const closed = count === 0 ? `${open}]` : `\n${base}]`;
        return meta
          ? `${closed},\n  "meta": ${shifted(JSON.stringify(meta() ?? null, null, 2), '  ')}\n}\n`
          : `${closed}\n`;
      },
    };
  },
  record: (row, sheet) => `${laidOut(row, sheet)}\n`,
  clean: cleanJson,
};

/** One compact record a line. */
export const ndjson: FormatWriter = {
  list: sheet => ({ row: row => `${onOneLine(row, sheet)}\n`, end: () => '' }),
  record: (row, sheet) => `${onOneLine(row, sheet)}\n`,
  clean: cleanJson,
};
