import { readFileSync } from 'node:fs';

const signs: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\' };

/** The rows of a file of tab-separated values, without its comment and header; `\n`, `\t`, `\r`, `\\` are signs. */
export function rowsIn(file: URL): string[][] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(2, -1);
  return lines.map(line =>
    line.split('\t').map(cell => cell.replace(/\\([ntr\\])/g, (_, sign: string) => signs[sign] ?? sign)),
  );
}
