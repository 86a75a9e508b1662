/** What shares have in common at the service: its custom fields, and how many requests it takes. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { start } from '../../support/program.ts';
import { account, lines } from '../account.ts';

const list = lines(
  'Email,Shoe size,Pet',
  ...Array.from({ length: 9 }, (_, n) => `p${n}@x.org,${36 + n},Rex ${n}`),
);

describe('--create-fields, divided', () => {
  test.each([
    ['both have people to send', list, 2],
    ['the first has nobody to send', lines('Email,Shoe size,Pet', 'p1@x.org,37,Rex'), 16],
  ])(
    'when %s, then the first share creates the fields, and the others wait for them',
    async (_what, text, of) => {
      const { write, folder, settings, env, all, people, call } = await account();
      await call('POST', '/v1/fields', { name: 'Pet', kind: 'text' });
      write('people.csv', text);
      const begin = (share: number) => {
        const args = ['import', 'people.csv', '--create-fields', '--shard', `${share}/${of}`, '--yes'];
        return start(args, { cwd: folder, env: { ...env, NEWSLETTER_CONFIG_DIR: `${settings}/${share}` } });
      };
      const dry = await Promise.all(
        Array.from({ length: of }, async (_, i) => {
          const args = [
            'import',
            'people.csv',
            '--dry-run',
            '--no-rejects',
            '--shard',
            `${i + 1}/${of}`,
            '-o',
            'json',
          ];
          const { stdout } = await start(args, { cwd: folder, env }).ended;
          return JSON.parse(stdout).accepted > 0 ? i + 1 : 0;
        }),
      );
      const [other = 0] = dry.filter(share => share > 1);
      expect(dry.includes(1)).toBe(of === 2);
      const waiting = begin(other);
      await waiting.said(/waiting for shard 1 to create 1 custom field/);
      expect((await begin(1).ended).status).toBe(0);
      expect((await waiting.ended).status).toBe(0);
      const fields = (await all('/v1/fields')).filter(({ name }) => name === 'Shoe size');
      expect(fields).toHaveLength(1);
      const variable = String(fields[0]?.variable);
      for (const { fields: values } of await people()) expect(values[variable]).toEqual(expect.any(Number));
    },
  );

  test('when the first share does not come, then the others send nothing, and say which share to run', async () => {
    const { run, write, posts, all, settings } = await account();
    const path = write('people.csv', list);
    const args = [
      'import',
      path,
      '--create-fields',
      '--shard',
      '2/2',
      '--fields-timeout',
      '0.2',
      '-o',
      'json',
    ];
    const ended = await run(args);
    expect(ended.status).toBe(6);
    expect(JSON.parse(ended.stderr).error).toMatchObject({
      code: 'fields_missing',
      message: 'shard 1 has not created "Shoe size" (number), "Pet" (text) within 0.2 seconds',
      hint: expect.stringContaining('--shard 1/2'),
    });
    expect([posts(), (await all('/v1/fields')).filter(({ name }) => name === 'Pet')]).toEqual([0, []]);
    expect(readdirSync(`${settings}/imports`).filter(name => name.endsWith('.journal'))).toEqual([]);
  });
});

describe('--rate', () => {
  const many = lines('Email', ...Array.from({ length: 50 }, (_, n) => `p${n}@x.org`));
  const once = ['--batch-size', '1', '--concurrency', '20', '--retries', '0', '--no-wait'];

  test.each<[string, readonly string[], number]>([
    ['it is below what the service takes', ['--rate', '18/s'], 0],
    ['a share takes its part of it', ['--rate', '36', '--shard', '1/2'], 0],
    ['it is above what the service takes', ['--rate', '500'], 6],
  ])('when %s, then it decides whether the service refuses requests', async (_what, options, status) => {
    const { run, write } = await account({ rateLimit: 20 });
    const ended = await run(['import', write('people.csv', many), '--compare', 'never', ...once, ...options]);
    expect(ended.status, ended.stderr).toBe(status);
  });

  test.each(['0', '-1', 'fast', '10/m', ''])('when it is "%s", then it is refused', async rate => {
    const { run, write, posts } = await account();
    expect((await run(['import', write('people.csv', many), `--rate=${rate}`])).status).toBe(2);
    expect(posts()).toBe(0);
  });
});
