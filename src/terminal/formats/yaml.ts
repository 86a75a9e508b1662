import {
  type CreateNodeOptions,
  Document,
  type DocumentOptions,
  type ScalarTag,
  type SchemaOptions,
  stringify,
  type ToStringOptions,
  visit,
} from 'yaml';
import { sanitizeText } from '../shown-text.ts';
import { chosenFields, type FormatWriter } from './writer.ts';

/** Quotes the text `=`, for which YAML 1.1 has a type. */
const valueKey: ScalarTag = {
  tag: 'tag:yaml.org,2002:value',
  default: true,
  identify: () => false,
  test: /^=$/,
  resolve: text => text,
};

/** Quotes strings that YAML 1.1 parsers read as a boolean or a date (`yes`, `2026-01-01`); does not fold lines. */
const style: DocumentOptions & SchemaOptions & CreateNodeOptions & ToStringOptions = {
  compat: 'yaml-1.1',
  lineWidth: 0,
  blockQuote: 'literal',
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  aliasDuplicateObjects: false,
  customTags: [valueKey],
};

/** Characters that YAML allows only as escapes in quotes, or reads as line breaks (YAML 1.1, section 4.1; 1.2, 5.1). */
const unprintable = /[^\P{Cc}\n\t]|[\u2028\u2029\ufeff\ufffe\uffff\p{Cs}]/u;
const unprintables = new RegExp(unprintable, 'gu');
/** Parsers disagree on these outside quotes: tabs, and blanks at the start or end of lines. */
const delicate = /\t|^[ \n]| (?:\n|$)/;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** YAML that parsers of versions 1.1 and 1.2 read as `value`. @param value may have nodes of the library, with a style */
export function yamlText(value: unknown): string {
  const text = stringify(value, style);
  if (!unprintable.test(text) && !/\t| $/m.test(text)) return text;
  const document = new Document(value, style);
  visit(document, {
    Scalar(_, node) {
      const { value: held } = node;
      if (typeof held !== 'string') return;
      if (unprintable.test(held) || delicate.test(held)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString(style).replace(unprintables, escaped);
}

/** A list is a sequence, written item by item; with `--envelope` it stands under `data`, next to `meta`. */
export const yaml: FormatWriter = {
  list(options) {
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
  record: (row, options) => yamlText(chosenFields(row, options)),
  sanitize: sanitizeText,
};
