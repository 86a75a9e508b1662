/** The command tree as plain data: each command with its path. */
import { type CommandSpec, type Described, isRunnable, summaryOf, type TopCommand } from './command.ts';

/** A command or group with its path. */
export interface CommandNode {
  /** The names from the top of the tree: `['groups', 'list']`. */
  readonly path: readonly string[];
  readonly spec: TopCommand;
  readonly summary: string;
}

/** A top-level command in the index; its module is loaded on demand. */
export interface CommandEntry {
  readonly name: string;
  /** Its heading in the help. */
  readonly heading: string;
  readonly summary: string;
  readonly load: () => Promise<TopCommand>;
}

/** Every command in the order of the help, parents before children. Loads all modules. */
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

/** The commands of a tree without the groups. */
export function commandsIn(tree: readonly CommandNode[]): { path: readonly string[]; spec: CommandSpec }[] {
  return tree.flatMap(({ path, spec }) => (isRunnable(spec) ? [{ path, spec }] : []));
}

/** The usage line after the command's name: `[options] <group>`. */
export function usageOf(spec: Described): string {
  if (isRunnable(spec) && spec.usage !== undefined) return spec.usage;
  const args = isRunnable(spec) ? spec.arguments.map(({ name }) => name) : [];
  return ['[options]', ...(spec.commands === undefined ? [] : ['[command]']), ...args].join(' ');
}
