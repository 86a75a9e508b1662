import { describe, expect, it } from 'vitest';
import { four } from '../support/four-people.ts';
import { start } from '../support/program.ts';
import type { Plain } from '../support/service.ts';
import { undoing } from '../support/undo.ts';

type Four = Awaited<ReturnType<typeof four>>;

const program = ({ env, home }: Four, ...words: readonly string[]) => start(words, { env, home }).ended;

const undo = async (here: Four, ...more: readonly string[]) =>
  program(here, ...(await undoing(words => program(here, ...words), ...more)));

describe('a run that is undone', () => {
  it('when the first person does not get the earlier tags, then nobody else is changed', async () => {
    // Tags can be added, and not removed.
    const here = await four(({ tags: own }, { tags }) => ({ tags: [...new Set([own, tags].flat())] }));
    await here.run('update', '--all', '--add-tag', 'x');
    const ended = await undo(here, '--yes');
    expect(ended).toMatchObject({
      status: 8,
      stderr: expect.stringContaining(
        'error: ann@example.org was not restored: expected tags ["press"], got ["press","x"]\n  no further changes were sent\n',
      ),
    });
    expect(here.changes()).toBe(5);
  });

  it('when somebody was deleted and added again, then the new person is not changed', async () => {
    const here = await four((_, body) => body);
    await here.run('update', '--all', '--add-tag', 'x');
    here.edit(people => people.map(one => (one.id === 'bob' ? { ...one, id: 'bob-2' } : one)));
    const ended = await undo(here, '--yes', '--json');
    expect(JSON.parse(ended.stdout)).toMatchObject({ restored: 3, gone: 1, missing: ['bob@example.org'] });
    expect([ended.status, here.changes()]).toEqual([8, 7]);
    expect(here.state().map(({ tags }) => tags)).toEqual([['press'], ['press', 'x'], ['press'], ['press']]);
  });

  it('when it is undone, then it is listed as such; a part of its id is enough', async () => {
    const here = await four((_, body) => body);
    const before = here.state();
    await here.run('update', '--all', '--add-tag', 'x');
    const list = async () => JSON.parse((await program(here, 'undo', '--json')).stdout) as Plain[];
    const [run] = await list();
    expect(run).toMatchObject({ kind: 'update', what: 'add tag "x"', changes: 4, undo: 'possible' });
    const ended = await program(here, 'undo', String(run?.run).slice(0, 6), '--yes', '--json');
    expect(JSON.parse(ended.stdout)).toMatchObject({ kind: 'update', restored: 4 });
    expect(here.state()).toEqual(before);
    expect(await list()).toMatchObject([{ undo: expect.stringMatching(/^undone /) }]);
  });

  it('when the service refused one of four, then the list says so until that one is restored, too', async () => {
    const here = await four((_, body) => body);
    const before = here.state();
    await here.run('update', '--all', '--add-tag', 'x');
    const list = async () => JSON.parse((await program(here, 'undo', '--json')).stdout) as Plain[];
    const [run] = await list();
    here.refuse('bob');
    expect((await program(here, 'undo', String(run?.run), '--yes')).status).toBe(8);
    expect(await list()).toMatchObject([
      { can_restore: 1, undo: expect.stringMatching(/^undone .*, 1 refused by the service$/) },
    ]);
    here.refuse(undefined);
    expect((await program(here, 'undo', String(run?.run), '--yes')).status).toBe(0);
    expect(here.state()).toEqual(before);
    expect(await list()).toMatchObject([{ can_restore: 0, undo: expect.stringMatching(/^undone [-\d]+$/) }]);
  });

  it('on 80 columns, the list of runs shows whether each can be undone, and the command', async () => {
    const here = await four((_, body) => body);
    await here.run('update', '--all', '--add-tag', 'night trains');
    const [{ run }] = JSON.parse((await program(here, 'undo', '--json')).stdout) as [Plain];
    const terminal = ['stdin', 'stdout', 'stderr'] as const;
    const shown = start(['undo'], { env: here.env, home: here.home, terminal, columns: 80, stdin: 'open' });
    await shown.ended;
    expect(shown.screen()).toBe(`run       started_at  what                    can_restore  stay  undo
${run}  now         add tag "night trains"            4     0  possible
to undo one: newsletter undo <run>
`);
  });

  it('without a run says in a log that there is nothing to undo', async () => {
    const here = await four((_, body) => body);
    const said = 'Nothing to undo: this machine has no runs.\n';
    expect(await program(here, 'undo')).toMatchObject({ status: 0, stdout: '', stderr: said });
    expect(await program(here, 'undo', '--json')).toMatchObject({ stdout: '[]\n', stderr: '' });
  });

  it('when it stopped after one of four, then the list says so', async () => {
    const here = await four(() => ({ tags: ['other'] }));
    await here.run('update', '--all', '--add-tag', 'x');
    const { stdout } = await program(here, 'undo', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ ended_at: null, changes: 1, undo: 'possible' }]);
  });
});
