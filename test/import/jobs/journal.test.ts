/** What is read back of a journal, what became of the rows of jobs, and how batches are cut: import.md, "Resume". */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SubscriberImport } from '../../../src/contract/index.ts';
import { batchOf, halve, requestBody } from '../../../src/import/jobs/batch.ts';
import { countMismatches, type ImportJob, rowsNotSent, sumOutcomes } from '../../../src/import/jobs/job.ts';
import { Journal, readJournal } from '../../../src/import/jobs/journal.ts';
import { pollJob } from '../../../src/import/jobs/poll-job.ts';
import { testClock } from '../../support/clock.ts';
import { temporaryFolder } from '../../support/home.ts';
import { journalStart as start } from './importing.ts';

const record = (more: object) => ({ id: 'job', ...more }) as unknown as SubscriberImport;
const job = (more: Partial<ImportJob>): ImportJob => ({
  from: 0,
  to: 10,
  rows: 10,
  id: 'job',
  status: 'completed',
  record: undefined,
  error: null,
  rowNumbers: [],
  ...more,
});

describe('the journal of an import', () => {
  const range = { from: 0, to: 10 };
  const completed = { status: 'completed', record: null, error: null } as const;
  type Line = Record<string, unknown>;
  const about = (type: string, more: Line = {}) => ({ type, ...range, ...more });
  const read = (lines: readonly Line[], first: Line | null = { type: 'start', ...start }) => {
    const path = join(temporaryFolder(), 'journal');
    const all = [...(first ? [first] : []), ...lines];
    writeFileSync(path, all.map(line => `${JSON.stringify(line)}\n`).join(''));
    return readJournal(path);
  };
  const [send, posted, forget] = [about('send'), about('posted', { id: 'j' }), about('forget')];
  const end = about('end', completed);
  const late = { ...completed, record: { id: 'k' } };

  it.each<[what: string, lines: readonly Line[], batches: readonly Line[]]>([
    ['nothing was sent', [], []],
    ['a batch was about to be sent', [send], [range]],
    ['a batch was accepted', [send, posted], [{ ...range, id: 'j' }]],
    ['a batch did not arrive', [send, forget], []],
    ['a batch was sent again after it did not arrive', [send, forget, send], [range]],
    ['a job ended', [send, posted, end], [{ ...range, id: 'j', end: completed }]],
    ['a job ended whose answer was lost', [send, about('end', late)], [{ ...range, id: 'k', end: late }]],
    ['lines are about a batch that was not sent', [posted, end], []],
    ['batches came out of order', [about('send', { from: 10, to: 20 }), send], [range, { from: 10, to: 20 }]],
    ['it was begun twice', [{ type: 'start', ...start }], []],
  ])('when %s', (_, lines, batches) => {
    expect(read(lines)).toEqual({ start, batches });
  });

  it('a journal without its first line is none', () => {
    expect(readJournal(join(temporaryFolder(), 'none'))).toBeUndefined();
    expect(read([], null)).toBeUndefined();
    expect(read([send], null)).toBeUndefined();
    expect(() => readJournal(temporaryFolder())).toThrow(
      expect.objectContaining({ code: 'unreadable_file' }) as unknown as Error,
    );
  });

  it('a journal says what was written, to its owner only', () => {
    const path = join(temporaryFolder(), 'journal');
    const earlier = new Journal(path, true);
    earlier.append({ type: 'start', ...start, digest: 'of another import' });
    earlier.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const journal = new Journal(path, true);
    journal.append({ type: 'start', ...start });
    journal.note(range, { type: 'send' });
    journal.note(range, { type: 'posted', id: 'j' });
    for (const type of ['send', 'forget'] as const) journal.note({ from: 10, to: 20 }, { type });
    journal.close();
    const next = new Journal(path);
    next.note(range, { type: 'end', ...completed });
    next.close();
    expect(readJournal(path)).toEqual({
      start,
      batches: [{ ...range, id: 'j', end: completed }],
    });
    new Journal(path).remove();
    expect(readJournal(path)).toBeUndefined();
  });

  it('a journal that cannot be written says where to write instead', () => {
    const path = join(temporaryFolder(), 'none', 'journal');
    const failure = {
      code: 'write_failed',
      message: expect.stringContaining(`cannot write the import journal in ${path}`) as string,
      hint: 'set NEWSLETTER_CONFIG_DIR to a folder that you can write to',
    };
    for (const isNew of [true, false])
      expect(() => new Journal(path, isNew)).toThrow(expect.objectContaining(failure) as Error);
  });
});

