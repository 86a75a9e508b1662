/** `newsletter sync` through the front door, behind a proxy that cuts requests: who is sent, named and kept. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../support/account.ts';
import { result, shop, ten, three } from './shop.ts';
import type { Fate } from './world.ts';

const toUnsubscribe =
  'to unsubscribe them: --missing status:unsubscribed --all-opt-outs; or once: newsletter subscribers update --from <file with their addresses> --status unsubscribed';

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

  it('fills a field that it creates also for people who are there, by the variable that the service gives it', async () => {
    const { run, sync, fates } = await shop();
    await run(['subscribers', 'create', '--email', 'ann@example.org']);
    const sent: string[] = [];
    const field = {
      id: '00000000-0000-4000-8000-000000000001',
      name: 'Last Visit',
      kind: 'text',
      variable: 'visit',
    };
    fates((isWrite, body) => {
      if (isWrite) sent.push(body);
      return isWrite && body.includes('"kind"') ? { nonsense: JSON.stringify(field) } : 'answered';
    });
    await sync('email,Last Visit\nann@example.org,Rome\nbob@example.org,Oslo\n');
    expect(sent.slice(1).sort()).toEqual([
      '{"email":"bob@example.org","fields":{"visit":"Oslo"}}',
      '{"fields":{"visit":"Rome"}}',
    ]);
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
        '! newly marked in the source as not to be emailed, and still emailed unless unsubscribed by hand: 1 person',
        '  ann@example.org (line 2)',
        `hint: ${toUnsubscribe}`,
        '',
      ].join('\n'),
    });
    const third = await run(words, all);
    expect(third).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/ 2 {2}marked +and still emailed/),
    });
    expect(third.stderr).toContain(
      '\n  still emailed: ann@example.org (line 2)\n  still emailed: eve@example.org (line 5)\n  to unsubscribe them: ',
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

  it.each(['keep', 'tag:former', 'tag:former --all-opt-outs'])(
    'with --missing %s, names people who are marked, until subscribers update unsubscribes them',
    async policy => {
      const { sync, run } = await shop();
      const list = 'email,newsletter_ok\nann@example.org,yes\nbob@example.org,yes\n';
      const leaving = wordsOf(`--missing ${policy} --max-missing 1`);
      await sync(list, ...leaving);
      const marked = list.replace('ann@example.org,yes', 'ann@example.org,no');
      const said = { opted_out: 1, left_out_in_account: 1, left_out_people: ['ann@example.org'] };
      const first = await sync(marked, ...leaving);
      expect(first.status, first.stderr).toBe(8);
      expect(result(first)).toMatchObject({ ...said, attention: ['left_out_in_account'] });
      expect(JSON.parse(first.stderr).error).toMatchObject({ hint: toUnsubscribe });
      const next = await sync(marked, ...leaving);
      expect(next.status, next.stderr).toBe(0);
      expect(result(next)).toMatchObject({ ...said, opted_out: 0, attention: [] });
      const update = wordsOf('subscribers update --from - --status unsubscribed --yes');
      expect(await run(update, 'email\nann@example.org\n')).toMatchObject({ status: 0 });
      for (let night = 0; night < 2; night++)
        expect(result(await sync(marked, ...leaving))).toMatchObject({ left_out_in_account: 0 });
      expect(result(await sync(list, ...leaving))).toMatchObject({
        still_unsubscribed: 1,
        attention: ['still_unsubscribed'],
      });
    },
  );

  it('names every night who is missing and kept, since it did not create them, with exit 8 for new ones', async () => {
    const { sync, run, fates } = await shop();
    for (const name of ['ann', 'bob']) await run(['subscribers', 'create', '--email', `${name}@example.org`]);
    const leaving = ['--missing', 'status:unsubscribed', '--mark', 'shop', '--max-missing', '3'];
    await sync(three, ...leaving);
    // Whose row has a slip in it is told how to mend that, not how to unsubscribe them.
    const slip = await sync(three.replace('ann@', 'ann@@'), ...leaving);
    expect(slip.stderr).toContain('"hint":"fix line 2 first, then run the sync again;');
    expect(result(slip)).toMatchObject({ unreadable: 0, missing_kept: 1, attention: ['missing_kept'] });
    const fewer = three.replace(/ann@.*\n/, '');
    // A run that was interrupted has not named them.
    fates(isWrite => (isWrite ? 'unanswered' : 'answered'));
    await sync(fewer.replace('Bonn', 'Lima'), ...leaving, '--retries', '0', '--max-wait', '0');
    fates(() => 'answered');
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
        '! in the source again, and still unsubscribed: 1 person',
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
    // What the hint says ends it.
    const update = 'subscribers update --from - --status subscribed --yes';
    expect(await run(wordsOf(update), 'email\nann@example.org\n')).toMatchObject({ status: 0 });
    expect(result(await sync(three))).toMatchObject({ still_unsubscribed: 0 });
    expect(result(await sync(three))).toMatchObject({ still_unsubscribed: 0 });
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
