import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox/server.ts';
import { skippingClock } from '../../support/clock.ts';
import type { RunOptions } from '../../support/run.ts';
import { troubled } from '../../support/service.ts';
import { account, type Interruption, lines, summaryOf } from '../account.ts';

const many = (n: number) => Array.from({ length: n }, (_, i) => `p${i}@x.org,City ${i % 7}`);
const good = 1500;
/** Good rows, two that are rejected, one that is repeated, one that must not be emailed. */
const people = lines(
  'Email,City,Status',
  ...many(good).map(row => `${row},active`),
  'nobody,Rome,active',
  ',Oslo,active',
  'p7@x.org,,active',
  'gone@x.org,Bonn,unsubscribed',
);
const slowly = ['--batch-size', '200', '--concurrency', '2', '--output', 'json'];

const begun = ['import', 'people.csv', ...slowly];
const continued = ['import', 'people.csv', '--resume', ...slowly];

async function prepared(options: SandboxOptions = {}) {
  const target = await account({ importSeconds: 0.1, ...options });
  target.write('people.csv', people);
  const journals = () => {
    const folder = join(target.settings, 'imports');
    return readdirSync(folder).filter(name => name.endsWith('.journal'));
  };
  return {
    ...target,
    journals,
    start: (more: RunOptions = {}) => target.run(begun, more),
    /** Starts it in a process, which is sent a signal. */
    stopped: (how: Interruption, more: RunOptions = {}) => target.interrupted(begun, how, more),
    /** Starts it in a process, which is killed after some jobs. */
    killed: () => target.interrupted(begun, { when: () => target.posts() >= 3, signal: 'SIGKILL' }),
    resume: (more: RunOptions = {}) => target.run(continued, more),
  };
}

describe('an import that was lost', () => {
  test('an interrupted import is begun again with --restart only', async () => {
    const { killed, start, run, posts, emails } = await prepared();
    await killed();
    const before = posts();
    const refused = await start();
    expect([refused.status, posts()]).toEqual([2, before]);
    expect(refused.stderr).toContain('"code":"unfinished_import"');
    expect(refused.stderr).toContain(
      'newsletter import people.csv --batch-size 200 --concurrency 2 --resume',
    );
    const ended = await run(['import', 'people.csv', '--restart', '--output', 'json']);
    const summary = summaryOf(ended);
    expect(summary).toMatchObject({ resumed: false, accepted: good });
    expect(summary.created + summary.updated + summary.unchanged).toBe(good);
    expect(await emails()).toHaveLength(good);
  });

  test('Ctrl-C finishes the jobs under way, and --resume sends the rest', async () => {
    // Jobs last longer than the two seconds in which other commands are ended; those of the rest do not.
    const { clock, skip } = skippingClock(2200);
    const { stopped, resume, posts, emails } = await prepared({ importSeconds: 2.2, clock });
    const ended = await stopped({ when: () => posts() >= 2, signal: 'SIGINT' });
    expect(ended.status).toBe(130);
    const { created, failed, not_sent, unknown, accepted } = summaryOf(ended);
    expect({ unknown, sum: created + failed }).toEqual({ unknown: 0, sum: accepted });
    expect(created).toBe((await emails()).length);
    expect(not_sent).toBe(failed);
    expect(ended.stderr).toContain(`interrupted: 1,${not_sent % 1000} rows of 1,500 not sent yet`);
    expect(ended.stderr).toContain('newsletter import people.csv --batch-size 200 --concurrency 2 --resume');
    skip();
    expect(summaryOf(await resume())).toMatchObject({ created: good, updated: 0, failed: 0, unknown: 0 });
    expect(await emails()).toHaveLength(good);
  });

  test('--resume goes on with the options of the first run, and refuses others', async () => {
    const { start, run, interrupted, resume, posts, folder, people: everybody } = await prepared();
    const kill = { when: () => posts() >= 3, signal: 'SIGKILL' } as const;
    await interrupted(['import', 'people.csv', '--tag', 'moved', '--rate', '500', ...slowly], kill);
    const other = await run(['import', 'people.csv', '--tag', 'other', '--resume']);
    expect(other.status).toBe(2);
    expect(other.stderr).toContain('--tag differs from the import to resume');
    const ended = await resume();
    expect(ended.status).toBe(8);
    expect(ended.stderr).toContain(
      'newsletter import people.csv.rejects.csv --tag moved --batch-size 200 --concurrency 2"',
    );
    expect((await everybody()).every(({ tags }) => tags.includes('moved'))).toBe(true);
    expect((await start()).status).toBe(8);
    // What the killed run had begun to write is gone.
    expect(readdirSync(folder).filter(name => name.endsWith('.tmp'))).toEqual([]);
  });

  test('the copy of stdin is kept, private, until all is sent', async () => {
    const { run, interrupted, posts, settings, emails } = await prepared();
    const stop = { when: () => posts() >= 3, signal: 'SIGINT' } as const;
    const stopped = await interrupted(['import', '-', ...slowly.slice(0, 4)], stop, { stdin: people });
    expect([stopped.status, stopped.stderr]).toEqual([
      130,
      expect.stringMatching(/^Stopped: [\d,]+ of 1,500 subscribers imported into /m),
    ]);
    const copy = /newsletter import (\S+) .*--resume/.exec(stopped.stderr)?.[1] ?? '';
    expect(readFileSync(copy, 'utf8')).toBe(people);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    // Another import sweeps away what is older than 30 days.
    const orphan = join(settings, 'imports', 'stdin-0123456789ab.csv');
    writeFileSync(orphan, people);
    const old = (days: number) => new Date(Date.now() - days * 86_400_000);
    for (const [path, days] of [
      [copy, 29],
      [orphan, 31],
    ] as const)
      utimesSync(path, old(days), old(days));
    expect((await run(['import', '-'], { stdin: 'email\nzoe@x.org\n' })).status).toBe(0);
    expect(existsSync(orphan)).toBe(false);
    const ended = await run(['import', copy, '--resume', '--output', 'json']);
    expect(summaryOf(ended)).toMatchObject({ created: good, updated: 0 });
    expect(await emails()).toHaveLength(good + 1);
    expect(readdirSync(join(settings, 'imports'))).toEqual([]);
  });

  test('a second Ctrl-C stops at once, and says how to resume with the same account and options', async () => {
    // The second Ctrl-C comes while jobs are under way, however late; later, the clock shows that they have ended.
    let past = 0;
    const clock = () => Date.now() + past;
    const { interrupted, resume, posts, emails, folder } = await prepared({ importSeconds: 600, clock });
    const ended = await interrupted([...begun.slice(0, -2), '--expect-account', 'slow-carriage'], {
      when: () => posts() >= 2,
      signal: 'SIGINT',
      times: 2,
    });
    expect(ended.status).toBeNull();
    expect(ended.stdout).toBe('');
    expect(ended.stderr).toContain('Stopping after the 2 jobs under way; press Ctrl-C again to stop now.');
    expect(ended.stderr).toContain(
      'Stopped. To resume: newsletter --expect-account slow-carriage import people.csv --batch-size 200 --concurrency 2 --resume',
    );
    expect(readdirSync(folder)).toEqual(['people.csv']);
    // Jobs that resuming makes take no time either.
    const passing = setInterval(() => (past += 600_000), 50);
    onTestFinished(() => clearInterval(passing));
    expect(summaryOf(await resume())).toMatchObject({ accepted: good, failed: 0, unknown: 0 });
    expect(await emails()).toHaveLength(good);
  });
});

