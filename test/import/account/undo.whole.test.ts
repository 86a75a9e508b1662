import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { UndoSummary } from '../../../src/changes/undo.ts';
import type { SandboxOptions } from '../../../src/sandbox/server.ts';
import { type Plain, troubled } from '../../support/service.ts';
import { undoing } from '../../support/undo.ts';
import { account } from '../account.ts';

const many = 60;

/** An account of 60, and a file that changes all of them and creates two. */
async function imported(options: SandboxOptions = {}) {
  const here = await account(options);
  const rows = Array.from({ length: many }, (_, i) => `p${i}@x.org`);
  const subscribers = rows.map((email, i) => ({
    email,
    fields: i % 2 === 0 ? { city: `City ${i}`, orders: i } : {},
    tags: i % 3 === 0 ? ['old'] : [],
  }));
  await here.call('POST', '/v1/subscriber-imports', { subscribers });
  const before = await here.people();
  here.write(
    'people.csv',
    [
      'Email,City,Tags',
      ...rows.map(one => `${one},Paris,new`),
      'a@new.org,Rome,',
      'b@new.org,Rome,new',
      '',
    ].join('\n'),
  );
  const ended = await here.run(['import', 'people.csv']);
  expect(ended.status, ended.stderr).toBe(0);
  const undo = async (...more: string[]) => {
    const end = await here.run(await undoing(here.run, '--yes', '-o', 'json', ...more));
    return { ...end, summary: (end.stdout === '' ? {} : JSON.parse(end.stdout)) as UndoSummary };
  };
  const find = async (email: string) =>
    (await here.all('/v1/subscribers')).find(one => one.email === email) as Plain;
  const own = async () => (await here.people()).filter(({ email }) => email.endsWith('x.org'));
  const runs = () => join(here.settings, 'runs');
  return { ...here, before, undo, find, own, runs };
}

