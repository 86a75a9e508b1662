/** What an interrupted import refuses to go on with. */
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { troubled } from '../support/service.ts';
import { account, lines } from './account.ts';

it.each<[string, string, (file: string, journal: string) => void]>([
  ['another file', 'file_changed', file => appendFileSync(file, 'cy@a-house.org\n')],
  [
    'another number of rows',
    'import_changed',
    (_, journal) =>
      writeFileSync(journal, readFileSync(journal, 'utf8').replace('"accepted":2', '"accepted":3')),
  ],
])('an interrupted import does not go on with %s: %s', async (_what, code, change) => {
  const here = await account();
  here.write('people.csv', lines('Email', 'ann@a-house.org', 'bo@a-house.org'));
  const { env } = await troubled(here, 'POST /v1/subscriber-imports', ({ hangUp }) => hangUp());
  const args = ['import', 'people.csv', '-o', 'json'];
  expect((await here.run(args, { env })).status).not.toBe(0);
  const imports = join(here.settings, 'imports');
  const [journal = ''] = readdirSync(imports).filter(name => name.endsWith('.journal'));
  change(here.at('people.csv'), join(imports, journal));
  const ended = await here.run([...args, '--resume'], { env });
  expect(ended.stderr).toContain(`"code":"${code}"`);
  expect(here.posts()).toBe(0);
});

it('people who asked Substack to be deleted are left out', async () => {
  const here = await account();
  here.write('people.csv', lines('Email', 'ann@a-house.org', 'u1@deletion-request.substack.com'));
  const { stdout } = await here.run(['import', 'people.csv', '--dry-run', '-o', 'json']);
  expect(JSON.parse(stdout)).toMatchObject({ accepted: 1, suppressed: 1 });
});
