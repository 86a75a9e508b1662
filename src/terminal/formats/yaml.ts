import { sanitizeText } from '../sanitize.ts';
import { chosenFields, type FormatWriter } from './writer.ts';

/** A list is a sequence, written item by item; with `--envelope` it stands under `data`, next to `meta`. */
export const yaml: FormatWriter = {
  async list(options) {
    const { yamlText } = await import('./yaml-text.ts');
    const { meta } = options;
    let open = meta ? 'data:\n' : '';
    let empty = true;
    return {
      row(row) {
        const item = open + yamlText([chosenFields(row, options)]);
        open = '';
        empty = false;
        return item;
      },
      end() {
        if (!meta) return empty ? '[]\n' : '';
        return `${empty ? 'data: []\n' : ''}${yamlText({ meta: meta() ?? null })}`;
      },
    };
  },
  async record(row, options) {
    const { yamlText } = await import('./yaml-text.ts');
    return yamlText(chosenFields(row, options));
  },
  sanitize: sanitizeText,
};
