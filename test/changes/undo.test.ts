/** `newsletter undo` against services of several kinds, and with what version 0.1.0 has stored. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runsFolder } from '../../src/changes/runs.ts';
import { withLock } from '../../src/lib/lock.ts';
import { fileNameOf } from '../../src/people/local-account.ts';
import { four } from '../support/four-people.ts';
import { start } from '../support/program.ts';
import type { Plain } from '../support/service.ts';

type Four = Awaited<ReturnType<typeof four>>;

const program = ({ env, home }: Four, ...words: readonly string[]) => start(words, { env, home }).ended;

describe('a run that is undone', () => {
  it('when the first person does not get the earlier tags, then nobody else is changed', async () => {
    // Tags can be added, and not removed.
    const here = await four(({ tags: own }, { tags }) => ({ tags: [...new Set([own, tags].flat())] }));
    await here.run('update', '--all', '--add-tag', 'x');
    const ended = await program(here, 'subscribers', 'undo', '--yes');
    expect(ended).toMatchObject({
      status: 8,
      stderr: expect.stringContaining(
        'error: ann@example.org was not restored: expected tags ["press"], got ["press","x"]\n  no further changes were sent\n',
      ),
    });
    expect(here.changes()).toBe(5);
  });

  it('when another process is undoing, then nothing is sent', async () => {
    const here = await four((_, body) => body);
    await here.run('update', '--all', '--add-tag', 'x');
    const path = join(runsFolder(here.settings), `${fileNameOf({ id: 'a', baseUrl: here.url })}.lock`);
    const busy = () => new Error('the lock is free') as never;
    const ended = await withLock(path, { busy }, () => program(here, 'subscribers', 'undo', '--yes'));
    expect(ended).toMatchObject({
      status: 6,
      stderr: expect.stringContaining('another process is changing subscribers of this account'),
    });
    expect(here.changes()).toBe(4);
  });

  it('when somebody was deleted and added again, then the new person is not changed', async () => {
    const here = await four((_, body) => body);
    await here.run('update', '--all', '--add-tag', 'x');
    here.edit(people => people.map(one => (one.id === 'bob' ? { ...one, id: 'bob-2' } : one)));
    const ended = await program(here, 'subscribers', 'undo', '--yes', '--json');
    expect(JSON.parse(ended.stdout)).toMatchObject({ restored: 3, gone: 1, missing: ['bob@example.org'] });
    expect([ended.status, here.changes()]).toEqual([8, 7]);
    expect(here.state().map(({ tags }) => tags)).toEqual([['press'], ['press', 'x'], ['press'], ['press']]);
  });

  it('when it is undone, then it is listed as such, and each name of the command takes its id', async () => {
    const here = await four((_, body) => body);
    const before = here.state();
    await here.run('update', '--all', '--add-tag', 'x');
    const list = async () => JSON.parse((await program(here, 'undo', '--json')).stdout) as Plain[];
    const [run] = await list();
    expect(run).toMatchObject({ kind: 'update', what: 'add tag "x"', changes: 4, undo: 'possible' });
    const ended = await program(here, 'imports', 'undo', String(run?.run).slice(0, 6), '--yes', '--json');
    expect(JSON.parse(ended.stdout)).toMatchObject({
      kind: 'update',
      restored: 4,
      verified: { different: 0 },
    });
    expect(here.state()).toEqual(before);
    expect(await list()).toMatchObject([{ undo: expect.stringMatching(/^undone /) }]);
  });

  it('when it stopped after one of four, then the list says so', async () => {
    const here = await four(() => ({ tags: ['other'] }));
    await here.run('update', '--all', '--add-tag', 'x');
    const { stdout } = await program(here, 'undo', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ ended_at: null, changes: 1, undo: 'possible' }]);
  });

  it('when it is undone, then stderr says once how many were restored', async () => {
    const here = await four((_, body) => body);
    await here.run('update', '--all', '--add-tag', 'x');
    const ended = await program(here, 'subscribers', 'undo', '--yes');
    expect(ended.stderr.match(/\brestored\b/gi) ?? []).toEqual([]);
    expect(ended.stderr).toContain('  verified: 4 of 4\n');
  });
});

describe('a run that version 0.1.0 has stored', () => {
  const fields = { city: 'Rome', nick: 'x' };
  /** The facts that both kinds had, and a file of the people. */
  const stored = async (root: string, facts: Plain, file: string, person: Plain) => {
    const here = await four((_, body) => body);
    const folder = join(here.settings, root, '0123abcd');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const common = { id: '0123abcd', account: 'a', base_url: here.url, undone_at: null };
    const run = { ...common, started_at: new Date().toISOString(), ...facts };
    writeFileSync(join(folder, 'run.json'), JSON.stringify(run));
    writeFileSync(
      join(folder, file),
      `${JSON.stringify({ place: 0, email: 'ann@example.org', ...person })}\n`,
    );
    return here;
  };
  const update = async () =>
    await stored('updates', { what: 'add tag "press"', changes: 1, ended_at: null }, 'steps.ndjson', {
      id: 'ann',
      before: { tags: [] },
      after: { tags: ['press'] },
    });
  const imported = async (facts: Plain = {}) =>
    await stored(
      join('imports', 'runs'),
      {
        ...{ finished_at: new Date().toISOString(), files: ['a.csv'], account_name: 'x', profile: 'default' },
        ...{ accepted: 1, created: 0, updated: 1, unchanged: 0, not_compared: null, tag_ids: 0, tags: 'add' },
        ...{
          compared: { subscribers: 4, new: 0, changed: 1, unchanged: 0, left: 0, fields: {} },
          variables: {},
        },
        ...facts,
      },
      'before.ndjson',
      { id: 'ann', fields, tags: [], sent: { fields: {}, tags: ['press'] } },
    );

  it.each([
    ['an update', update],
    ['an import', imported],
  ])('when it is %s, then it is listed and can be undone', async (_, prepare) => {
    const here = await prepare();
    expect((await program(here, 'undo')).stdout).toMatch(/^0123abcd\t.*\tpossible\n$/);
    const ended = await program(here, 'undo', '0123abcd', '--yes', '--json');
    expect(ended.status, ended.stderr).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ restored: 1, verified: { checked: 1, different: 0 } });
    expect(here.state().map(({ tags }) => tags)).toEqual([[], ['press'], ['press'], ['press']]);
  });

  it('when an update was interrupted, then it goes on', async () => {
    const here = await update();
    here.edit(people => people.map(one => (one.id === 'ann' ? { ...one, tags: [] } : one)));
    const ended = await here.run('update', '--resume');
    expect([ended.status, here.changes()], ended.stderr).toEqual([0, 1]);
  });

  it('when an import was not compared with the account, then it says why it cannot be undone', async () => {
    const ended = await program(await imported({ not_compared: '--compare never' }), 'undo', '0123abcd');
    expect(ended).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('cannot be undone: not compared with the account: --compare never'),
    });
  });
});
