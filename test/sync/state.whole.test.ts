/** What a sync keeps between its runs: its state, lost or damaged; plans; runs that were interrupted. */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../support/account.ts';
import { result, shop, statesOf, ten, three } from './shop.ts';

describe('the state of a sync', () => {
  it('says that people to whom it gave a status before its state was lost have it still', async () => {
    const { sync, home } = await shop();
    const leaving = ['--missing', 'status:unsubscribed', '--max-missing', '2'];
    await sync(three);
    await sync(three.replace(/(?:ann|bob)@.*\n/g, ''), ...leaving);
    rmSync(join(home, 'settings', 'syncs'), { recursive: true });
    const ended = await sync(three, ...leaving);
    expect(ended.status).toBe(8);
    expect(ended.stderr).toContain('people whom it gave the status unsubscribed have it still');
  });

  it('knows people by its mark who were kept in the run that found its state lost', async () => {
    const { sync, home, shown } = await shop();
    const rules = ['--mark', 'shop', '--missing', 'tag:former'];
    await sync(three, ...rules);
    rmSync(join(home, 'settings', 'syncs'), { recursive: true });
    const without = three.replace(/ann@.*\n/, '');
    const bad = `${without}no address,Rome\n# rows: 3\n`;
    const tolerating = [...rules, '--max-rejects', '1'];
    // The bad row may be hers: no run had it, until it is said that it is not.
    for (let night = 0; night < 2; night++)
      expect(result(await sync(bad, ...tolerating))).toMatchObject({ missing_kept: 1 });
    await sync(bad, ...tolerating, '--missing', 'keep');
    expect(result(await sync(bad, ...tolerating))).toMatchObject({ missing: 1, removed: 1, opted_out: 0 });
    expect((await shown())['ann@example.org']).toContain('former');
  });

  it('takes the tag of --missing back from people who were marked when its state was lost', async () => {
    const { sync, home, shown } = await shop();
    const rules = wordsOf('--mark shop --missing tag:former --map ok=skip --opt-out-value ok=no');
    const said = (ok: string) => `email,ok\nann@example.org,${ok}\nbob@example.org,yes\n`;
    await sync(said('yes'), ...rules);
    rmSync(join(home, 'settings', 'syncs'), { recursive: true });
    await sync(said('no'), ...rules);
    expect((await shown())['ann@example.org']).toContain('former');
    await sync(said('yes'), ...rules);
    expect((await shown())['ann@example.org']).not.toContain('former');
  });

  it.each([
    [
      'the mark of its people',
      ['--mark', 'shop'],
      'runs',
      { maybe_left: 1, last: 2 },
      'is lost, or on another machine',
    ],
    ['its last run', [], 'no folder', { maybe_left: 1, last: null }, 'is lost; its last run was on 20'],
  ] as const)(
    'when its state is lost and %s is known, then it says so, and creates and changes nobody',
    async (_, mark, alsoLost, counts, message) => {
      const { sync, day, home, fates, writes } = await shop();
      await sync(three, ...mark);
      await day(account => account.delete('ann@example.org'));
      for (const name of ['syncs', alsoLost])
        rmSync(join(home, 'settings', name), { recursive: true, force: true });
      fates(() => 'answered');
      const ended = await sync(three.replace('Oslo', 'Lima'), ...mark);
      expect(ended.status).toBe(8);
      const { error } = JSON.parse(ended.stderr) as {
        error: { message: string; details: string[]; hint: string };
      };
      expect(error.message).toContain(message);
      expect(error.details).toEqual([
        expect.stringContaining('not in the account, and not created since the state was lost'),
        'ann@example.org (line 2)',
      ]);
      expect(error.hint).toContain(
        'to take the values of the source: newsletter sync - --name shop --own city',
      );
      expect(error.hint).toContain('to create them: newsletter sync - --name shop --recreate');
      expect(result(ended)).toMatchObject({ changed: 0, left_alone: 1, state_lost: true, ...counts });
      expect(writes()).toEqual([]);
      // As long as people are not created, with the other things to decide.
      const next = await sync(three.replace('Oslo', 'Lima'), ...mark);
      expect(next.stderr).toContain(
        '; to take the values of the source: newsletter sync - --name shop --own city',
      );
    },
  );

  it('knows an account by its id, not by an address that can be spelled in two ways', async () => {
    const { sync, run, home } = await shop();
    await sync(three);
    const [{ base_url: url }] = JSON.parse((await run(['undo', '-o', 'json'])).stdout) as [
      { base_url: string },
    ];
    const env = { NEWSLETTER_BASE_URL: url.replace('127.0.0.1', 'localhost') };
    const plan = join(home, 'plan.json');
    const words = ['sync', '-', '--name', 'shop', '-o', 'json', '--max-changes', '9'];
    const other = await run([...words, '--plan-out', plan], three.replace('Rome', 'Lima'), { env });
    expect(result(other)).toMatchObject({ last: 3, changed: 1, state_lost: false });
    const applied = await run(['sync', 'apply', plan, '-o', 'json']);
    expect(await run(['undo', String(result(applied).run), '--yes'], '', { env })).toMatchObject({
      status: 0,
    });
  });

  it('when its state is lost and its last run changed nobody, then it creates nobody who may have left', async () => {
    const { sync, run, day, home, fates, writes } = await shop();
    await run(['sync', '-', '--name', 'club', '--create-fields'], three);
    expect(result(await sync(three))).toMatchObject({ unchanged: 3, run: null });
    await day(account => account.delete('ann@example.org'));
    rmSync(join(home, 'settings', 'syncs'), { recursive: true });
    fates(() => 'answered');
    expect(result(await sync(three))).toMatchObject({ state_lost: true, new: 0, maybe_left: 1 });
    expect(writes()).toEqual([]);
  });

  it('says every night who may have left while its state was lost, until they are created', async () => {
    const { sync, run, day, home, shown } = await shop();
    await sync(three);
    await day(account => account.delete('ann@example.org'));
    rmSync(join(home, 'settings', 'syncs'), { recursive: true });
    expect((await sync(three)).status).toBe(8);
    const words = ['sync', '-', '--name', 'shop', '--quiet', '--max-missing', '1'];
    const said = {
      status: 8,
      stderr: [
        '! not in the account, and not created since the state was lost, so that they may have left: 1 person',
        '  ann@example.org (line 2)',
        'hint: to create them: newsletter sync - --name shop --recreate, with the other options of this run; to leave them out: --suppress <file>',
        '',
      ].join('\n'),
    };
    expect(await run(words, three)).toMatchObject(said);
    expect(await run(words, three)).toMatchObject(said);
    // Left out for a night, they are still not known to have left.
    const left = join(home, 'left.csv');
    writeFileSync(left, 'email\nann@example.org\n');
    expect(await run([...words, '--suppress', left], three)).toMatchObject({ status: 0, stderr: '' });
    expect(await run(words, three)).toMatchObject(said);
    expect(await shown()).not.toHaveProperty('ann@example.org');
    expect(result(await sync(three, '--recreate'))).toMatchObject({ created: 1 });
    expect(await run(words, three)).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    ['of a later version', (text: string) => text.replace('"version":1', '"version":2')],
    ['of another account', (text: string) => text.replace(/"account":"[^"]*"/, '"account":"another"')],
    ['of another sync', (text: string) => text.replace('"sync":"shop"', '"sync":"club"')],
    ['cut between two people', (text: string) => text.split('\n').slice(0, 3).join('\n')],
    ['empty', () => ''],
  ] as const)('when its private file is %s, then it is refused, and nobody is touched', async (_, damage) => {
    const { sync, home, fates, writes } = await shop();
    await sync(three);
    const [path = ''] = statesOf(home);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    writeFileSync(path, damage(readFileSync(path, 'utf8')));
    fates(() => 'answered');
    const ended = await sync(three.replace('Rome', 'Lima'));
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain(`to start over, which changes nobody: remove ${path}`);
    expect(writes()).toEqual([]);
  });
});

describe('a plan', () => {
  it('is shown by --dry-run: a screenful for people, a record for scripts', async () => {
    const { sync, run, fates, writes } = await shop();
    await sync(three);
    fates(() => 'answered');
    const list = `${three.replace('Rome', 'Lima')}dan@example.org,Rome\n`;
    expect(result(await sync(list, '--dry-run'))).toMatchObject({
      ...{ dry_run: true, new: 1, changed: 1 },
      changes: [
        { before: { fields: { city: 'Rome' } }, after: { fields: { city: 'Lima' } } },
        { do: 'create', email: 'dan@example.org' },
      ],
    });
    const { stderr } = await run(wordsOf('sync - --name shop --max-changes 3 --dry-run'), list);
    expect(stderr).toContain('sync shop: 4 people in stdin (3 people at the last run, 20');
    expect(stderr).toMatch(
      /\n {2}1 {2}new\n {2}1 {2}changed {4}city 1\n {2}2 {2}unchanged\n {2}new: dan@example\.org \(line 5\)\n {2}ann@example\.org\n {4}fields\.city: Rome → Lima\n/,
    );
    expect(writes()).toEqual([]);
  });

  it('is saved, reviewed and carried out; a second time it is outdated', async () => {
    const { sync, run, shown, home, fates, writes } = await shop();
    await sync(three);
    fates(() => 'answered');
    const plan = join(home, 'plan.json');
    const list = `${three.replace('Rome', 'Lima')}dan@example.org,Rome\n`;
    await sync(list, '--plan-out', plan);
    expect(writes()).toEqual([]);
    expect(JSON.parse(readFileSync(plan, 'utf8'))).toMatchObject({ run: { sync: 'shop', changes: 2 } });
    expect(statSync(plan).mode & 0o777).toBe(0o600);
    expect(await run(['sync', 'apply', plan, '-o', 'json'])).toMatchObject({ status: 0 });
    expect(await shown()).toMatchObject({ 'ann@example.org': 'Lima', 'dan@example.org': 'Rome' });
    const again = await run(['sync', 'apply', plan]);
    expect(again.status).toBe(5);
    expect(again.stderr).toContain('sync shop has run since the plan was saved');
    expect(result(await sync(list))).toMatchObject({ unchanged: 4 });
  });

  it.each([
    [
      'somebody was changed by hand',
      'ann@example.org',
      { values: { city: 'Paris' }, tags: [], source: 'api', isUnsubscribed: false },
    ],
    [
      'somebody new has signed up',
      'dan@example.org',
      { values: {}, tags: [], source: 'form', isUnsubscribed: false },
    ],
  ] as const)('when %s since, then nothing of it is done', async (_, email, person) => {
    const { sync, run, home, day, fates, writes } = await shop();
    await sync(three);
    const plan = join(home, 'plan.json');
    await sync(`${three.replace('Rome', 'Lima')}dan@example.org,Rome\n`, '--plan-out', plan);
    await day(account => account.set(email, person));
    fates(() => 'answered');
    const ended = await run(['sync', 'apply', plan, '-o', 'json']);
    expect(ended.status).toBe(5);
    expect(ended.stderr).toContain('"code":"plan_outdated"');
    expect(ended.stderr).toContain(email);
    expect(writes()).toEqual([]);
  });

  it('of another account is refused', async () => {
    const [{ sync, home }, { run }] = [await shop(), await shop()];
    const plan = join(home, 'plan.json');
    await sync(three, '--plan-out', plan);
    expect(await run(['sync', 'apply', plan])).toMatchObject({ status: 3 });
  });

  it('that was changed after it was saved is refused, and the next one is not disturbed', async () => {
    const { sync, run, home, fates, writes } = await shop();
    const plan = join(home, 'plan.json');
    await sync(three, '--plan-out', plan);
    const saved = JSON.parse(readFileSync(plan, 'utf8')) as object;
    const said = { status: 2, stderr: expect.stringContaining('was changed after it was saved') };
    fates(() => 'answered');
    for (const edited of [{}, { ...saved, state: 'other' }]) {
      writeFileSync(plan, JSON.stringify(edited));
      expect(await run(['sync', 'apply', plan])).toMatchObject(said);
    }
    expect(writes()).toEqual([]);
    // Other white space is no other plan.
    writeFileSync(plan, JSON.stringify(saved));
    expect(await run(['sync', 'apply', plan])).toMatchObject({ status: 0 });
  });
});

describe('a run that was interrupted', () => {
  it('is within the limits when it is run again, as the first one was', async () => {
    const { strict, fates, shown, home } = await shop();
    let writes = 0;
    fates(isWrite => (isWrite && ++writes > 4 ? 'lost' : 'answered'));
    const cut = await strict(ten, '--retries', '0', '--max-wait', '0', '--concurrency', '1');
    expect(cut.status).toBe(9);
    expect(cut.stderr).toContain(
      'run the same sync again, it sends the rest: newsletter sync - --name shop, with',
    );
    // Also after one that ended before it sent anything, and a plan that was not carried out.
    fates(() => 'lost');
    expect((await strict(ten, '--retries', '0', '--max-wait', '0')).status).toBe(7);
    fates(() => 'answered');
    expect(await strict(ten, '--plan-out', join(home, 'plan.json'))).toMatchObject({ status: 0 });
    const next = await strict(ten);
    expect(next.status, next.stderr).toBe(0);
    expect(Object.keys(await shown())).toHaveLength(10);
    expect((await strict(ten.replaceAll('Rome', 'Oslo'))).status).toBe(5);
  });
});

describe('a run whose process was killed', () => {
  it('and whose state was lost since: then it is not taken for the whole state', async () => {
    const { sync, day, home, fates, writes } = await shop();
    await sync(three);
    fates(isWrite => (isWrite ? 'lost' : 'answered'));
    await sync(three.replace('Rome', 'Lima'), '--retries', '0', '--max-wait', '0');
    rmSync(join(home, 'settings', 'syncs'), { recursive: true });
    await day(account => account.delete('bob@example.org'));
    fates(() => 'answered');
    expect(result(await sync(three))).toMatchObject({ state_lost: true, new: 0, maybe_left: 1 });
    expect(writes()).toEqual([]);
  });

  it('in its first request: then how many it reached is unknown, not zero', async () => {
    const { sync, run, fates } = await shop();
    await sync(three);
    const changed = three.replace('Rome', 'Lima');
    fates(isWrite => (isWrite ? 'unanswered' : 'answered'));
    const { run: id } = result(await sync(changed, '--retries', '0', '--max-wait', '0'));
    const listed = async () =>
      (JSON.parse((await run(['undo', '-o', 'json'])).stdout) as Record<string, unknown>[]).find(
        one => one.run === id,
      );
    const unknown = { changes: null, stay: null, restore: null, undo: 'possible' };
    expect(await listed()).toMatchObject(unknown);
    fates(() => 'answered');
    await sync(changed);
    expect(await listed()).toMatchObject(unknown);
  });

  it('in the request of a creation that is refused later: then it did not arrive', async () => {
    const { sync, home, fates } = await shop();
    await sync(three);
    const more = `${three}dan@example.org,Rome\n`;
    fates(isWrite => (isWrite ? 'lost' : 'answered'));
    expect((await sync(more, '--retries', '0', '--max-wait', '0')).status).toBe(9);
    const remembered = () => readFileSync(statesOf(home)[0] ?? '', 'utf8');
    expect(remembered()).toContain('"created":"maybe"');
    fates(isWrite => (isWrite ? 'refused' : 'answered'));
    expect(result(await sync(more))).toMatchObject({ new: 1, refused: 1 });
    expect(remembered()).not.toContain('dan@');
  });

  it('before it was noted: then a dry run plans what the next run will do, and notes nothing', async () => {
    const { sync, run, home, shown } = await shop();
    const { run: id } = result(await sync(three));
    const facts = join(home, 'settings', 'runs', String(id), 'run.json');
    const killed = { ...JSON.parse(readFileSync(facts, 'utf8')), ended_at: null, is_noted: false };
    writeFileSync(facts, JSON.stringify(killed));
    rmSync(join(home, 'settings', 'syncs'), { recursive: true });
    const fewer = three.replace('cy@example.org,Bonn\n', '');
    const more = ['--missing', 'tag:former'];
    const dry = await sync(fewer, ...more, '--dry-run');
    expect(result(dry)).toMatchObject({ last: 3, missing: 1, unchanged: 2, state_lost: false });
    const { stderr } = await run(['sync', '-', '--name', 'shop', '--dry-run'], fewer);
    expect(stderr).toMatch(/The run of .* UTC has not ended: 3 of 3 people sent/);
    expect(JSON.parse(readFileSync(facts, 'utf8'))).toEqual(killed);
    expect(result(await sync(fewer, ...more))).toMatchObject({ last: 3, missing: 1, unchanged: 2 });
    expect(await shown()).toMatchObject({ 'cy@example.org': 'Bonn former' });
  });
});
