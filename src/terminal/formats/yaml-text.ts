/** Loaded on use: the library is large. */
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
import { ExactNumber } from '../../lib/exact-json.ts';

const exactNumber: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: value => value instanceof ExactNumber,
  resolve: text => text,
  stringify: ({ value }) => String(value),
};

/** YAML 1.1 had a type for a lone `=`: here so that such a text is quoted. */
const valueKey: ScalarTag = {
  tag: 'tag:yaml.org,2002:value',
  default: true,
  identify: () => false,
  test: /^=$/,
  resolve: text => text,
};

/** Strings that older parsers would take for a boolean or a date (`yes`, `2026-01-01`) are quoted; lines not folded. */
const style: DocumentOptions & SchemaOptions & CreateNodeOptions & ToStringOptions = {
  compat: 'yaml-1.1',
  lineWidth: 0,
  blockQuote: 'literal',
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  aliasDuplicateObjects: false,
  customTags: [exactNumber, valueKey],
};

/** What YAML takes in quotes only, as an escape, or takes for a line break (YAML 1.1, section 4.1; 1.2, 5.1). */
const unprintable = /[^\P{Cc}\n\t]|[\u2028\u2029\ufeff\ufffe\uffff\p{Cs}]/u;
const unprintables = new RegExp(unprintable, 'gu');
/** What readers treat in different ways outside quotes: tabs, and blanks at the ends of lines. */
const delicate = /\t|^[ \n]| (?:\n|$)/;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** @returns YAML that parsers of version 1.1 and of 1.2 read as the value given; ends in a line feed */
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
