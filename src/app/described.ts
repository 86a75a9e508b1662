/** What command records say, read from files that the build has made of them: loading commands takes longer. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Described } from '../cli/command.ts';
import type { CommandEntry } from '../cli/command-tree.ts';

/** What the record of a top-level command says. */
export async function described({ name, load }: Pick<CommandEntry, 'name' | 'load'>): Promise<Described> {
  return writtenDescription(name) ?? (await load());
}

/** @returns undefined where nothing has been built */
function writtenDescription(name: string): Described | undefined {
  try {
    return JSON.parse(
      readFileSync(join(import.meta.dirname, 'records', `${name}.json`), 'utf8'),
    ) as Described;
  } catch {
    return undefined;
  }
}
