/** Tables of decisions that somebody can open: a YAML file beside the test, a row a line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** @returns reads the file of that name in a folder, or the table of that key in it */
export const tableIn =
  (folder: string) =>
  <Row>(name: string, key?: string): readonly Row[] => {
    const all: unknown = parse(readFileSync(join(folder, `${name}.yaml`), 'utf8'));
    return (key === undefined ? all : (all as Readonly<Record<string, unknown>>)[key]) as readonly Row[];
  };
