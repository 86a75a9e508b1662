import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readJournal } from '../../../src/import/jobs/journal.ts';
import type { ImportOptions } from '../../../src/import/options.ts';
import { skippingClock, testClock } from '../../support/clock.ts';
import type { ProgramOptions } from '../../support/program.ts';
import type { Ended } from '../../support/run.ts';
import { account, lines, records } from '../account.ts';

const accepted = 600;
/** Every twelfth score is no number. */
const rows = Array.from({ length: accepted }, (_, i) => `p${i}@x.org,${i % 12 === 0 ? 'n/a' : i},Oslo`);
const people = lines('Email,Score,Pet', 'bad,,', ...rows);
const slowly = ['--batch-size', '100', '--concurrency', '1', '--output', 'json'];

function summaryOf({ stdout }: Ended) {
  return JSON.parse(stdout);
}

/** An import that was stopped after some jobs. */
async function stopped(signal: NodeJS.Signals, options: readonly string[] = [], text = people) {
  const { clock, skip } = skippingClock(100);
  const target = await account({ importSeconds: 0.1, clock });
  target.write('people.csv', text);
  const args = ['import', 'people.csv', ...slowly, ...options];
  const first = await target.interrupted(args, { when: () => target.posts() >= 2, signal });
  const folder = join(target.settings, 'imports');
  const journals = () => readdirSync(folder).filter(name => name.endsWith('.journal'));
  return {
    ...target,
    /** From now on, jobs are done when they are first looked at. */
    skip,
    first,
    journals,
    journal: join(folder, journals()[0] ?? 'none'),
    resume: (more: readonly string[] = [], options: ProgramOptions = {}) =>
      target.run(['import', 'people.csv', '--resume', ...slowly, ...more], options),
  };
}

describe('an import that goes on after something has changed', () => {
  test('when a field was created that fits a column, then the rest is sent as it began', async () => {
    const { call, resume, people: everybody } = await stopped('SIGINT');
    await call('POST', '/v1/fields', { name: 'Score', kind: 'number' });
    const ended = await resume();
    expect(summaryOf(ended)).toMatchObject({ accepted, created: accepted, failed: 0, unknown: 0 });
    const all = await everybody();
    expect(all).toHaveLength(accepted);
    expect(all.every(({ fields }) => !('score' in fields))).toBe(true);
  });

  test('when a field that is used is another, then it is refused, and what changed is said', async () => {
    const { journal, resume, posts } = await stopped('SIGKILL', ['--map', 'Pet=fields.city']);
    const then = readFileSync(journal, 'utf8').replace(
      /("variable":"city",[^}]*"kind":)"text"/,
      '$1"number"',
    );
    writeFileSync(journal, then);
    const before = posts();
    const ended = await resume();
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain('"code":"import_changed"');
    expect(ended.stderr).toContain('fields.city: number then, text now');
    expect(posts()).toBe(before);
  });

  test('when fields were created by the import, then they are used again', async () => {
    const { resume, all, people: everybody } = await stopped('SIGKILL', ['--create-fields']);
    const fields = (await all('/v1/fields')).length;
    const ended = await resume();
    expect(summaryOf(ended)).toMatchObject({ accepted, failed: 0, unknown: 0 });
    expect(await all('/v1/fields')).toHaveLength(fields);
    expect((await everybody()).every(one => one.fields.pet === 'Oslo')).toBe(true);
  });

  test('when rows would come to other outcomes, then it is refused', async () => {
    const { journal, resume, journals } = await stopped('SIGKILL');
    const text = readFileSync(journal, 'utf8');
    const digest = readJournal(journal)?.start.decisions?.['outcome of each row'] ?? '';
    expect(digest).toMatch(/^[0-9a-f]{16}$/);
    writeFileSync(journal, text.replace(digest, '0123456789abcdef'));
    const ended = await resume();
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain('outcome of each row: 0123456789abcdef then');
    expect(ended.stderr).toContain('--restart');
    expect(journals()).toHaveLength(1);
  });

  test('when an encoding was given, then it is that again', async () => {
    const text = people.replaceAll('Oslo', 'Łódź');
    const target = await account({ importSeconds: 0.1 });
    writeFileSync(target.at('people.csv'), Buffer.from(text.replaceAll('Łódź', '\xa3\xf3d\xbc'), 'latin1'));
    const args = ['import', 'people.csv', ...slowly, '--encoding', 'iso-8859-2', '--map', 'Pet=city'];
    await target.interrupted(args, { when: () => target.posts() >= 2, signal: 'SIGKILL' });
    const ended = await target.run(['import', 'people.csv', '--resume', ...slowly]);
    expect(summaryOf(ended)).toMatchObject({ accepted, failed: 0 });
    expect(new Set((await target.people()).map(({ fields }) => fields.city))).toEqual(new Set(['Łódź']));
  });

  test('when the rejects file is as it was left, then it is replaced, and kept when it was changed', async () => {
    const { resume, at, isThere, first } = await stopped('SIGINT');
    expect(summaryOf(first).rejects_file).toBe('people.csv.rejects.csv');
    appendFileSync(at('people.csv.rejects.csv'), 'fixed@x.org,,,,,\n');
    expect(summaryOf(await resume()).rejects_file).toBe('people.csv.rejects-2.csv');
    const again = await stopped('SIGINT');
    expect(summaryOf(await again.resume()).rejects_file).toBe('people.csv.rejects.csv');
    expect(again.isThere('people.csv.rejects-2.csv')).toBe(false);
    expect(isThere('people.csv.rejects-2.csv')).toBe(true);
  });

  test('when the place of the rejects has gone, then another can be given', async () => {
    const { resume, at } = await stopped('SIGKILL');
    const ended = await resume(['--rejects', 'elsewhere.csv']);
    expect(summaryOf(ended)).toMatchObject({ rejects_file: 'elsewhere.csv', failed: 0 });
    expect(records(readFileSync(at('elsewhere.csv'), 'utf8'))).toHaveLength(1);
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
  ])('when %s, then the import goes on, as often as it takes', async (_what, damage) => {
    const { journal, resume, people: everybody, interrupted, posts } = await stopped('SIGKILL');
    writeFileSync(journal, damage(readFileSync(journal, 'utf8')));
    const before = posts();
    const args = ['import', 'people.csv', '--resume', ...slowly];
    await interrupted(args, { when: () => posts() > before, signal: 'SIGKILL' });
    const ended = await resume();
    const { created, updated, failed, unknown } = summaryOf(ended);
    expect({ all: created + updated, failed, unknown }).toEqual({ all: accepted, failed: 0, unknown: 0 });
    expect(await everybody()).toHaveLength(accepted);
    expect(existsSync(journal)).toBe(false);
  });

  test('when it is continued, then nothing is joined to the torn line', async () => {
    const { journal, resume } = await stopped('SIGKILL');
    const whole = readFileSync(journal, 'utf8');
    writeFileSync(journal, `${whole}{"type":"send","fr`);
    expect(readJournal(journal)?.batches.length).toBeGreaterThan(0);
    expect((await resume()).status).toBe(8);
  });
});

