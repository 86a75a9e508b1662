/** What shards have in common at the service: its custom fields, and how many requests it takes. */
import { describe, expect, test } from 'vitest';
import { dayClock } from '../../support/clock.ts';
import { account, lines } from '../account.ts';

test('a shard creates no custom field: it names those that are missing', async () => {
  const { run, write, posts, all } = await account();
  const path = write('people.csv', lines('Email,Shoe size,Pet', 'p1@x.org,37,Rex', 'p2@x.org,38,Rex'));
  const line = ['import', path, '--create-fields', '--shard', '2/2', '-o', 'json'];
  const ended = await run(line);
  expect(ended.status).toBe(2);
  expect(JSON.parse(ended.stderr).error).toMatchObject({
    code: 'fields_missing',
    message: 'a list that is divided needs its custom fields first: "Shoe size" (number), "Pet" (text)',
    hint: "newsletter fields create --name 'Shoe size' --kind number; newsletter fields create --name Pet --kind text",
  });
  expect([posts(), (await all('/v1/fields')).filter(({ name }) => name === 'Pet')]).toEqual([0, []]);
  await run(['fields', 'create', '--name', 'Shoe size', '--kind', 'number']);
  await run(['fields', 'create', '--name', 'Pet', '--kind', 'text']);
  expect((await run(line)).status).toBe(0);
});

describe('--rate', () => {
  const many = lines('Email', ...Array.from({ length: 50 }, (_, n) => `p${n}@x.org`));
  const once = ['--batch-size', '1', '--concurrency', '1', '--retries', '0', '--no-wait'];

  test.each<[string, readonly string[], number]>([
    ['it is below what the service takes', ['--rate', '18/s'], 0],
    ['a share takes its part of it', ['--rate', '36', '--shard', '1/2'], 0],
    ['it is above what the service takes', ['--rate', '500'], 6],
  ])('%s decides whether the service refuses requests', async (_what, options, status) => {
    // Both go by it: how fast this machine is does not matter.
    const clock = dayClock();
    const { run, write } = await account({ rateLimit: 20, clock: clock.now });
    const line = ['import', write('people.csv', many), '--compare', 'never', ...once, ...options];
    const ended = await run(line, { clock });
    expect(ended.status, ended.stderr).toBe(status);
  });

  test.each(['0', '-1', 'fast', '10/m', ''])('"%s" is refused', async rate => {
    const { run, write, posts } = await account();
    expect((await run(['import', write('people.csv', many), `--rate=${rate}`])).status).toBe(2);
    expect(posts()).toBe(0);
  });
});
