/** For the build: all command records without their functions. */
import {
  type Described,
  type DescribedCommand,
  isRunnable,
  type TopCommand,
  viewsOf,
} from '../cli/command.ts';
import { fieldsOf } from '../terminal/fields.ts';
import type { View } from '../terminal/terminal.ts';
import { allEntries } from './read-line.ts';

/** Every top-level command by name, as data for JSON. */
export async function describeCommands(): Promise<Readonly<Record<string, Described>>> {
  const pairs = await Promise.all(
    allEntries.map(async ({ name, load }) => [name, plain(await load())] as const),
  );
  return Object.fromEntries(pairs);
}

function plain(spec: TopCommand): Described {
  const described = isRunnable(spec)
    ? withoutSchemas(spec)
    : { ...spec, commands: spec.commands.map(withoutSchemas) };
  // Functions are left out.
  return JSON.parse(JSON.stringify(described)) as Described;
}

function withoutSchemas(spec: DescribedCommand): DescribedCommand {
  const output = spec.output === 'text' ? spec.output : viewsOf(spec).map(namesOf);
  // Whether it is a function does not matter to who reads the record.
  const changes = spec.changesThisMachine !== undefined && { changesThisMachine: true };
  return { ...spec, ...changes, output, commands: spec.commands?.map(withoutSchemas) };
}

/** A view with the names of its fields alone. */
function namesOf(view: View): View {
  return { plural: view.plural, columns: view.columns, fields: fieldsOf(view) };
}