describe('what became of the rows of a job', () => {
  const counts = (created: unknown, updated: unknown, skipped: unknown) =>
    record({ created_count: created, updated_count: updated, skipped_count: skipped });
  const none = { created: 0, updated: 0, skipped: 0, failed: 0, unknown: 0 };

  it.each<[what: string, of: Partial<ImportJob>, outcomes: object]>([
    ['all counted', { record: counts(7, 2, 1) }, { created: 7, updated: 2, skipped: 1 }],
    ['some not counted', { record: counts(7, 0, 0) }, { created: 7, unknown: 3 }],
    ['in the account although the answer was lost', {}, { updated: 10 }],
    ['too many counted', { record: counts(8, 8, 8) }, { created: 8, updated: 2 }],
    ['counted in words', { record: counts('7', undefined, null) }, { unknown: 10 }],
    ['failed', { status: 'failed', record: counts(4, 1, 0) }, { created: 4, updated: 1, failed: 5 }],
    ['failed without a record', { status: 'failed' }, { failed: 10 }],
    ['under way', { status: 'processing', record: counts(4, 1, 0) }, {}],
    ['waiting', { status: 'pending' }, {}],
    ['not sent', { status: 'not_sent' }, { failed: 10 }],
    ['in doubt', { status: 'unknown' }, { unknown: 10 }],
  ])('when they are %s', (_, of, outcomes) => {
    expect(sumOutcomes([job(of)], 10, 0)).toEqual({ ...none, ...outcomes });
  });

  it('outcomes of jobs add up, and rows in none have failed', () => {
    const jobs = [
      job({ record: counts(9, 1, 0) }),
      job({ record: counts(3, 0, 7) }),
      job({ status: 'not_sent' }),
    ];
    expect(sumOutcomes(jobs, 40, 4)).toEqual({
      created: 12,
      updated: 1,
      skipped: 11,
      failed: 16,
      unknown: 0,
    });
    expect(sumOutcomes(jobs, 30, 0).failed).toBe(10);
    expect(sumOutcomes(jobs, 20, 0).failed).toBe(10);
    expect(rowsNotSent(jobs, 40)).toBe(20);
    expect(rowsNotSent(jobs, 15)).toBe(0);
    expect(rowsNotSent([job({ status: 'unknown' })], 10)).toBe(0);
  });

  it.each<[what: string, of: object | undefined, warning: string | undefined]>([
    [
      'the counts fit',
      { status: 'completed', total_count: 10, created_count: 7, updated_count: 2, skipped_count: 1 },
      undefined,
    ],
    ['a job that failed counts fewer', { status: 'failed', total_count: 10, created_count: 1 }, undefined],
    [
      'a job that failed had other rows',
      { status: 'failed', total_count: 9, created_count: 1, updated_count: 0, skipped_count: 0 },
      '9 in total: 1 created, 0 updated, 0 skipped',
    ],
    [
      'a job counts fewer',
      { status: 'completed', total_count: 10, created_count: 7, updated_count: 0, skipped_count: 1 },
      '10 in total: 7 created, 0 updated, 1 skipped',
    ],
    [
      'a job does not count',
      { status: 'completed' },
      'an unknown number in total: an unknown number created, an unknown number updated, an unknown number skipped',
    ],
    ['a job is under way', { status: 'processing', total_count: 9 }, undefined],
    ['there is no record', undefined, undefined],
  ])('when %s', (_, of, warning) => {
    const said = countMismatches([job({ record: of && record(of) })]);
    expect(said).toEqual(
      warning === undefined ? [] : [`import job: 10 rows sent, but the service counts ${warning}`],
    );
  });
});

