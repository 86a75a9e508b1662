/** Command lines typed into real shells with Tab: what the program gets. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { needs } from '../support/needs.ts';
import { home, type Interactive, interactive, typed } from './shells.ts';

const shells = Object.keys(interactive) as Interactive[];

/** Only one candidate fits each, so that one Tab completes it. */
const lines: readonly (readonly [keys: string, words: readonly string[]])[] = [
  ['subs\tli\t--out\tjs\t', ['subscribers', 'list', '--output', 'json']],
  ['emails list --output=ya\t', ['emails', 'list', '--output=yaml']],
  ['emails list -o ts\t--al\t', ['emails', 'list', '-o', 'tsv', '--all']],
  ['import people.csv --duplicates me\t', ['import', 'people.csv', '--duplicates', 'merge']],
  ['import people.csv --from bee\t', ['import', 'people.csv', '--from', 'beehiiv']],
  ['import peo\t', ['import', 'people of may.csv']],
  ['import ~/peo\t', ['import', 'HOME/people of may.csv']],
  ['import lists/old\t', ['import', 'lists/old.csv']],
  ['import people.csv --rejects=peo\t', ['import', 'people.csv', '--rejects=people of may.csv']],
  ['config set credential-store key\t', ['config', 'set', 'credential-store', 'keychain']],
  ['config get max-w\t', ['config', 'get', 'max-wait']],
  ['help exi\t', ['help', 'exit-codes']],
  ['help subs\tgro\t', ['help', 'subscribers', 'growth']],
  ['profiles use ho\t', ['profiles', 'use', 'home']],
  ['--profile wo\twho\t', ['--profile', 'work', 'whoami']],
  ['groups list --fields name,subs\t', ['groups', 'list', '--fields', 'name,subscribers_count']],
  ['groups list --json=na\t', ['groups', 'list', '--json=name']],
];

function prepared() {
  const here = home();
  mkdirSync(join(here.folder, 'lists'));
  writeFileSync(join(here.folder, 'people of may.csv'), 'email\n');
  writeFileSync(join(here.folder, 'lists', 'old.csv'), 'email\n');
  return here;
}

describe.each(shells)('lines completed in %s', shell => {
  const itTyped = needs('bash', shell, 'script').it;

  itTyped('when they are typed with Tab, then the program gets what was meant', async () => {
    const here = prepared();
    const results = await typed(
      shell,
      lines.map(([keys]) => `newsletter ${keys}`),
      here,
    );
    const got = results.map(({ words, shown }, index) => [lines[index]?.[0], words ?? shown]);
    const meant = lines.map(([keys, words]) => [keys, words.map(word => word.replace(/^HOME/, here.folder))]);
    expect(got).toEqual(meant);
  });

  itTyped('when a command stands on the line, then Tab does not run it', async () => {
    const here = prepared();
    const keys = 'newsletter groups get "$(touch hacked)" `touch hacked` (touch hacked) --out\t';
    await typed(shell, [`${keys}\u0015newsletter whoami`], here);
    expect(existsSync(join(here.folder, 'hacked'))).toBe(false);
  });
});
