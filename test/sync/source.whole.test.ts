/** A sync whose source is damaged, cut, empty, or not what it was: nobody is removed or mailed by mistake. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../support/account.ts';
import { result, shop, ten, three } from './shop.ts';

describe('the columns and rows of a source', () => {
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

  it('when a column in which a no can be empty is empty for everybody, then nobody is created', async () => {
    const { sync, shown } = await shop();
    await sync('email,newsletter_ok\nann@example.org,1\nbob@example.org,0\ncy@example.org,1\n');
    const empty = 'email,newsletter_ok\nann@example.org,\nbob@example.org,\ncy@example.org,\n';
    expect(await sync(empty)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('no longer says in column newsletter_ok who may be emailed'),
    });
    expect(await sync(empty, '--status-column', 'newsletter_ok', '--name', 'other')).toMatchObject({
      status: 5,
      stderr: expect.stringContaining('has no people'),
    });
    expect(Object.keys(await shown())).toEqual(['ann@example.org', 'cy@example.org']);
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
});

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
        'hint: fix lines 6 and 11 first, then run the sync again; to remove people all the same, those of the bad rows too: run it once with --missing keep, then with --max-rejects 2 and the number of rows, --expect-rows <n>; --rejects <file> writes them to a file',
        '',
      ].join('\n'),
    });
    expect(Object.values(await shown()).join()).not.toContain('former');
  });

  it('names ten of the people who are kept when a limit stops the run, so that the cause is in sight', async () => {
    const { strict, run } = await shop();
    const all = Array.from({ length: 24 }, (_, i) => `p${i}@example.org,Rome\n`);
    await strict(`email,city\n${all.join('')}`);
    const text = `email,city\n${all.slice(12).join('')},Rome\n`;
    const { status, stderr } = await run(wordsOf('sync - --name shop --missing tag:former'), text);
    expect(status, stderr).toBe(5);
    expect(stderr.match(/\n {2}p\d+@example.org/g)).toHaveLength(10);
    expect(stderr).toContain('  … and 2 more\n');
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
    ['as nothing', '', 2, 'stdin is empty'],
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
          '! missing from stdin and kept, since line 4 has no valid address, new since the last run: 1 person',
          '  cy@example.org',
          'hint: fix line 4 first, then run the sync again; to remove people all the same, those of the bad rows too: run it once with --missing keep, then as usual; --rejects <file> writes them to a file',
          '',
        ].join('\n'),
      });
    expect(await run(nightly, all)).toMatchObject({ status: 0, stderr: '' });
    expect(await run([...nightly, '--missing', 'keep'], typo)).toMatchObject({ status: 0, stderr: '' });
    expect(result(await run([...nightly, '-o', 'json'], typo))).toMatchObject({ removed: 1 });
  });

  it.each(['cy@@example.org', 'n/a'])(
    'with %s instead of the bad address of the last run, removes nobody who is missing',
    async bad => {
      const { sync } = await shop();
      const nightly = wordsOf('--missing tag:gone --max-rejects 1 --expect-rows 4');
      await sync(`${all}${bad.replace('cy', 'eve')},Oslo,yes\n`, ...nightly);
      const text = all.replace('cy@example.org', bad) + rows('eve');
      for (const _ of [1, 2]) {
        const ended = await sync(text, ...nightly);
        expect(ended.status, ended.stderr).toBe(8);
        expect(result(ended)).toMatchObject({ removed: 0, missing_kept: 1 });
        expect(ended.stderr).toContain('line 4 has no valid address, new since the last run');
      }
    },
  );

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
