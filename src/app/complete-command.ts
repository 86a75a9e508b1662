/** Completion: from a command line up to the cursor to the candidates for the next word. */
import { readWords } from '../cli/read-words.ts';
import { complete } from '../completion/complete.ts';
import { parseRequest, shells } from '../completion/shells.ts';
import type { Context } from '../context.ts';
import { allEntries, described, readTop, withRecords } from './read-line.ts';

/**
 * Answers a completion script. Reads only the record of the command on the line; sends no requests.
 *
 * @param args the name of the shell and the arguments of its script
 * @returns the lines that the script reads; empty for an unknown shell
 */
export async function completions(context: Context, args: readonly string[]): Promise<string> {
  const shell = shells.find(name => name === args[0]);
  if (shell === undefined) return '';
  const { words, current, format } = parseRequest(shell, args.slice(1));
  const { path, operands } = readTop(words);
  // After `help`, the command to explain is loaded, too.
  const names = path[0] === 'help' ? [...path, ...readTop(['--', ...operands]).path] : path;
  const entries = allEntries.filter(({ name }) => names.includes(name));
  const commands = withRecords(await Promise.all(entries.map(described)));
  return `${format(await complete({ before: readWords(commands, words), current, commands, context }))}\n`;
}
