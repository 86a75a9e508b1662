import { picked } from '../fields.ts';
import { cleanText } from '../sanitize.ts';
import type { FormatWriter, Sheet } from './writer.ts';

async function stringifier({ fields }: Sheet) {
  const { yamlText } = await import('./yaml-text.ts');
  return {
    one: (row: Parameters<typeof picked>[0]) => (fields ? picked(row, fields) : row),
    text: yamlText,
  };
}

/** A sequence, written item by item; `--envelope` puts it under `data`, beside `meta`. */
export const yaml: FormatWriter = {
  async list(sheet) {
    const { one, text } = await stringifier(sheet);
    const { meta } = sheet;
    let open = meta ? 'data:\n' : '';
    let empty = true;
    return {
      row(row) {
        const item = open + text([one(row)]);
        open = '';
        empty = false;
        return item;
      },
      end() {
        if (!meta) return empty ? '[]\n' : '';
        return `${empty ? 'data: []\n' : ''}${text({ meta: meta() ?? null })}`;
      },
    };
  },
  async record(row, sheet) {
    const { one, text } = await stringifier(sheet);
    return text(one(row));
  },
  clean: cleanText,
};
