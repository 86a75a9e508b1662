/** The command tree as plain data: each command with the words that lead to it. */
import { type CommandSpec, doesSomething, summaryOf, type TopCommand } from './command.ts';

/** One command or group in its place. */
export interface CommandNode {
  /** The names that lead to it: `['groups', 'list']`. */
  readonly path: readonly string[];
  readonly spec: TopCommand;
  /** What it does, in a line. */
  readonly summary: string;
}

/** A top-level command in the index: said without loading its module. */
export interface CommandEntry {
  readonly name: string;
  /** The heading that it stands under in the help. */
  readonly heading: string;
  readonly summary: string;
  readonly load: () => Promise<TopCommand>;
}

/** Every command, in the order of the help, each before what is below it. Loads all modules. */
export async function commandTree(entries: readonly CommandEntry[]): Promise<readonly CommandNode[]> {
  const tops = await Promise.all(entries.map(async entry => ({ entry, spec: await entry.load() })));
  return tops.flatMap(({ entry: { name, summary }, spec }) => [
    { path: [name], spec, summary },
    ...(spec.commands ?? []).map(below => ({
      path: [name, below.name],
      spec: below,
      summary: summaryOf(below),
    })),
  ]);
}

/** The commands that do something themselves, with their paths. */
export function commandsIn(tree: readonly CommandNode[]): { path: readonly string[]; spec: CommandSpec }[] {
  return tree.flatMap(({ path, spec }) => (doesSomething(spec) ? [{ path, spec }] : []));
}

/** What follows a command's name in its usage line: `[options] <group>`. */
export function usageOf(spec: TopCommand): string {
  if (doesSomething(spec) && spec.usage !== undefined) return spec.usage;
  const args = doesSomething(spec) ? spec.arguments.map(({ name }) => name) : [];
  return ['[options]', ...(spec.commands === undefined ? [] : ['[command]']), ...args].join(' ');
}
