import type { OutputFormat } from '../../lib/output-formats.ts';
import { cleanMessage } from '../colors.ts';
import { csv } from './csv.ts';
import { json, ndjson } from './json.ts';
import { tsv } from './tsv.ts';
import type { FormatWriter } from './writer.ts';
import { yaml } from './yaml.ts';

/** Tables bring the library that draws them: loaded on use. Their cells are clean, their colours our own. */
const table: FormatWriter = {
  list: async sheet => (await import('./table.ts')).listTable(sheet),
  record: async (row, sheet) => (await import('./record-table.ts')).recordTable(row, sheet),
  clean: cleanMessage,
};

export const formatWriters: Readonly<Record<OutputFormat, FormatWriter>> = {
  table,
  tsv,
  json,
  ndjson,
  csv,
  yaml,
};
