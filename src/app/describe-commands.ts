/** For the build: all command records without their functions. */
import type { Described } from '../cli/command.ts';
import { fieldsOf } from '../terminal/fields.ts';
import type { View } from '../terminal/terminal.ts';
import { allEntries } from './read-line.ts';

/** Every top-level command by name, as data for JSON. */
export async function describeCommands(): Promise<Readonly<Record<string, Described>>> {
  const specs = await Promise.all(allEntries.map(async ({ name, load }) => [name, await load()] as const));
  return JSON.parse(JSON.stringify(Object.fromEntries(specs), plain));
}

/** Leaves functions out, except that there is a `changesThisMachine`. Of a view, only the names of its fields stay. */
function plain(key: string, value: unknown): unknown {
  if (key === 'changesThisMachine') return true;
  if (typeof value !== 'object' || value === null || !('plural' in value)) return value;
  const view = value as View;
  const names = Object.fromEntries(fieldsOf(view).map(name => [name, 0]));
  return { plural: view.plural, columns: view.columns, kinds: names };
}
