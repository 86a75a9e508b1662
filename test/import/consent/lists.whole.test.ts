/** Lists of programs, clubs and shops in many languages, written before the words were tuned on them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/lib/failure.ts';
import { firstPass } from '../first-pass.ts';

/** A header, and rows: `o` for people who must not be emailed, `g` for others. A list without a column of addresses gets one. */
const lists = readFileSync(new URL('lists.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n\n');

const quoted = (cells: readonly string[]) => cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join();

/** What becomes of a list: who gets in who must not, who is left out who need not, or `asked`. */
async function outcomeOf(list: string): Promise<{ slipped: string[]; heldBack: string[] } | 'asked'> {
  const [header = '', ...rows] = list.split('\n');
  const hasAddress = header.includes('@');
  const names = [...(hasAddress ? [] : ['Email']), ...header.split('|').map(name => name.replace('@', ''))];
  const at = names.findIndex(name => /^e-?mail( address)?$/i.test(name));
  const people = rows.map((row, n) => {
    const [mark = '', ...cells] = row.split('|');
    const address = `${mark}${n}@x.org`;
    return { address, cells: [...cells.slice(0, at), address, ...cells.slice(at)] };
  });
  const { loadText, emails } = firstPass();
  try {
    await loadText(`${[quoted(names), ...people.map(({ cells }) => quoted(cells))].join('\n')}\n`);
  } catch (error) {
    if (error instanceof Failure && error.code === 'consent_unclear') return 'asked';
    throw error;
  }
  const there = await emails();
  return {
    slipped: there.filter(email => email.startsWith('o')),
    heldBack: people.map(({ address }) => address).filter(one => one.startsWith('g') && !there.includes(one)),
  };
}

test('nobody who opted out gets in, nobody else is left out unasked, and few are asked about', async () => {
  const asked = { good: 0, others: 0 };
  for (const list of lists) {
    const outcome = await outcomeOf(list);
    const isGood = !/^o/m.test(list);
    if (outcome === 'asked') asked[isGood ? 'good' : 'others']++;
    else expect([list, outcome]).toEqual([list, { slipped: [], heldBack: [] }]);
  }
  const good = lists.filter(list => !/^o/m.test(list)).length;
  expect([good, lists.length - good]).toEqual([121, 174]);
  expect(asked.good).toBeLessThanOrEqual(5);
  expect(asked.others).toBeLessThanOrEqual(40);
});
