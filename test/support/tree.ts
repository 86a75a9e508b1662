/** The command tree, as the program itself declares it. */
import { wholeTree } from '../../src/app/read-line.ts';
import { isRunnable } from '../../src/cli/command.ts';

export const tree = await wholeTree();

/** The commands that do something, by the words that lead to them: `groups list`. */
export const commands = tree.flatMap(({ path, spec }) =>
  isRunnable(spec) ? [{ name: path.join(' '), spec }] : [],
);
