import { jsonText } from '../../lib/exact-json.ts';
import { picked } from '../fields.ts';
import { cleanJson } from '../sanitize.ts';
import type { Row } from '../terminal.ts';
import type { FormatWriter, Sheet, Writer } from './writer.ts';

const chosen = (row: Row, { fields }: Sheet) => (fields ? picked(row, fields) : row);
const indented = (value: unknown, by: string) => jsonText(value, 2).replaceAll('\n', `\n${by}`);

/** Lists are an array, written element by element; `--envelope` puts it under `data`, beside `meta`. */
export const json: FormatWriter = {
  list(sheet): Writer {
    const { meta } = sheet;
    const base = meta ? '  ' : '';
    const open = meta ? '{\n  "data": [' : '[';
    let count = 0;
    return {
      row: row => `${count++ === 0 ? open : ','}\n${base}  ${indented(chosen(row, sheet), `${base}  `)}`,
      end() {
        const closed = count === 0 ? `${open}]` : `\n${base}]`;
        return meta ? `${closed},\n  "meta": ${indented(meta() ?? null, '  ')}\n}\n` : `${closed}\n`;
      },
    };
  },
  record: (row, sheet) => `${jsonText(chosen(row, sheet), 2)}\n`,
  clean: cleanJson,
};

/** One compact record a line. */
export const ndjson: FormatWriter = {
  list: sheet => ({ row: row => `${jsonText(chosen(row, sheet))}\n`, end: () => '' }),
  record: (row, sheet) => `${jsonText(chosen(row, sheet))}\n`,
  clean: cleanJson,
};
