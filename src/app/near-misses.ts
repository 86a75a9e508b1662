/** Words of other tools, and things that the service cannot do: what to use instead. */
import { notShown } from '../lib/text/not-shown.ts';
import table from './near-misses.tsv?raw';

const rows = table
  .split('\n')
  .filter(line => !line.startsWith('#'))
  .map(line => line.split('\t'));

/**
 * What to use in place of a word or an option of another tool, as a hint.
 *
 * @param path the names that lead to where it was typed
 */
export function nearMiss(typed: string, path: readonly string[]): string | undefined {
  const at = path.join(' ');
  const word = typed.toLowerCase();
  const isAt = (where: string) =>
    where === at || (where.endsWith('*') && path.length > 0 && at.startsWith(where.slice(0, -1)));
  const row = rows.find(
    ([where = '', words = '']) => where.split(', ').some(isAt) && words.split(' ').includes(word),
  );
  return row?.[2] === 'not shown' ? notShown : row?.[2];
}