describe('a batch', () => {
  const slice = (...emails: readonly string[]) => ({
    json: Buffer.from(emails.map(email => JSON.stringify({ email })).join()),
    rowNumbers: emails.map((_, at) => (at === 0 ? [1, 2] : at + 2)),
  });
  const emailsOf = (batch: Parameters<typeof requestBody>[0]) =>
    (
      JSON.parse(Buffer.concat(requestBody(batch, [])).toString()) as { subscribers: { email: string }[] }
    ).subscribers.map(({ email }) => email);

  it('the pieces of a batch make one body', () => {
    const batch = batchOf([slice('a', 'b'), slice('c')], 5);
    expect(batch).toMatchObject({ from: 5, to: 8, rows: 3 });
    expect(String(Buffer.concat(requestBody(batch, ['t', 'u'])))).toBe(
      '{"subscribers":[{"email":"a"},{"email":"b"},{"email":"c"}],"tag_ids":["t","u"]}',
    );
    expect(String(Buffer.concat(requestBody(batchOf([], 0), [])))).toBe('{"subscribers":[]}');
  });

  it.each([
    ['two slices', [slice('a', 'b'), slice('c')], ['a', 'b'], ['c']],
    ['three slices', [slice('a'), slice('b'), slice('c')], ['a', 'b'], ['c']],
    ['one slice of three', [slice('a', 'b', 'c')], ['a', 'b'], ['c']],
    ['one slice of two', [slice('a', 'b')], ['a'], ['b']],
  ])('of a batch of %s, the halves have all', (_, slices, one, other) => {
    const halves = halve(batchOf(slices, 5));
    expect(halves?.map(emailsOf)).toEqual([one, other]);
    expect(halves?.map(({ from, to }) => [from, to])).toEqual([
      [5, 5 + one.length],
      [5 + one.length, 5 + one.length + other.length],
    ]);
    expect(halves?.flatMap(half => half.slices.flatMap(({ rowNumbers }) => rowNumbers)).flat()).toHaveLength(
      slices.flatMap(({ rowNumbers }) => rowNumbers).flat().length,
    );
  });
});

describe('a job that is polled', () => {
  const signal = new AbortController().signal;
  /** Answers of the service, one after the other; the last for all that follow. */
  function polled(...answers: readonly object[]) {
    const clock = testClock();
    const asked: number[] = [];
    const api = {
      async call() {
        const answer = answers[Math.min(asked.length, answers.length - 1)];
        asked.push(clock.now());
        return record(answer ?? {});
      },
    } as never;
    return { clock, asked, api };
  }

  it('Ctrl-C ends the polling', async () => {
    const ending = new AbortController();
    const { clock, api } = polled({ status: 'pending' });
    const pending = record({ status: 'pending' });
    const ended = pollJob(api, pending, { timeout: 9, clock, signal: ending.signal });
    ending.abort(new Error('Ctrl-C'));
    await expect(ended).rejects.toThrow('Ctrl-C');
  });

  it.each(['completed', 'failed'])('a job that is %s from the start is not asked for', async status => {
    const { clock, asked, api } = polled({});
    const seen: unknown[] = [];
    const onPoll = (one: SubscriberImport) => void seen.push(one.status);
    expect(await pollJob(api, record({ status }), { timeout: 9, clock, signal, onPoll })).toMatchObject({
      status,
    });
    expect([asked, seen]).toEqual([[], [status]]);
  });

  it('a job is polled at growing pauses', async () => {
    const { clock, asked, api } = polled(
      { status: 'pending' },
      { status: 'processing' },
      { status: 'completed' },
    );
    const seen: unknown[] = [];
    const onPoll = (one: SubscriberImport) => void seen.push(one.status);
    await pollJob(api, record({ status: 'pending' }), { timeout: 9, clock, signal, onPoll });
    expect(asked).toEqual([50, 150, 350]);
    expect(seen).toEqual(['pending', 'pending', 'processing', 'completed']);
  });

  it('a job without a status is an unexpected answer', async () => {
    const { clock, api } = polled({});
    await expect(pollJob(api, record({}), { timeout: 1, clock, signal })).rejects.toMatchObject({
      code: 'unexpected_answer',
    });
    await expect(
      pollJob(api, record({ status: 'pending' }), { timeout: 1, clock, signal }),
    ).rejects.toMatchObject({
      code: 'unexpected_answer',
    });
  });
});
