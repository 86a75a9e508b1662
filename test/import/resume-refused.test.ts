/** What an interrupted import refuses to go on with. */
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testClock } from '../support/clock.ts';
import { troubled } from '../support/service.ts';
import { account, lines } from './account.ts';

it.each<[what: string, code: string, said: string, change?: (journal: string) => string]>([
  ['another file', 'file_changed', 'has changed since its import was interrupted'],
  [
    'another number of rows',
    'import_changed',
    'rows to send: 3 then, 2 now',
    text => text.replace('"accepted":2', '"accepted":3'),
  ],
  [
    'a mapped field of another kind',
    'import_changed',
    'fields.city: number then, text now',
    text => text.replace(/("variable":"city",[^}]*"kind":)"text"/, '$1"number"'),
  ],
  [
    'other outcomes of rows',
    'import_changed',
    'would send other data than it started with',
    text => text.replace(/("decisions":)"[0-9a-f]{64}"/, '$1"0"'),
  ],
])('an interrupted import does not go on with %s: %s', async (_what, code, said, change) => {
  const here = await account();
  here.write('people.csv', lines('Email,City', 'ann@a-house.org,Oslo', 'bo@a-house.org,'));
  const { env } = await troubled(here, 'POST /v1/subscriber-imports', ({ hangUp }) => hangUp());
  const args = ['import', 'people.csv', '-o', 'json'];
  // A lost answer is waited for.
  expect((await here.run(args, { env, clock: testClock() })).status).not.toBe(0);
  const imports = join(here.settings, 'imports');
  const [journal = ''] = readdirSync(imports).filter(name => name.endsWith('.journal'));
  const path = join(imports, journal);
  if (change === undefined) appendFileSync(here.at('people.csv'), 'cy@a-house.org,\n');
  else writeFileSync(path, change(readFileSync(path, 'utf8')));
  const ended = await here.run([...args, '--resume'], { env });
  expect(JSON.parse(ended.stderr).error).toMatchObject({ code, hint: expect.stringContaining('--restart') });
  expect(ended.stderr).toContain(said);
  expect(here.posts()).toBe(0);
});
