import { describe, expect, it } from 'vitest';
import { four } from '../support/four-people.ts';
import { start } from '../support/program.ts';
import type { Plain } from '../support/service.ts';

type Four = Awaited<ReturnType<typeof four>>;

const program = ({ env, home }: Four, ...words: readonly string[]) => start(words, { env, home }).ended;

const notListed =
  'not listed, since undo does not have them: changes of one person, emails, groups, fields, tags\n';

describe('a run that is undone', () => {
  it('is undone by the beginning of its id, and listed as undone', async () => {
    const here = await four((_, body) => body);
    const before = here.state();
    await here.run('update', '--all', '--add-tag', 'x');
    const list = async () => JSON.parse((await program(here, 'undo', '--json')).stdout) as Plain[];
    const [run] = await list();
    expect(run).toMatchObject({ kind: 'update', what: 'add tag "x"', changes: 4, undo: 'possible' });
    expect((await program(here, 'undo', String(run?.run))).status).toBe(2);
    const ended = await program(here, 'undo', String(run?.run).slice(0, 6), '--yes', '--json');
    expect(JSON.parse(ended.stdout)).toMatchObject({ kind: 'update', restored: 4 });
    expect(here.state()).toEqual(before);
    expect(await list()).toMatchObject([{ undo: expect.stringMatching(/^undone /) }]);
  });

  it('every field that the list prints can be asked for', async () => {
    const here = await four((_, body) => body);
    await here.run('update', '--all', '--add-tag', 'x');
    const listed = (await program(here, 'undo', '--json')).stdout;
    const fields = Object.keys((JSON.parse(listed) as [Plain])[0]);
    expect(fields).toContain('undone_at');
    expect(await program(here, 'undo', `--json=${fields.join()}`)).toMatchObject({
      stdout: listed,
      stderr: notListed,
    });
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
      { restore: 1, undo: expect.stringMatching(/^undone .*, 1 not restored$/) },
    ]);
    here.refuse(undefined);
    const { env, home } = here;
    const words = ['undo', String(run?.run), '--yes'];
    const again = await start(words, { env, home, terminal: ['stdout', 'stderr'] }).ended;
    expect(again.status).toBe(0);
    expect(again.stdout + again.stderr).toContain('Restored 1 subscriber (3 already as before)');
    expect(here.state()).toEqual(before);
    expect(await list()).toMatchObject([{ restore: 0, undo: expect.stringMatching(/^undone [-\d]+$/) }]);
  });

  it('of an update that gave a status alone is refused: the service does not show the earlier one', async () => {
    const here = await four((_, body) => body);
    await here.run('update', '--all', '--status', 'unsubscribed');
    const [{ run }] = JSON.parse((await program(here, 'undo', '--json')).stdout) as [Plain];
    const { status, stderr } = await program(here, 'undo', String(run), '--yes');
    const why = `error: run ${run} cannot be undone: a status cannot be restored\n`;
    expect([status, stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(here.changes()).toBe(4);
  });

  it('lists statuses as what stays, before and after it is undone', async () => {
    const here = await four(({ tags }, body) => ({ tags: body.tags ?? tags }));
    here.edit(([ann, ...others]) => [{ ...ann, tags: ['press', 'x'] } as never, ...others]);
    await here.run('update', '--all', '--add-tag', 'x', '--status', 'unsubscribed');
    const list = async () => JSON.parse((await program(here, 'undo', '--json')).stdout) as [Plain];
    const [{ run, ...listed }] = await list();
    expect(listed).toMatchObject({ changes: 4, restore: 3, undo: 'possible' });
    const ended = await program(here, 'undo', String(run), '--yes', '--json');
    expect(ended.status).toBe(8);
    expect(JSON.parse(ended.stdout)).toMatchObject({ to_restore: 3, restored: 3, statuses: 4 });
    expect(await list()).toMatchObject([{ undo: expect.stringMatching(/^undone .*, statuses stay: 4$/) }]);
  });

  it('is not undone in another account', async () => {
    const here = await four((_, body) => body);
    const other = await four((_, body) => body, undefined, 'b');
    await here.run('update', '--all', '--add-tag', 'x');
    const [{ run }] = JSON.parse((await program(here, 'undo', '--json')).stdout) as [Plain];
    const ended = async () => await program({ ...other, home: here.home }, 'undo', String(run), '--yes');
    const said = `error: run ${run} went to another account: x\n`;
    const hint = (text: string) => ({ status: 3, stderr: expect.stringContaining(text) });
    expect(await ended()).toMatchObject(hint(`${said}  at ${here.env.NEWSLETTER_BASE_URL}; no profile`));
    const line = ['login', '--api-key', '--profile', 'work'];
    expect((await start(line, { env: here.env, home: here.home, stdin: 'key' }).ended).status).toBe(0);
    expect(await ended()).toMatchObject(
      hint(`${said}hint: newsletter undo ${run} --profile work (not in a folder`),
    );
    expect(other.changes()).toBe(0);
  });

  it('on 80 columns, the list of runs shows whether each can be undone, and the command', async () => {
    const here = await four((_, body) => body);
    await here.run('update', '--all', '--add-tag', 'night trains');
    const [{ run }] = JSON.parse((await program(here, 'undo', '--json')).stdout) as [Plain];
    const terminal = ['stdin', 'stdout', 'stderr'] as const;
    const shown = start(['undo'], { env: here.env, home: here.home, terminal, columns: 80, stdin: 'open' });
    await shown.ended;
    expect(
      shown.screen().replace(/\d+ s ago +/, 'now'.padEnd(12)),
    ).toBe(`run       started_at  what                    restore  stay  undo
${run}  now         add tag "night trains"        4     0  possible
not listed, since undo does not have them: changes of one person, emails,
groups, fields, tags
to undo one: newsletter undo <run>
`);
  });

  it('without a run says in a log that there is nothing to undo', async () => {
    const here = await four((_, body) => body);
    const said = 'Nothing to undo: this machine has no runs.\n';
    expect(await program(here, 'undo')).toMatchObject({ status: 0, stdout: '', stderr: said + notListed });
    expect(await program(here, 'undo', '--json')).toMatchObject({ stdout: '[]\n', stderr: notListed });
  });
});