describe('a job of an earlier run', () => {
  test('when the service no longer knows it, then its rows are sent again', async () => {
    const { journal, resume, skip, people: everybody } = await stopped('SIGKILL');
    skip();
    const lost = '11111111-1111-4111-8111-111111111111';
    const kept = readFileSync(journal, 'utf8')
      .split('\n')
      .filter(line => !line.startsWith('{"type":"end"'))
      .map(line =>
        line.startsWith('{"type":"posted"') ? line.replace(/"id":"[^"]*"/, `"id":"${lost}"`) : line,
      );
    writeFileSync(journal, kept.join('\n'));
    const { created, updated, failed, unknown } = summaryOf(await resume([], { clock: testClock() }));
    expect({ all: created + updated, failed, unknown }).toEqual({ all: accepted, failed: 0, unknown: 0 });
    expect(await everybody()).toHaveLength(accepted);
  });

  test('when it does not end in time, then the others are sent all the same', async () => {
    const target = await account({ importSeconds: 60 });
    target.write('people.csv', people);
    const args = ['import', 'people.csv', '--concurrency', '1', '--batch-size', '300', '-o', 'json'];
    await target.interrupted(args, { when: () => target.posts() >= 1, signal: 'SIGKILL' });
    const ended = await target.run([...args, '--resume', '--wait-timeout', '1']);
    expect(ended.status).toBe(9);
    expect(target.posts()).toBeGreaterThan(1);
    expect(summaryOf(ended)).toMatchObject({ accepted, unknown: accepted });
  });
});

describe('an unfinished import of the same file', () => {
  const rows = lines('Email', ...Array.from({ length: 40 }, (_, i) => `p${i}@x.org`));

  /** An account into which a part of the file, or all of it, is being imported. */
  async function begun(shard: ImportOptions['shard']) {
    const target = await account({ importSeconds: 600 });
    const { summary } = await target.loadText(rows, { shard, wait: true, waitTimeout: 0.1 });
    expect(summary.unknown).toBe(summary.accepted);
    const path = target.at('people.csv');
    return { ...target, path, posts: target.posts };
  }

  test('when it goes to another account, then --resume does not begin in this one', async () => {
    const { settings, path } = await begun(undefined);
    const other = await account({ importSeconds: 600 });
    const env = { NEWSLETTER_CONFIG_DIR: settings };
    const ended = await other.run(['import', path, '--resume'], { env });
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain('the unfinished import of this file goes to another account');
    expect(other.posts()).toBe(0);
    expect((await other.run(['import', path, '--no-wait'], { env })).status).toBe(0);
  });
});
