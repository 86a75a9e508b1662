/** `newsletter sync` through the front door: against the sandbox, and behind a proxy that cuts requests. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../support/account.ts';
import { testClock } from '../support/clock.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter, type ProgramOptions } from '../support/program.ts';
import { type Fate, world } from './world.ts';

const three = 'email,city\nann@example.org,Rome\nbob@example.org,Oslo\ncy@example.org,Bonn\n';
const ten = `email,city\n${Array.from({ length: 10 }, (_, i) => `p${i}@example.org,Rome`).join('\n')}\n`;

async function shop() {
  const { env, ...account } = await world();
  const home = temporaryFolder();
  const words = ['sync', '--name', 'shop', '--create-fields', '-o', 'json'];
  const run = (line: readonly string[], stdin = '', more: ProgramOptions = {}) =>
    newsletter(line, { home, stdin, clock: testClock(), ...more, env: { ...env, ...more.env } });
  return {
    ...account,
    home,
    run,
    /** Syncs a text, with wide limits. */
    sync: (text: string, ...more: readonly string[]) =>
      run([...words, '-', '--max-changes', '200%', '--max-missing', '50%', ...more], text),
    strict: (text: string, ...more: readonly string[]) => run([...words, '-', ...more], text),
    /** City and tags of everybody. */
    shown: async () =>
      Object.fromEntries(
        [...(await account.people())].map(([email, { values, tags }]) => [
          email,
          [values.city ?? '', ...tags].join(' '),
        ]),
      ),
  };
}

const result = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as Record<string, unknown>;

