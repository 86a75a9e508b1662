import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { account } from '../../support/account.ts';
import { temporaryFolder } from '../../support/home.ts';
import type { Plain } from '../../support/service.ts';

const hard: readonly Plain[] = [
  { fields: { first_name: 'say "hi", twice', city: 'two\nlines\n\nand a third' }, tags: ['a b', 'c'] },
  {
    fields: { first_name: 'two  blanks', city: 'a\ttab' },
    tags: ['a;b', 'c,d', 'say "x"', 'e|f'],
  },
  { fields: { first_name: '👩‍👩‍👧 🇩🇪 é', city: '日本語' }, tags: ['👍🏽'] },
  { fields: { first_name: '=1+1', city: "'=x" }, tags: ['=a', '@b'] },
  { fields: { first_name: '-5', city: "'s-Gravenhage" }, tags: ['no'] },
  { fields: { first_name: '007', city: '1e3', orders: -5, vip: false, birthday: '1990-01-02' }, tags: [] },
  { fields: { orders: 0.1, vip: true, member_since: '2024-02-29' }, tags: ['2026-01-01'] },
  { fields: {}, tags: [] },
];

it.each(['--all -o csv', '--all --fields email,fields,tags -o csv'])(
  'when what "subscribers list %s" prints is imported again, then nothing changes',
  async flags => {
    const here = await account({ subscribers: 20 });
    for (const [i, person] of hard.entries()) {
      await here.call('POST', '/v1/subscribers', { email: `p${i}@example.org`, ...person });
    }
    const snapshot = async () =>
      (await here.all('/v1/subscribers')).map(({ updated_at: _, ...person }) => person);
    const before = await snapshot();
    const { stdout } = await here.run(`subscribers list ${flags}`);
    const file = join(temporaryFolder(), 'a.csv');
    writeFileSync(file, stdout);
    const { status, stderr } = await here.run(['import', file, '--yes']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/28 +unchanged/) });
    expect(await snapshot()).toEqual(before);
  },
);
