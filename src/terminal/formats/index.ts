import type { OutputFormat } from '../../lib/output-formats.ts';
import { sanitizeMessage } from '../colors.ts';
import { csv } from './csv.ts';
import { json, ndjson } from './json.ts';
import { tsv } from './tsv.ts';
import type { FormatWriter } from './writer.ts';
import { yaml } from './yaml.ts';

/** Tables are loaded on use, with the library that they need. Their cells are sanitized already. */
const table: FormatWriter = {
  list: async options => (await import('./table.ts')).listTable(options),
  record: async (row, options) => (await import('./table.ts')).recordTable(row, options),
  sanitize: sanitizeMessage,
};

/** The writer of each format. */
export const formatWriters: Readonly<Record<OutputFormat, FormatWriter>> = {
  table,
  tsv,
  json,
  ndjson,
  csv,
  yaml,
};
