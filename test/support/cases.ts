import { readFileSync } from 'node:fs';

/** The rows of a table in a file: cells divided by tabs, written as JSON where they are no plain text. `#` begins a comment. */
export function casesOf<Row extends readonly unknown[]>(file: URL): Row[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const rows = lines.filter(line => line !== '' && !line.startsWith('#'));
  return rows.map(line => line.split('\t').map(cellOf) as unknown as Row);
}

/** Those rows whose first cell is a kind, without that cell. */
export const casesOfKind = <Row extends readonly unknown[]>(file: URL, kind: string) =>
  casesOf<[kind: string, ...Row]>(file).flatMap(([name, ...row]) => (name === kind ? [row] : []));

const cellOf = (text: string): unknown => (/^["[{]|^\d+$/.test(text) ? JSON.parse(text) : text);