describe('a batch whose answer was lost', () => {
  test.each([
    ['is not sent again if its people are in the account as sent', true, 1],
    ['is sent again if they are not', false, 2],
  ])('%s', async (_, arrives, posts) => {
    const here = await account({ importSeconds: 0.001 });
    here.write('people.csv', lines('Email,City', 'a@x.org,Oslo', 'b@x.org,Rome'));
    let hangs = true;
    const { env, came } = await troubled(here, 'POST /v1/subscriber-imports', async about => {
      if (hangs && !arrives) return;
      const { status, text } = await about.carryOut();
      if (!hangs) about.response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
    const kill = { when: () => came() > 0, signal: 'SIGKILL' } as const;
    await here.interrupted(['import', 'people.csv'], kill, { env });
    if (arrives) await expect.poll(() => here.emails()).toHaveLength(2);
    hangs = false;
    const ended = await here.run(['import', 'people.csv', '--resume', '-o', 'json'], { env });
    expect([ended.status, came()], ended.stderr).toEqual([0, posts]);
    const { created, updated, failed, unknown, verified } = summaryOf(ended);
    expect(verified).toEqual({ checked: 2, of: 2, different: 0 });
    // Whether a lost job created people is not known.
    expect({ created, updated, failed, unknown }).toEqual({
      ...(arrives ? { created: 0, updated: 2 } : { created: 2, updated: 0 }),
      ...{ failed: 0, unknown: 0 },
    });
    expect(await here.emails()).toEqual(['a@x.org', 'b@x.org']);
  });
});

const accepted = 600;
/** Every twelfth score is no number. */
const scores = Array.from({ length: accepted }, (_, i) => `p${i}@x.org,${i % 12 === 0 ? 'n/a' : i},Oslo`);
const scored = lines('Email,Score,Pet', 'bad,,', ...scores);
const oneByOne = ['--batch-size', '100', '--concurrency', '1', '--output', 'json'];

/** An import that was stopped after some jobs. */
async function partly(signal: NodeJS.Signals, options: readonly string[] = [], text = scored) {
  const target = await account({ importSeconds: 0.1 });
  target.write('people.csv', text);
  const args = ['import', 'people.csv', ...oneByOne, ...options];
  const first = await target.interrupted(args, { when: () => target.posts() >= 2, signal });
  const folder = join(target.settings, 'imports');
  const journals = () => readdirSync(folder).filter(name => name.endsWith('.journal'));
  return {
    ...target,
    first,
    journal: join(folder, journals()[0] ?? 'none'),
    resume: (more: readonly string[] = []) =>
      target.run(['import', 'people.csv', '--resume', ...oneByOne, ...more]),
  };
}

describe('an import that goes on after something has changed', () => {
  test('a field that was created meanwhile does not change the mapping', async () => {
    const { call, resume, people: everybody } = await partly('SIGINT');
    await call('POST', '/v1/fields', { name: 'Score', kind: 'number' });
    const ended = await resume();
    expect(summaryOf(ended)).toMatchObject({ accepted, created: accepted, failed: 0, unknown: 0 });
    const all = await everybody();
    expect(all).toHaveLength(accepted);
    expect(all.every(({ fields }) => !('score' in fields))).toBe(true);
  });

  test('fields that the import created are used again', async () => {
    const { resume, all, people: everybody } = await partly('SIGKILL', ['--create-fields']);
    const fields = (await all('/v1/fields')).length;
    const ended = await resume();
    expect(summaryOf(ended)).toMatchObject({ accepted, failed: 0, unknown: 0 });
    expect(await all('/v1/fields')).toHaveLength(fields);
    expect((await everybody()).every(one => one.fields.pet === 'Oslo')).toBe(true);
  });

  test('the encoding of the first run is used again', async () => {
    const text = scored.replaceAll('Oslo', 'Łódź');
    const target = await account({ importSeconds: 0.1 });
    writeFileSync(target.at('people.csv'), Buffer.from(text.replaceAll('Łódź', '\xa3\xf3d\xbc'), 'latin1'));
    const args = ['import', 'people.csv', ...oneByOne, '--encoding', 'iso-8859-2', '--map', 'Pet=city'];
    await target.interrupted(args, { when: () => target.posts() >= 2, signal: 'SIGKILL' });
    const ended = await target.run(['import', 'people.csv', '--resume', ...oneByOne]);
    expect(summaryOf(ended)).toMatchObject({ accepted, failed: 0 });
    expect(new Set((await target.people()).map(({ fields }) => fields.city))).toEqual(new Set(['Łódź']));
  });

  test('a rejects file of the first run is replaced, unless it was changed', async () => {
    const { resume, at, isThere, first } = await partly('SIGINT');
    expect(summaryOf(first).rejects_file).toBe('people.csv.rejects.csv');
    appendFileSync(at('people.csv.rejects.csv'), 'fixed@x.org,,,,,\n');
    expect(summaryOf(await resume()).rejects_file).toBe('people.csv.rejects-2.csv');
    const again = await partly('SIGINT');
    expect(summaryOf(await again.resume()).rejects_file).toBe('people.csv.rejects.csv');
    expect(again.isThere('people.csv.rejects-2.csv')).toBe(false);
    expect(isThere('people.csv.rejects-2.csv')).toBe(true);
  });
});

describe('a damaged journal', () => {
  test.each([
    ['its last line was lost', (text: string) => text.slice(0, -9)],
    ['it ends in zeros', (text: string) => `${text}${'\0'.repeat(300)}`],
    [
      'a line in the middle is torn',
      (text: string) => text.replace(/\n\{"type":"posted","fro[^\n]*/, '\n{"type":"pos'),
    ],
  ])('the import goes on when %s', async (_what, damage) => {
    const { journal, resume, people: everybody, interrupted, posts } = await partly('SIGKILL');
    writeFileSync(journal, damage(readFileSync(journal, 'utf8')));
    const before = posts();
    const args = ['import', 'people.csv', '--resume', ...oneByOne];
    await interrupted(args, { when: () => posts() > before, signal: 'SIGKILL' });
    const ended = await resume();
    const { created, updated, failed, unknown } = summaryOf(ended);
    expect({ all: created + updated, failed, unknown }).toEqual({ all: accepted, failed: 0, unknown: 0 });
    expect(await everybody()).toHaveLength(accepted);
    expect(existsSync(journal)).toBe(false);
  });
});