describe('a sync', () => {
  it('sends new and changed people only: nothing for the others', async () => {
    const { sync, fates, reads, writes, shown } = await shop();
    const first = await sync(three);
    expect(result(first)).toMatchObject({ new: 3, created: 3, updated: 0, last: null });
    expect(first.stderr).toBe('sync shop: 3 created, 0 updated, 0 removed, 3 read\n');
    fates(() => 'answered');
    expect(result(await sync(three))).toMatchObject({ new: 0, changed: 0, unchanged: 3, run: null });
    expect(writes()).toEqual([]);
    // One reading of the account, and of what belongs to it.
    expect(reads().map(line => line.replace(/\?.*/, ''))).toEqual([
      'GET /v1/account',
      'GET /v1/fields',
      'GET /v1/subscribers',
    ]);
    const changed = result(await sync(three.replace('Rome', 'Lima')));
    expect(changed).toMatchObject({ changed: 1, updated: 1, unchanged: 2, by_field: { 'fields.city': 1 } });
    expect(writes()).toEqual(['PATCH /v1/subscribers/{id}']);
    expect(await shown()).toEqual({
      'ann@example.org': 'Lima',
      'bob@example.org': 'Oslo',
      'cy@example.org': 'Bonn',
    });
  });

  it('sends people whom the service refuses again each time, and tolerates so many as --max-rejects says', async () => {
    const { sync, fates, shown } = await shop();
    await sync(three);
    const list = `${three.replace('Rome', 'Lima')}dan@example.org,Rome\neve@example.org,Rome\n`;
    fates((isWrite, body) => (isWrite && /Lima|dan@/.test(body) ? 'refused' : 'answered'));
    const first = await sync(list);
    expect(first.status).toBe(8);
    expect(result(first)).toMatchObject({ created: 1, updated: 0, refused: 2, not_sent: 0 });
    expect(first.stderr).toContain('2 people were refused by the service');
    expect(first.stderr).toContain('dan@example.org (line 5): ');
    expect((await sync(list, '--max-rejects', '1')).status).toBe(8);
    const tolerated = await sync(list, '--max-rejects', '2');
    expect(tolerated).toMatchObject({ status: 0, stderr: expect.stringContaining('2 people were refused') });
    const gone = ['--missing', 'status:unsubscribed', '--max-missing', '3', '--max-rejects', '9'];
    const notRemoved = await sync(list.replace(/cy@.*\n/, ''), ...gone);
    expect(result(notRemoved)).toMatchObject({ refused: 2, removed: 1 });
    expect(notRemoved.status).toBe(0);
    fates(isWrite => (isWrite ? 'refused' : 'answered'));
    expect((await sync(list.replace(/(?:cy|bob)@.*\n/g, ''), ...gone)).status).toBe(8);
    fates(() => 'answered');
    expect(result(await sync(list))).toMatchObject({ created: 1, updated: 1 });
    expect(await shown()).toMatchObject({ 'ann@example.org': 'Lima', 'dan@example.org': 'Rome' });
  });

  it('counts a creation that the service does not find as refused: nobody has left', async () => {
    const { sync, fates } = await shop();
    fates(isWrite => (isWrite ? 'not found' : 'answered'));
    const ended = await sync('email\ndan@example.org\n');
    expect(result(ended)).toMatchObject({ created: 0, refused: 1, not_sent: 0 });
    expect(ended.stderr).toContain('1 person was refused by the service');
    fates(() => 'answered');
    expect(result(await sync('email\ndan@example.org\n'))).toMatchObject({ created: 1 });
  });

  it('when a column is gone, then it is said, what it gave stays, and only the tag of --missing is taken back', async () => {
    const { sync, run, shown } = await shop();
    const all =
      'email,city,tags\nann@example.org,Rome,vip\nbob@example.org,Oslo,vip\ncy@example.org,Bonn,b2b\n';
    await sync(all);
    const former = ['--missing', 'tag:former'];
    await sync(all.replace('cy@example.org,Bonn,b2b\n', ''), ...former);
    const narrow = 'email\nann@example.org\nbob@example.org\ncy@example.org\n';
    expect((await run(['sync', '-', '--name', 'shop', '--dry-run'], narrow)).stderr).toContain(
      'stdin has no column for city, tags any more: what it gave stays',
    );
    expect(result(await sync(narrow, ...former))).toMatchObject({
      columns_gone: ['city', 'tags'],
      left_alone: 0,
    });
    const kept = {
      'ann@example.org': 'Rome vip',
      'bob@example.org': 'Oslo vip',
      'cy@example.org': 'Bonn b2b',
    };
    expect(await shown()).toEqual(kept);
    const again = await sync(narrow, '--tag', 'news');
    expect(result(again)).toMatchObject({ columns_gone: ['tags'] });
    expect(Object.values(await shown())).toEqual(['Rome news vip', 'Oslo news vip', 'Bonn b2b news']);
    // It is back, and has the say again.
    const back = await sync(all.replace('Oslo,vip', 'Oslo,'), '--tag', 'news');
    expect(result(back)).toMatchObject({ columns_gone: [] });
    expect(await shown()).toMatchObject({
      'ann@example.org': 'Rome news vip',
      'bob@example.org': 'Oslo news',
    });
  });

  it('when a column that said who opted out is gone, then nothing is changed, until it is said that nobody has', async () => {
    const { sync, run, home, writes, fates, shown } = await shop();
    const asked = 'email,newsletter_ok\nann@example.org,yes\nbob@example.org,no\ncy@example.org,yes\n';
    // A plan that is saved and carried out remembers it as well.
    const plan = join(home, 'plan.json');
    await sync(asked, '--plan-out', plan);
    expect((await run(['sync', 'apply', plan])).status).toBe(0);
    fates(() => 'answered');
    const bare = asked.replaceAll(/,.*/g, '');
    for (const more of [[], ['--dry-run']])
      expect(await sync(bare, ...more)).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringMatching(/consent_unclear.*stdin has no column newsletter_ok any more/),
      });
    expect(writes()).toEqual([]);
    expect(result(await sync(bare, '--no-status-column'))).toMatchObject({ created: 1 });
    expect(Object.keys(await shown())).toHaveLength(3);
    // It was said once, and is remembered.
    expect((await sync(bare)).status).toBe(0);
  });

  it('gives those who opted out their status also when a limit stops the rest, unless they alone are too many', async () => {
    const { strict, people, writes, fates } = await shop();
    const all = ten.replace('city', 'city,newsletter_ok').replaceAll('Rome', 'Rome,yes');
    const leaving = ['--missing', 'status:unsubscribed'];
    await strict(all, ...leaving);
    fates(() => 'answered');
    const moved = all.replaceAll('Rome', 'Oslo');
    const one = moved.replace('p3@example.org,Oslo,yes', 'p3@example.org,Oslo,no');
    const saved = await strict(one, ...leaving, '--plan-out', 'plan.json');
    expect(saved.stderr).toContain('1 person who opted out not sent either');
    expect(result(saved)).toMatchObject({ plan: null });
    const two = one.replace('p4@example.org,Oslo,yes', 'p4@example.org,Oslo,no');
    const held = await strict(two, ...leaving, '--max-missing', '1');
    expect(held.status).toBe(5);
    expect(result(held)).toMatchObject({ last: 10, missing: 2, opted_out: 2, removed: 0, changes: [] });
    expect(JSON.parse(held.stderr).error.details).toEqual([
      'nothing was changed',
      '2 people who opted out not sent either',
    ]);
    expect((await strict(one, ...leaving, '--dry-run')).stderr).toContain(
      '1 person who opted out would get status:unsubscribed all the same',
    );
    expect(writes()).toEqual([]);
    const stopped = await strict(one, ...leaving);
    expect(stopped.status).toBe(5);
    expect(JSON.parse(stopped.stderr).error).toMatchObject({
      code: 'too_many_changes',
      details: ['1 of 1 person who opted out got status:unsubscribed, nobody else was changed'],
    });
    expect(result(stopped)).toMatchObject({
      changed: 9,
      updated: 0,
      removed: 1,
      changes: [{ do: 'missing' }],
    });
    expect(writes()).toEqual(['PATCH /v1/subscribers/{id}']);
    expect((await people()).get('p3@example.org')).toMatchObject({ isUnsubscribed: true });
    const fewer = await strict(one, ...leaving, '--max-changes', '9');
    expect(JSON.parse(fewer.stderr).error.message).toContain(
      '10 people (111.1% of the 9 of the last run), 1 of them',
    );
    const rest = await strict(one, ...leaving, '--max-changes', '200%');
    expect(result(rest)).toMatchObject({ updated: 9, removed: 0 });
  });

  it("names once whom it unsubscribes since their consent is empty, if at the last run nobody's was", async () => {
    const { sync, run } = await shop();
    const said = (...oks: readonly string[]) =>
      `email,newsletter_ok\n${oks.map((ok, i) => `p${i}@example.org,${ok}\n`).join('')}`;
    const leaving = ['--missing', 'status:unsubscribed', '--mark', 'shop', '--max-missing', '4'];
    await sync(said('1', '1', '1', '0', '1', '1'), ...leaving);
    const words = ['sync', '-', '--name', 'shop', '--max-changes', '4', ...leaving];
    const { status, stderr } = await run(words, said('', '', '0', '0', '1'));
    expect(status, stderr).toBe(8);
    expect(stderr).toMatch(
      / 1 {2}missing +not in the source any more.*\n *3 {2}opted out +marked in the source/,
    );
    expect(stderr).toMatch(
      /! consent is empty, which .* \(status:unsubscribed\): 2 people\n {2}p0@example\.org \(line 2\)\n {2}p1@/,
    );
    expect(stderr).toContain('to undo what it changed, but not the status unsubscribed: newsletter undo ');
    const next = await sync(said('', '', '0', '0', '1'), ...leaving, '--all-opt-outs');
    expect(next).toMatchObject({ status: 0 });
  });

  it('stops when too many have left the account, and then names those who have, once', async () => {
    const { strict, sync, run, day } = await shop();
    await strict(ten);
    await day(account => {
      for (const i of [1, 2, 3, 4]) account.delete(`p${i}@example.org`);
    });
    const stopped = await strict(ten);
    expect(stopped.status).toBe(5);
    expect(JSON.parse(stopped.stderr).error).toMatchObject({
      code: 'too_many_missing',
      message: expect.stringMatching(
        /^gone from the account since the last run: 4 people \(40% of the 10 of/,
      ),
    });
    const wide = wordsOf('sync - --name shop --max-missing 50%');
    const gone = [1, 2, 3].map(i => `\n  gone: p${i}@example.org (line ${i + 2})`).join('');
    expect((await run([...wide, '--dry-run'], ten)).stderr).toContain(gone);
    expect(result(await sync(ten))).toMatchObject({
      left_account: 4,
      just_left: 4,
      just_left_people: [1, 2, 3, 4].map(i => `p${i}@example.org`),
    });
    expect((await run(wide, ten)).stderr).not.toContain('gone: ');
    // Nobody has left since.
    expect(result(await strict(ten))).toMatchObject({ left_account: 4, just_left: 0, just_left_people: [] });
  });

  it('unsubscribes people who are marked also beside damaged rows: not who is missing, or cut before their mark', async () => {
    const { sync, people } = await shop();
    await sync(`${three}dan@example.org,Lima\n`);
    const rows = ['ann@example.org,Rome,no', 'bob@example.org,Oslo,yes', 'd at example,Bonn,yes'];
    const broken = `email,city,newsletter_ok\n${rows.join('\n')}\n`;
    const leaving = wordsOf('--missing status:unsubscribed --max-missing 3 --max-rejects 1');
    const unsubscribed = async () =>
      [...(await people())].flatMap(([email, { isUnsubscribed }]) => (isUnsubscribed ? [email] : []));
    const ended = await sync(`${broken}dan@example.org,Lima,yes\n`, ...leaving);
    expect(ended.status, ended.stderr).toBe(8);
    expect(result(ended)).toMatchObject({ removed: 1, missing_kept: 1 });
    expect(await unsubscribed()).toEqual(['ann@example.org']);
    const cut = await sync(
      `${broken.replace('d at example', 'cy@example.org')}dan@example.org,Lima\n`,
      ...leaving,
    );
    expect(cut).toMatchObject({ status: 8, stderr: expect.stringContaining('fewer cells than the header') });
    expect(await unsubscribed()).toEqual(['ann@example.org']);
  });

  it('names every night who is marked and still emailed, with exit 8 for new ones, until the mark makes them its own or all opt-outs are meant', async () => {
    const { sync, run, people } = await shop();
    const wide = ['--max-missing', '3', '--max-changes', '3'];
    const leaving = ['--missing', 'status:unsubscribed', '--mark', 'shop', ...wide];
    for (const name of ['ann', 'eve']) await run(['subscribers', 'create', '--email', `${name}@example.org`]);
    const list = `email,city,newsletter_ok\n${['ann', 'bob', 'cy', 'eve'].map(name => `${name}@example.org,Rome,yes\n`).join('')}`;
    const marking = (text: string, name: string) =>
      text.replace(`${name}@example.org,Rome,yes`, `${name}@example.org,Rome,no`);
    const eve = marking(list, 'eve');
    // Marked from the first night on.
    const first = await sync(eve, ...leaving);
    expect(first.status, first.stderr).toBe(8);
    expect(result(first)).toMatchObject({ left_out_people: ['eve@example.org'] });
    const all = marking(marking(eve, 'ann'), 'bob');
    const words = ['sync', '-', '--name', 'shop', ...leaving];
    expect(await run([...words, '--quiet'], all)).toMatchObject({
      status: 8,
      stderr: [
        '! newly marked in the source as not to be emailed, and still emailed unless unsubscribed by hand, since this sync did not create them: 1 person',
        '  ann@example.org (line 2)',
        'hint: to unsubscribe them, too: --missing status:unsubscribed --all-opt-outs',
        '',
      ].join('\n'),
    });
    const third = await run(words, all);
    expect(third).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/ 2 {2}marked +and still emailed/),
    });
    expect(third.stderr).toContain(
      '\n  still emailed: ann@example.org (line 2)\n  still emailed: eve@example.org (line 5)\n  to unsubscribe them, too: ',
    );
    await run(['subscribers', 'update', 'ann@example.org', '--add-tag', 'shop']);
    expect(result(await sync(all, ...leaving))).toMatchObject({
      removed: 1,
      left_out_people: ['eve@example.org'],
    });
    const everybody = await sync(all, ...leaving, '--all-opt-outs');
    expect(everybody.status, everybody.stderr).toBe(0);
    expect(result(everybody)).toMatchObject({ removed: 1, left_out_people: [] });
    expect([...(await people()).values()].map(({ isUnsubscribed }) => isUnsubscribed)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('names every night who is missing and kept, since it did not create them, with exit 8 for new ones', async () => {
    const { sync, run } = await shop();
    for (const name of ['ann', 'bob']) await run(['subscribers', 'create', '--email', `${name}@example.org`]);
    const leaving = ['--missing', 'status:unsubscribed', '--mark', 'shop', '--max-missing', '3'];
    await sync(three, ...leaving);
    const fewer = three.replace(/ann@.*\n/, '');
    for (const exit of [8, 0]) {
      const { status, stderr } = await run(['sync', '-', '--name', 'shop', ...leaving], fewer);
      expect(status, stderr).toBe(exit);
      expect(stderr).toMatch(/ 1 {2}missing +kept: this sync did not create them; the tag shop makes/);
      expect(stderr).toContain('\n  missing, kept: ann@example.org\n');
    }
    expect(result(await sync(fewer, ...leaving))).toMatchObject({ kept_people: ['ann@example.org'] });
    await run(['subscribers', 'update', 'ann@example.org', '--add-tag', 'shop']);
    expect(result(await sync(fewer, ...leaving))).toMatchObject({ removed: 1, kept_people: [] });
  });

  it('names once who is in the source again and stays unsubscribed, and counts them every night', async () => {
    const { sync, run, people } = await shop();
    const leaving = ['--missing', 'status:unsubscribed', '--max-missing', '2'];
    await sync(three);
    await sync(three.replace(/ann@.*\n/, ''), ...leaving);
    expect((await people()).get('ann@example.org')?.isUnsubscribed).toBe(true);
    const words = ['sync', '-', '--name', 'shop', '--max-changes', '2', '--quiet', ...leaving];
    const back = await run(words, three.replace('Rome', 'Lima'));
    expect(back.status).toBe(8);
    expect(back.stderr).toBe(
      [
        '! in the source again, and still unsubscribed, as this sync made them: 1 person',
        '  ann@example.org (line 2)',
        'hint: if they want it again: newsletter subscribers update --from <file with their addresses> --status subscribed',
        '',
      ].join('\n'),
    );
    expect((await people()).get('ann@example.org')).toMatchObject({
      isUnsubscribed: true,
      values: { city: 'Lima' },
    });
    for (const city of ['Lima', 'Oslo', 'Oslo']) {
      const { status, stderr } = await run(
        words.filter(word => word !== '--quiet'),
        three.replace('Rome', city),
      );
      expect(status, stderr).toBe(0);
      expect(stderr).toMatch(/ 1 {2}still unsubscribed +in the source again/);
    }
  });

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
    expect(result(await sync(bad, ...tolerating))).toMatchObject({ missing_kept: 1 });
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

  it('does not take a person for missing whose row cannot be read', async () => {
    const { sync, shown } = await shop();
    await sync(
      'email,since\nann@example.org,2026-01-01\nbob@example.org,2026-01-02\ncy@example.org,2026-01-03\n',
    );
    const bad = 'email,since\nann@example.org,2026-01-01\nbob@example.org,2026-01-02\ncy@example.org,soon\n';
    const ended = await sync(bad, '--missing', 'tag:former', '--map', 'since=fields.since');
    expect(result(ended)).toMatchObject({ missing: 0, unreadable: 1, rejected: 1 });
    expect(ended.status).toBe(8);
    expect(Object.values(await shown()).join()).not.toContain('former');
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

  it('takes people of an import with its mark as its own: the fast way to a first fill', async () => {
    const { sync, run, home, shown, day, writes, fates } = await shop();
    await day(account =>
      account.set('cy@example.org', { values: {}, tags: [], source: 'form', isUnsubscribed: false }),
    );
    writeFileSync(join(home, 'people.csv'), three);
    await run(['import', join(home, 'people.csv'), '--tag', 'shop', '--create-fields', '--yes']);
    fates(() => 'answered');
    const first = await sync(three, '--mark', 'shop');
    expect(first.status, first.stderr).toBe(0);
    expect(result(first)).toMatchObject({ new: 0, unchanged: 3, state_lost: false });
    expect(writes()).toEqual([]);
    const fewer = 'email,city\nann@example.org,Lima\n';
    await sync(fewer, '--mark', 'shop', '--missing', 'tag:former', '--max-missing', '2');
    // The one who came by the form has the tag, too, and is not removed.
    expect(await shown()).toEqual({
      'ann@example.org': 'Lima shop',
      'bob@example.org': 'Oslo former shop',
      'cy@example.org': 'Bonn shop',
    });
  });

  it('counts people left out in its line, and names those of them who are in the account', async () => {
    const { run } = await shop();
    const names = ['bob', 'cy', 'dan', 'eve'];
    for (const name of names) await run(['subscribers', 'create', '--email', `${name}@example.org`]);
    const out = [...names, 'fay'].map(name => `${name}@example.org,Oslo,unsubscribed\n`).join('');
    const list = `email,city,status\nann@example.org,Rome,active\n${out}`;
    const words = ['sync', '-', '--name', 'shop', '--create-fields'];
    const { stderr } = await run(words, list, { env: { CI: 'true' } });
    expect(stderr).toContain('\nsync shop: 1 created, 0 updated, 0 removed, 6 read, 5 left out\n');
    expect(stderr).toContain(
      [
        '  new: a***@example.org (line 2)',
        ...[3, 4, 5].map(line => `  still emailed: ${'bcd'[line - 3]}***@example.org (line ${line})`),
        '  … and 1 more (--dry-run --json=left_out_people lists all)\n',
      ].join('\n'),
    );
    const all = await run([...words, '--dry-run', '--json=left_out_people'], list);
    expect(result(all)).toEqual({ left_out_people: names.map(name => `${name}@example.org`) });
  });

  it('removes the temporary file of the rejects of a run that was killed, and no other one', async () => {
    const { sync, home } = await shop();
    const rejects = join(home, 'rejects.csv');
    // Above the largest id of a process.
    const killed = [`${rejects}.99999999.0.tmp`, join(home, 'rejects.left-out.csv.99999999.tmp')];
    const others = [`${rejects}.${process.ppid}.0.tmp`, `${rejects}.bak.tmp`];
    for (const path of [...killed, ...others]) writeFileSync(path, '');
    await sync(three, '--rejects', rejects);
    expect([...killed, ...others].filter(path => existsSync(path))).toEqual(others);
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

const statesOf = (home: string) => {
  const folder = join(home, 'settings', 'syncs');
  return readdirSync(folder).map(name => join(folder, name));
};

describe('a source that is not whole', () => {
  it.each([
    ['is the error of a database', "ERROR 2002 (HY000): Can't connect\n", [], 2, 'no_email_column'],
    ['is cut in half', ten.split('\n').slice(0, 6).join('\n'), [], 5, 'too_many_missing'],
    [
      'has the number of its rows inside the last row',
      ten.replace(/\n$/, '# rows: 10\n'),
      [],
      2,
      'too_few_rows',
    ],
    ['has other rows than --expect-rows', ten, ['--expect-rows', '11'], 2, 'too_few_rows'],
  ] as const)('when it %s, then nothing is changed', async (_, text, more, status, code) => {
    const { strict, fates, writes } = await shop();
    expect((await strict(ten)).status).toBe(0);
    fates(() => 'answered');
    const ended = await strict(text, ...more);
    expect(ended).toMatchObject({ status });
    expect(ended.stderr).toContain(`"code":"${code}"`);
    expect(writes()).toEqual([]);
    // What it was compared with stays.
    expect(result(await strict(`${ten}# rows: 10\n`, '--expect-rows', '10'))).toMatchObject({
      unchanged: 10,
      last: 10,
    });
  });

  const former = ['--missing', 'tag:former'] as const;
  const head = 'email,city\np0@example.org,Rome\n';

  it.each([
    ['ends with an error of the database', `${ten}ERROR:  connection to server was lost\n`],
    ['ends with a row cut after its address', ten.replace(/,Rome\n$/, '\n')],
    ['ends with a row cut after its address, without its end', ten.replace(/,Rome\n$/, '')],
    ['ends with a row cut in its address', ten.replace(/ample.org,Rome\n$/, '\n')],
    ['ends without the end of its last line', ten.replace(/\n$/, '')],
    ['ends with a row cut before its last value', ten.replace(/Rome\n$/, '')],
    ['has a row without an address', ten.replace(head, `${head},Rome\n`)],
    ['has a row with more cells than the header', ten.replace(head, `${head},,,p1@example.org,Rome\n`)],
    ['has a row shorter than the header', ten.replace('p5@example.org,Rome', 'p5@example.org')],
  ])('when it %s, then nobody is removed, and its damaged row clears nothing', async (_, text) => {
    const { sync, shown } = await shop();
    await sync(ten);
    const before = await shown();
    // That option is about rejected rows, not about people who are kept.
    const ended = await sync(text.replace('p3@example.org,Rome\n', ''), ...former, '--max-rejects', '9');
    expect(ended.status, ended.stderr).toBe(8);
    expect(ended.stderr).toContain('missing from stdin and kept, since ');
    expect(await shown()).toEqual(before);
    // A source that is whole removes.
    await sync(ten.replace('p3@example.org,Rome\n', ''), ...former);
    expect(await shown()).toMatchObject({ 'p3@example.org': 'Rome former' });
  });

  it('says, with --quiet too, which lines keep it from removing people', async () => {
    const { sync, run, shown } = await shop();
    await sync(ten);
    const broken = `${ten.replace('p3@example.org,Rome\n', '').replace('p5@example.org', 'p5 at example')},Rome\n`;
    const words = ['sync', '-', '--name', 'shop', '--max-missing', '50%', '--quiet', '--max-rejects', '9'];
    const ended = await run([...words, ...former], broken);
    expect(ended).toMatchObject({
      status: 8,
      stderr: [
        '! missing from stdin and kept, since lines 6 and 11 have no valid address: 2 people',
        '  p3@example.org',
        '  p5@example.org',
        'hint: fix the source, then run the sync again; to remove people all the same, those of the bad rows too: run it once with --missing keep, then with --max-rejects 2 and the number of rows, --expect-rows <n>; --rejects <file> writes them to a file',
        '',
      ].join('\n'),
    });
    expect(Object.values(await shown()).join()).not.toContain('former');
  });

  it('clears a value that a whole row no longer has, also beside a row without an address', async () => {
    const { sync, shown } = await shop();
    await sync(three);
    await sync(`${three.replace('Rome', '')},Bonn\n`);
    expect(await shown()).toMatchObject({ 'ann@example.org': '', 'bob@example.org': 'Oslo' });
  });

  it('is whole without the end of its last line when the number of its rows is right', async () => {
    const { sync, shown } = await shop();
    await sync(ten);
    const fewer = ten.replace('p3@example.org,Rome\n', '').replace(/\n$/, '');
    expect((await sync(fewer, ...former, '--expect-rows', '9')).status).toBe(0);
    expect(await shown()).toMatchObject({ 'p3@example.org': 'Rome former' });
  });

  it.each([
    ['--own', 'city,', 'empty field name in --own'],
    ['--mark', ' ', 'empty tag: --mark'],
    ['--own', 'country', '--own: stdin has no column for country'],
    ['--missing', 'status:', 'invalid value "status:" for --missing'],
    ['--name', '../shop', 'invalid value "../shop" for --name'],
  ])('when %s is "%s", as of an unset variable, then nothing is changed', async (option, value, message) => {
    const { strict, writes } = await shop();
    const ended = await strict(ten, option, value);
    expect(ended.status).toBe(2);
    expect(JSON.parse(ended.stderr).error.message).toContain(message);
    expect(writes()).toEqual([]);
  });

  it('when nobody is left, and that is said, then it is done', async () => {
    const { strict } = await shop();
    await strict(ten);
    const all = wordsOf('--max-missing 100% --max-changes 100% --missing tag:x');
    const ended = await strict('email,city\n', ...all);
    expect(result(ended)).toMatchObject({ missing: 10, removed: 10 });
  });
});

describe('a plan', () => {
  it('is shown by --dry-run: a screenful for people, a status for scripts', async () => {
    const { sync, run, fates, writes } = await shop();
    await sync(three);
    fates(() => 'answered');
    expect(await sync(three, '--dry-run', '--exit-code')).toMatchObject({ status: 0 });
    const list = `${three.replace('Rome', 'Lima')}dan@example.org,Rome\n`;
    const ended = await sync(list, '--dry-run', '--exit-code');
    expect(ended.status).toBe(8);
    expect(result(ended)).toMatchObject({
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
    expect((await sync(list, '--plan-out', plan, '--exit-code')).status).toBe(8);
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
    const { strict, fates, shown } = await shop();
    let writes = 0;
    fates(isWrite => (isWrite && ++writes > 4 ? 'lost' : 'answered'));
    const cut = await strict(ten, '--retries', '0', '--max-wait', '0', '--concurrency', '1');
    expect(cut.status).toBe(9);
    expect(cut.stderr).toContain('run the same sync again, it sends the rest: newsletter sync - --name shop');
    fates(() => 'answered');
    const next = await strict(ten);
    expect(next.status, next.stderr).toBe(0);
    expect(Object.keys(await shown())).toHaveLength(10);
  });
});

describe('a run whose process was killed', () => {
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

describe('two at once', () => {
  const busy = /another process is changing subscribers of this account/;

  it.each([
    ['sync - --name shop', three, 6],
    ['sync - --name shop --plan-out PLAN', three, 6],
    ['sync apply PLAN', '', 6],
    ['subscribers update --all --add-tag x --yes', '', 6],
    // It shows its plan.
    ['sync - --name shop --max-changes 9 --dry-run', three, 0],
  ])('when the second is "%s", then it says so, and has sent nothing', async (line, stdin, status) => {
    const { sync, strict, fates, home, run, writes } = await shop();
    const plan = join(home, 'plan.json');
    await sync(three);
    const next = three.replaceAll(/Rome|Oslo/g, 'Lima');
    await strict(next, '--plan-out', plan, '--max-changes', '90%');
    let second: Promise<Awaited<ReturnType<typeof run>>> | undefined;
    fates(async (isWrite): Promise<Fate> => {
      if (isWrite && second === undefined) {
        second = run(wordsOf(line.replace('PLAN', plan)), stdin);
        await second;
      }
      return 'answered';
    });
    expect(result(await sync(next))).toMatchObject({ updated: 2 });
    expect(await second).toMatchObject({
      status,
      stderr: expect.stringMatching(status === 0 ? 'nothing was sent' : busy),
    });
    expect(writes()).toHaveLength(2);
    // Then it is free again.
    fates(() => 'answered');
    expect(result(await sync(next))).toMatchObject({ unchanged: 3 });
  });
});

it.each([
  ['the folder of its runs', (settings: string) => join(settings, 'runs')],
  ['the folder of its private file', (settings: string) => join(settings, 'syncs')],
] as const)('when %s cannot be written, then it says where, and does nothing twice', async (_, pathIn) => {
  const { sync, home, shown, fates, writes } = await shop();
  const path = pathIn(join(home, 'settings'));
  mkdirSync(join(home, 'settings'), { recursive: true });
  writeFileSync(path, '');
  const ended = await sync(three);
  expect(ended.status).toBe(1);
  expect(JSON.parse(ended.stderr).error).toMatchObject({
    code: 'write_failed',
    message: expect.stringContaining(`cannot write to ${path}: `),
    hint: 'set NEWSLETTER_CONFIG_DIR to a folder that you can write to',
  });
  rmSync(path);
  await sync(three);
  expect(Object.keys(await shown())).toHaveLength(3);
  fates(() => 'answered');
  expect(result(await sync(three.replace('Rome', 'Lima')))).toMatchObject({ last: 3, changed: 1 });
  expect(writes()).toHaveLength(1);
});

describe('undo', () => {
  it('gives everybody their earlier values back, and lists whom the sync created', async () => {
    const { sync, run, shown } = await shop();
    await sync(three);
    const before = await shown();
    const list = `${three.replaceAll(/Rome|Oslo/g, 'Lima')}dan@example.org,Rome\n`;
    const { run: id } = result(await sync(list, '--tag', 'vip'));
    expect(await shown()).toMatchObject({ 'ann@example.org': 'Lima vip' });
    const undone = await run(['undo', String(id), '--yes', '-o', 'json']);
    expect(undone.status).toBe(8);
    expect(result(undone)).toMatchObject({ kind: 'sync', restored: 3, stay: 1, edited: 0 });
    expect(await shown()).toEqual({ ...before, 'dan@example.org': 'Rome vip' });
    // It stays undone as long as the source says the same.
    expect(result(await sync(list, '--tag', 'vip'))).toMatchObject({ changed: 0, left_alone: 3 });
  });

  it('counts people who do not get --status among those who stay, once, and not among those to restore', async () => {
    const { sync, run, fates } = await shop();
    const { run: id } = result(await sync(three));
    let patches = 0;
    fates(isWrite => (isWrite && ++patches === 2 ? 'refused' : 'answered'));
    const undone = await run(['undo', String(id), '--status', 'unsubscribed', '--yes', '-o', 'json']);
    expect(undone.status).toBe(8);
    expect(result(undone)).toMatchObject({ marked: 2, stay: 1, failed: 0 });
    expect(JSON.parse(undone.stderr).error.message).toContain('1 subscriber of run');
    const [listed] = JSON.parse((await run(['undo', '-o', 'json'])).stdout) as Record<string, unknown>[];
    expect(listed).toMatchObject({ run: id, restore: 0 });
  });
});

describe('what a query prints when it fails', () => {
  const header = 'email,city,newsletter_ok\n';
  const rows = (...names: readonly string[]) => names.map(name => `${name}@example.org,Rome,yes\n`).join('');
  const all = header + rows('ann', 'bob', 'cy');
  const down = 'Error: database is locked\n';

  it('below people, is a rejected row, though nobody agreed to anything in it', async () => {
    const { sync } = await shop();
    await sync(all);
    const { status, stderr, stdout } = await sync(all + down);
    expect(status, stderr).toBe(8);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ people: 3, rejected: 1, left_out: 0 },
      reasons: [{ code: 'invalid_email', column: 'email', count: 1, line: 5 }],
    });
    expect(stderr).toContain('1 row of stdin could not be read: line 5 has no valid address');
  });

  it.each([
    ['above the header', `${down}${all}`, 2, 'stdin has a line above its header'],
    ['instead of people', header + down, 5, 'stdin has no people: line 2 has no valid address'],
    ['and nothing else', down, 2, 'stdin is no list of people'],
    ['as nothing', '', 5, 'stdin has no people: it is empty'],
  ])('%s, stops the sync, and the hint is to look at the query', async (_, text, exit, message) => {
    const { sync, posted } = await shop();
    await sync(all);
    posted();
    const { status, stderr } = await sync(text);
    expect(status, stderr).toBe(exit);
    expect(stderr).toContain(message);
    expect(JSON.parse(stderr).error.hint).toMatch(/^(?:look at what the query prints|did the query fail)/);
    expect(posted()).toEqual([]);
  });

  it.each([
    ['that the last run had, too', 1, ['--max-rejects', '1', '--expect-rows', '3']],
    ['in rows that are not counted', 0, ['--max-rejects', '1']],
    ['that is not tolerated', 0, ['--max-rejects', '0', '--expect-rows', '3']],
  ])('with a bad address %s, removes %s people', async (_, removed, options) => {
    const { sync } = await shop();
    const bad = 'eve at example,Rome,yes\n';
    await sync(all + bad, '--max-rejects', '1');
    const { stdout, stderr } = await sync(all.replace(rows('cy'), bad), '--missing', 'tag:gone', ...options);
    expect(JSON.parse(stdout), stderr).toMatchObject({ removed, missing_kept: 1 - removed, rejected: 1 });
    if (removed === 0)
      expect(stderr).toContain(
        'to remove people all the same, those of the bad rows too: run it with --max-rejects 1',
      );
  });

  it('with a bad address that is new, removes nobody who is missing until it is fixed, or accepted', async () => {
    const { run } = await shop();
    const words = ['sync', '-', '--name', 'shop', '--quiet', '--max-missing', '2', '--max-changes', '9'];
    const nightly = [...words, '--missing', 'tag:gone', '--max-rejects', '3', '--expect-rows', '3'];
    await run([...nightly, '--create-fields'], all);
    const typo = all.replace('cy@', 'cy@@');
    for (const _ of [1, 2])
      expect(await run(nightly, typo)).toMatchObject({
        status: 8,
        stderr: [
          '! missing from stdin and kept, since line 4 has no valid address, 1 more than at the last run: 1 person',
          '  cy@example.org',
          'hint: fix the source, then run the sync again; to remove people all the same, those of the bad rows too: run it once with --missing keep, then as usual; --rejects <file> writes them to a file',
          '',
        ].join('\n'),
      });
    expect(await run(nightly, all)).toMatchObject({ status: 0, stderr: '' });
    expect(await run([...nightly, '--missing', 'keep'], typo)).toMatchObject({ status: 0, stderr: '' });
    expect(result(await run([...nightly, '-o', 'json'], typo))).toMatchObject({ removed: 1 });
  });

  it('with more bad addresses than --max-rejects, removes nobody and ends with 8', async () => {
    const { sync } = await shop();
    await sync(all);
    const text = `${header}${rows('ann')}bob at example,Rome,yes\neve at example,Rome,yes\n`;
    const options = wordsOf('--missing tag:gone --max-missing 100% --max-rejects 1 --expect-rows 3');
    const { status, stdout, stderr } = await sync(text, ...options);
    expect(status, stderr).toBe(8);
    expect(JSON.parse(stdout)).toMatchObject({ removed: 0, missing_kept: 2, rejected: 2 });
  });
});

it('names people who are marked and still emailed also when the service refuses somebody', async () => {
  const { sync, run, fates } = await shop();
  await run(['subscribers', 'create', '--email', 'ann@example.org']);
  await sync(three);
  fates((isWrite, body) => (isWrite && body.includes('dan@') ? 'refused' : 'answered'));
  const text = 'email,city,newsletter_ok\nann@example.org,Rome,no\ndan@example.org,Oslo,yes\n';
  const { status, stderr } = await sync(text, '--missing', 'status:unsubscribed', '--max-missing', '3');
  expect(status, stderr).toBe(8);
  expect(stderr).toContain('1 person was refused by the service');
  expect(stderr).toContain('marked in the source as not to be emailed, and still emailed');
});
