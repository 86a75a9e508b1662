import { commandPage, programPage } from '../cli/help-page.ts';
import { topics } from '../cli/topics/index.ts';
import { allEntries, typedEntries } from './all-entries.ts';
import { described } from './described.ts';

/**
 * The help page for a simple request (`--help`, `groups list --help`, `help groups`), and the welcome page for an
 * empty command line. It does not load Commander, which halves the time.
 *
 * @param words the command line without program name
 * @param width columns of the screen
 * @returns undefined for any other command line and for unknown names
 */
export async function plainHelp(words: readonly string[], width: number): Promise<string | undefined> {
  if (words.length === 0) return (await import('../cli/welcome.ts')).welcome();
  const isFlag = words.at(-1) === '--help' || words.at(-1) === '-h';
  if (!isFlag && words[0] !== 'help') return undefined;
  const path = isFlag ? words.slice(0, -1) : words.slice(1);
  const [name, below, ...rest] = path;
  if (name === undefined) return programPage(allEntries, width);
  const entry = typedEntries.find(each => each.name === name);
  const isTopic = !isFlag && below === undefined && topics.some(topic => topic.name === name);
  if (entry === undefined || isTopic || rest.length > 0) return undefined;
  const spec = await described(entry);
  const found = below === undefined ? spec : spec.commands?.find(each => each.name === below);
  return found === undefined ? undefined : commandPage(path, found, width);
}
