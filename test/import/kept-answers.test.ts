import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { account } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';

const people = 'Email,Mailing\na@x.org,aktiv\nb@x.org,gesperrt\nbroken@@x.org,aktiv\nworse@,gesperrt\n';

it.each([
  ['a value', ['--opt-out-value', 'Mailing=gesperrt'], ['a@x.org', 'broken@x.org']],
  [
    'a column that says nothing',
    ['--map', 'Mailing=skip'],
    ['a@x.org', 'b@x.org', 'broken@x.org', 'worse@x.org'],
  ],
])(
  'when a question was answered with %s, then the rejects file is not asked about again',
  async (_, flags, there) => {
    const { run, all } = await account({ subscribers: 0 });
    const home = temporaryFolder();
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'people.csv'), people);
    expect((await run(['import', 'people.csv', '--yes'], { home, cwd })).status).toBe(2);
    const first = await run(['import', 'people.csv', '--yes', ...flags], { home, cwd });
    expect(first.stderr).toContain(`importing that file uses the same answers: ${flags[0]} ${flags[1]}`);
    const rejects = join(cwd, 'people.csv.rejects.csv');
    const mended = readFileSync(rejects, 'utf8')
      .replace('broken@@', 'broken@')
      .replace('worse@,', 'worse@x.org,');
    writeFileSync(rejects, mended);
    const second = await run(['import', 'people.csv.rejects.csv', '--yes'], { home, cwd });
    expect(second.stderr).toContain(`using your answers for the original file: ${flags[0]} ${flags[1]}`);
    expect((await all('/v1/subscribers')).map(({ email }) => email).sort()).toEqual(there);
  },
);

it('when the line answers itself, then nothing that was kept is used', async () => {
  const { run, all } = await account({ subscribers: 0 });
  const home = temporaryFolder();
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'people.csv'), people);
  await run(['import', 'people.csv', '--yes', '--map', 'Mailing=skip'], { home, cwd });
  const rejects = join(cwd, 'people.csv.rejects.csv');
  writeFileSync(rejects, readFileSync(rejects, 'utf8').replace('worse@,', 'worse@x.org,'));
  const line = ['import', 'people.csv.rejects.csv', '--yes', '--opt-out-value', 'Mailing=gesperrt'];
  expect((await run(line, { home, cwd })).stderr).not.toContain('as answered');
  expect((await all('/v1/subscribers')).map(({ email }) => email)).not.toContain('worse@x.org');
});

it('when another file stands in the place of the rejects file, then it is asked about', async () => {
  const { run, writes } = await account({ subscribers: 0 });
  const home = temporaryFolder();
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'people.csv'), people);
  await run(['import', 'people.csv', '--yes', '--map', 'Mailing=skip'], { home, cwd });
  const before = writes();
  writeFileSync(join(cwd, 'people.csv.rejects.csv'), people);
  const { status } = await run(['import', 'people.csv.rejects.csv', '--yes'], { home, cwd });
  expect([status, writes()]).toEqual([2, before]);
});
