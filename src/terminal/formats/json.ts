import { sanitizeJson } from '../shown-text.ts';
import { chosenFields, type FormatWriter, type ListWriter } from './writer.ts';

const indented = (value: unknown, by: string) => JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`);

/** A list is an array, written element by element; with `--envelope` it stands under `data`, next to `meta`. */
export const json: FormatWriter = {
  list(options): ListWriter {
    const { meta } = options;
    const base = meta ? '  ' : '';
    const open = meta ? '{\n  "data": [' : '[';
    let count = 0;
    return {
      row: row =>
        `${count++ === 0 ? open : ','}\n${base}  ${indented(chosenFields(row, options), `${base}  `)}`,
      end() {
        const closed = count === 0 ? `${open}]` : `\n${base}]`;
        return meta ? `${closed},\n  "meta": ${indented(meta() ?? null, '  ')}\n}\n` : `${closed}\n`;
      },
    };
  },
  record: (row, options) => `${JSON.stringify(chosenFields(row, options), null, 2)}\n`,
  sanitize: sanitizeJson,
};

/** One compact record per line. */
export const ndjson: FormatWriter = {
  list: options => ({ row: row => `${JSON.stringify(chosenFields(row, options))}\n`, end: () => '' }),
  record: (row, options) => `${JSON.stringify(chosenFields(row, options))}\n`,
  sanitize: sanitizeJson,
};