describe('an import that is taken back', () => {
  test('everybody is what they were, and the new ones are named', async () => {
    const { undo, own, before, run } = await imported();
    const { status, summary, stderr } = await undo();
    expect(status).toBe(8);
    expect(JSON.parse(stderr).error).toMatchObject({
      message: expect.stringContaining('2 are new and stay'),
      hint: expect.stringMatching(
        /^to take new people off the list: newsletter undo \w+ --status unsubscribed$/,
      ),
    });
    expect(summary).toMatchObject({
      restored: many,
      edited: 0,
      stay: 2,
      failed: 0,
    });
    expect(await own()).toEqual(before);
    const again = await run(['undo', '-o', 'json']);
    expect(JSON.parse(again.stdout)).toMatchObject([{ undo: expect.stringMatching(/^undone /) }]);
  });

  test('a person who has signed up since is not marked', async () => {
    const here = await account();
    let hasSignedUp = false;
    const { env } = await troubled(
      here,
      'GET /v1/subscribers?per_page=500',
      async ({ carryOut, response }) => {
        const { text } = await carryOut();
        response.end(hasSignedUp ? text.replaceAll('"source":"api"', '"source":"form"') : text);
      },
    );
    here.write('people.csv', 'Email\njob-fails@x.org\nc@x.org\n');
    expect((await here.run(['import', 'people.csv'], { env })).status).toBe(8);
    await here.call('POST', '/v1/subscribers', { email: 'c@x.org' });
    hasSignedUp = true;
    const words = await undoing(here.run, '--status', 'wrong', '--yes', '--json');
    const undone = await here.run(words, { env });
    expect(undone.status, undone.stderr).toBe(8);
    expect(JSON.parse(undone.stdout)).toMatchObject({ stay: 0, marked: 0, missing: ['job-fails@x.org'] });
    expect(await here.people()).toMatchObject([{ email: 'c@x.org', tags: [] }]);
  });

  test('nothing is undone while a job may still change somebody', async () => {
    const here = await account({ importSeconds: 60 });
    await here.call('POST', '/v1/subscribers', { email: 'a@x.org', tags: ['old'] });
    here.write('people.csv', 'Email,Tags\na@x.org,new\n');
    expect((await here.run(['import', 'people.csv', '--no-wait'])).status).toBe(0);
    const { status, stderr } = await here.run(await undoing(here.run, '--yes'));
    expect(status).toBe(6);
    expect(stderr).toContain('newsletter imports watch');
    expect(await here.people()).toMatchObject([{ tags: ['old'] }]);
  });

  test('of an import whose only row the service skipped has nothing to restore', async () => {
    const here = await account();
    const { id } = await here.call('POST', '/v1/subscribers', { email: 'a@x.org', tags: ['old'] });
    await here.call('PATCH', `/v1/subscribers/${id}`, { status: 'unsubscribed' });
    here.write('people.csv', 'Email,Tags\na@x.org,new\n');
    await here.run(['import', 'people.csv']);
    const listed = JSON.parse((await here.run(['undo', '-o', 'json'])).stdout);
    expect(listed).toMatchObject([{ changes: 0, restore: 0, undo: 'nothing to restore' }]);
  });

  test('of an import of new people promises nothing, and says who stays', async () => {
    const here = await account();
    here.write('people.csv', 'Email\na@new.org\nb@new.org\n');
    const ended = await here.run(['import', 'people.csv', '--tag', 'x']);
    expect(ended.stderr).toMatch(
      /^To take new people off the list: newsletter undo \w+ --status unsubscribed$/m,
    );
    expect(ended.stderr).not.toContain('To undo');
    const listed = JSON.parse((await here.run(['undo', '-o', 'json'])).stdout);
    expect(listed).toMatchObject([{ restore: 0, stay: 2, undo: 'new people stay' }]);
    const shown = here.atTerminal(['undo'], { columns: 40 });
    await shown.ended;
    for (const said of [shown.screen().replace(/\s+/g, ' '), (await here.run(['undo'])).stderr])
      expect(said).toContain('to take new people off the list: newsletter undo <run> --status unsubscribed');
    const words = await undoing(here.run, '--yes', '-o', 'json');
    for (const more of [['--dry-run'], []]) {
      const undone = await here.run([...words, ...more]);
      expect(undone.status).toBe(8);
      expect(JSON.parse(undone.stdout)).toMatchObject({ restored: 0, stay: 2 });
      expect(JSON.parse(undone.stderr).error.hint).toContain(`undo ${words[1]} --status unsubscribed`);
    }
    const plain = await here.run(words.filter(word => !['-o', 'json'].includes(word)));
    expect(plain.stderr).toContain('2 new: stay, since the service cannot delete people:');
    expect(plain.stderr.match(/--status unsubscribed/g)).toHaveLength(1);
    expect((await here.run([...words, '--status', 'unsubscribed'])).status).toBe(0);
    expect(await here.run([...words, '--status', 'unsubscribed'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/is already undone [-\d]+, with status unsubscribed/),
    });
  });

  test.each([[['--yes']], [['--dry-run']], [['--status', 'unsubscribed']]])(
    'with %j and without a run it is a usage error',
    async more => {
      const { run } = await imported();
      const ended = await run(['undo', ...more]);
      expect(ended.status).toBe(2);
      expect(ended.stderr).toContain('undo needs the id of a run');
    },
  );

  test('Ctrl-C lets what is under way end and be counted; run again, the undo restores the rest', async () => {
    const { interrupted, run, undo, own, before, sandbox } = await imported({ latency: 20 });
    const patches = () => sandbox.requests()['PATCH /v1/subscribers/{id}'] ?? 0;
    const { status, stderr } = await interrupted(await undoing(run, '--yes'), {
      when: () => patches() >= 10,
      signal: 'SIGINT',
    });
    expect(status).toBe(130);
    expect(stderr).toContain('Stopping after the changes under way; press Ctrl-C again to stop now.\n');
    const restored = Number(/interrupted: (\d+) subscribers restored so far/.exec(stderr)?.[1]);
    expect(restored).toBe(patches());
    expect((await undo()).summary).toMatchObject({ restored: many - restored, failed: 0 });
    expect(patches()).toBe(many);
    expect(await own()).toEqual(before);
  });
});

describe('what this machine keeps', () => {
  test('what is kept of an import can be read by its owner only', async () => {
    const { runs } = await imported();
    const [id = ''] = readdirSync(runs());
    expect(statSync(join(runs(), id)).mode & 0o777).toBe(0o700);
    expect(statSync(join(runs(), id, 'changes.ndjson')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(runs(), id, 'created.txt'), 'utf8')).toBe('a@new.org\nb@new.org\n');
  });
});
