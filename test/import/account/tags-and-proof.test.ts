import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox/server.ts';
import { troubled } from '../../support/service.ts';
import { undoing } from '../../support/undo.ts';
import { account, records, summaryOf } from '../account.ts';

const many = 40;

/** An account of 40 with tags of their own, and a file that gives each another. */
async function tagged(options: SandboxOptions = {}) {
  const here = await account(options);
  const emails = Array.from({ length: many }, (_, i) => `p${i}@x.org`);
  const subscribers = emails.map(email => ({ email, tags: ['old'] }));
  for (let i = 0; i < many; i += 10)
    await here.call('POST', '/v1/subscriber-imports', { subscribers: subscribers.slice(i, i + 10) });
  const before = here.posts();
  here.write('people.csv', ['Email,Tags', ...emails.map(one => `${one},new`), ''].join('\n'));
  const line = ['import', 'people.csv', '--batch-size', '10', '--concurrency', '3'];
  const load = (...more: string[]) => here.run([...line, '-o', 'json', ...more]);
  const tags = async () => (await here.people()).map(one => one.tags.join());
  const jobs = () => here.posts() - before;
  return { ...here, line, load, tags, jobs };
}

describe('what the service does with tags', () => {
  test('a service that replaces tags stops the import before the second batch', async () => {
    const { load, tags, jobs, run } = await tagged({ importTags: 'replace' });
    const ended = await load();
    expect(ended.status).toBe(10);
    expect(ended.stderr).toContain('"code":"tags_replaced"');
    expect(ended.stderr).toContain('--existing-tags replace --resume');
    expect(jobs()).toBe(1);
    expect((await tags()).filter(one => one === 'new')).toHaveLength(10);
    // Without an answer it goes no further.
    expect((await load('--resume')).status).toBe(10);
    expect(jobs()).toBe(1);
    const undone = await run(await undoing(run, '--yes', '-o', 'json'));
    expect(JSON.parse(undone.stdout)).toMatchObject({ restored: 10 });
    expect(new Set(await tags())).toEqual(new Set(['old']));
    // What was taken back is not resumed: it begins anew.
    expect((await load('--resume')).stderr).toContain('"code":"tags_replaced"');
    expect(jobs()).toBe(2);
  });

  test('--existing-tags replace goes on after tags were replaced', async () => {
    const { load, tags, jobs } = await tagged({ importTags: 'replace' });
    await load();
    const ended = await load('--resume', '--existing-tags', 'replace');
    expect(ended.status, ended.stderr).toBe(0);
    expect(summaryOf(ended)).toMatchObject({ updated: many, failed: 0 });
    expect(jobs()).toBe(4);
    expect(new Set(await tags())).toEqual(new Set(['new']));
  });

  test('a value of the first person that is not stored as sent stops the import once', async () => {
    const here = await tagged();
    const emails = Array.from({ length: many }, (_, i) => `p${i}@x.org,Oslo`);
    here.write('people.csv', ['Email,City', ...emails, ''].join('\n'));
    const first = (await here.all('/v1/subscribers')).find(({ email }) => email === 'p0@x.org');
    let stored = 'Lima';
    const { env } = await troubled(
      here,
      `GET /v1/subscribers/${first?.id}`,
      async ({ response, carryOut }) => {
        response.end((await carryOut()).text.replace('Oslo', stored));
      },
    );
    const line = ['import', 'people.csv', '--batch-size', '10', '-o', 'json'];
    const ended = await here.run(line, { env });
    expect([ended.status, here.jobs()]).toEqual([10, 1]);
    expect(ended.stderr).toContain('"code":"not_as_sent"');
    expect(ended.stderr).toMatch(/to continue: .* --resume; to restore them: newsletter undo/);
    stored = 'Oslo';
    expect((await here.run([...line, '--resume'], { env })).status).toBe(0);
    expect((await here.people()).every(({ fields }) => fields.city === 'Oslo')).toBe(true);
  });
});

describe('reading back', () => {
  test('people whom the service skips because they have unsubscribed are listed as left out, not to be fixed', async () => {
    const here = await account();
    await here.call('POST', '/v1/subscribers', { email: 'gone@x.org' });
    const [gone] = await here.all('/v1/subscribers');
    await here.call('PATCH', `/v1/subscribers/${gone?.id}`, { status: 'unsubscribed' });
    here.write('people.csv', 'Email,City\nann@x.org,Oslo\ngone@x.org,Rome\nbad,Bonn\n');
    const ended = await here.run(['import', 'people.csv', '-o', 'json']);
    expect(ended.status).toBe(8);
    expect(summaryOf(ended)).toMatchObject({
      ...{ created: 1, skipped: 1, unchanged: 0, suppressed: 0, verified: { different: 0 } },
      account: 'The Slow Carriage (slow-carriage)',
    });
    const rowsIn = (name: string) => records(readFileSync(here.at(name), 'utf8'));
    expect(rowsIn('people.csv.rejects.csv')).toMatchObject([{ Email: 'bad', _code: 'invalid_email' }]);
    expect(rowsIn('people.csv.left-out.csv')).toMatchObject([
      { Email: 'gone@x.org', _line: '3', _reason: expect.stringContaining('people who unsubscribed') },
    ]);
    const said = await here.run(['import', 'people.csv']);
    expect(said.stderr).toContain('1 person has unsubscribed in the account: left alone there');
    expect((await here.run(['import', 'people.csv', '--allow-rejects'])).status).toBe(0);
    here.write('again.csv', 'Email,City\ngone@x.org,Rome\n');
    const again = await here.run(['import', 'again.csv', '--suppress', 'none']);
    expect(again.stderr).toMatch(/\n +line 2: the service skipped the row: .+\n/);
    expect(again.stderr).toContain('hint: who they are is in again.csv.left-out.csv\n');
  });

  test('a person who is not stored as sent is counted and reported', async () => {
    const here = await account();
    here.write('people.csv', 'Email,City\nann@x.org,Oslo\nbob@x.org,Bonn\n');
    let lists = 0;
    const { env } = await troubled(
      here,
      'GET /v1/subscribers?per_page=500',
      async ({ response, carryOut }) => {
        const { text } = await carryOut();
        // Before the import the account is empty.
        response.end(++lists === 1 ? text : text.replace('Oslo', 'Lima'));
      },
    );
    const ended = await here.run(['import', 'people.csv', '-o', 'json', '--report', 'report'], { env });
    expect(ended.status).toBe(8);
    expect(summaryOf(ended).verified).toEqual({ checked: 2, of: 2, different: 1 });
    expect(readFileSync(here.at('report'), 'utf8')).toContain('"code":"not_as_sent"');
  });
});
