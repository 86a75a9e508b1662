/** What import.md promises under "From rows to jobs" and "Nothing lost", case by case. */
import { describe, expect, test } from 'vitest';
import type { SubscriberImport } from '../../../src/contract/index.ts';
import type { BatchRange } from '../../../src/import/jobs/batch.ts';
import { isAboutOneJob, isTooLarge } from '../../../src/import/jobs/decide.ts';
import type { JobContext } from '../../../src/import/jobs/job.ts';
import type { JournaledBatch } from '../../../src/import/jobs/journal-contents.ts';
import { recoverJobs } from '../../../src/import/jobs/resume.ts';
import { sendBatch } from '../../../src/import/jobs/send-batch.ts';
import { Failure, type FailureCode } from '../../../src/lib/failure.ts';
import { importing as importingFrom, people, type Service } from './importing.ts';

const sentAt = Date.parse('2026-03-01T12:00:00Z');
const minute = 60_000;
/** The service's clock is this far ahead. */
const skew = 10 * minute;

/** A job of 300 rows that was made as the batch arrived. */
function job(more: Partial<SubscriberImport> = {}): SubscriberImport {
  const created_at = new Date(sentAt + skew + 1000).toISOString();
  const counts = { total_count: 300, created_count: 300, updated_count: 0, skipped_count: 0 };
  const ended = { status: 'completed', error_message: null, completed_at: created_at } as const;
  return { id: 'own', created_at, ...counts, ...ended, ...more } as SubscriberImport;
}

const importing = (of: Service, more: Partial<JobContext> = {}) =>
  importingFrom({ becomes: shown(of), ...of }, more, skew);
const shown =
  ({ jobs = [] }: Service) =>
  (id: string) =>
    jobs.find(one => one.id === id) ?? job({ id });

const lost: JournaledBatch = { from: 0, to: 300, at: sentAt };
const at = (milliseconds: number) => ({ created_at: new Date(sentAt + skew + milliseconds).toISOString() });

describe('a batch whose response was lost', () => {
  test.each<[string, readonly SubscriberImport[], string]>([
    ['a job has its size and its time', [job()], 'posted 0-300 own'],
    ['the list is empty', [], 'forget 0-300'],
    ['the job has one row more', [job({ total_count: 301 })], 'forget 0-300'],
    ['the job has one row fewer', [job({ total_count: 299 })], 'forget 0-300'],
    ['the job was made a minute before', [job(at(-minute))], 'forget 0-300'],
    ['the job was made before by the clock of the service', [job(at(-skew))], 'forget 0-300'],
    ['the clocks differ by two seconds', [job(at(-2000))], 'posted 0-300 own'],
    [
      'it was sent twice, and one of two jobs has completed',
      [job({ id: 'waits', status: 'pending' }), job({ id: 'done' })],
      'posted 0-300 done',
    ],
  ])('when %s, then the journal says what follows', async (_what, jobs, line) => {
    const { context, journal } = importing({ jobs });
    await recoverJobs({ batches: [lost] }, context);
    expect(journal[0]).toBe(line);
  });

  test.each<[string, Partial<JobContext>, readonly JournaledBatch[]]>([
    ['the job was there before the import', { claimed: new Set(['own']) }, [lost]],
    ['it is not known which jobs were there before', { knowsJobs: false }, [lost]],
    ['the job is that of another batch', {}, [lost, { from: 600, to: 900, at: sentAt, id: 'own' }]],
    ['another machine imports another shard', { options: { wait: true, shard: {} } as never }, [lost]],
    ['another batch of the same size is lost', {}, [lost, { from: 300, to: 600, at: sentAt }]],
  ])('when %s, then it is sent again', async (_what, more, batches) => {
    const { context, journal } = importing({ jobs: [job()] }, more);
    const { finished } = await recoverJobs({ batches }, context);
    expect(journal).toContain('forget 0-300');
    expect(finished.filter(({ from }) => from === 0)).toEqual([]);
  });

  test('when a job was recognized, then it is no job of another batch', async () => {
    const batches = [lost, { from: 300, to: 599, at: sentAt }];
    const jobs = [job(), job({ id: 'other', total_count: 299 })];
    const { context, journal } = importing({ jobs });
    await recoverJobs({ batches }, context);
    expect(journal.slice(0, 2)).toEqual(['posted 0-300 own', 'posted 300-599 other']);
    expect([...context.recognized]).toEqual(['own', 'other']);
  });
});

const failures: readonly (readonly [FailureCode, 'go on' | 'send again' | 'stop'])[] = [
  ['still_running', 'go on'],
  ['not_found', 'send again'],
  ['forbidden', 'send again'],
  ['refused', 'send again'],
  ['overloaded', 'send again'],
  ['service_failing', 'send again'],
  ['unexpected_answer', 'send again'],
  ['paging_ignored', 'send again'],
  ['connection_refused', 'stop'],
  ['timeout', 'stop'],
  ['credentials_refused', 'stop'],
  ['sign_in_refused', 'stop'],
  ['write_failed', 'stop'],
];

describe('a job of an earlier run that cannot be seen', () => {
  test.each(failures)('when that is because of %s, then what is done is: %s', async (code, wanted) => {
    const { context, journal } = importing({ jobFails: new Failure(code, 'no job') });
    const recovering = recoverJobs({ batches: [{ ...lost, id: 'own' }] }, context);
    if (wanted === 'stop') await expect(recovering).rejects.toMatchObject({ code });
    else {
      const { jobs, finished } = await recovering;
      expect(journal).toEqual(wanted === 'go on' ? [] : ['forget 0-300']);
      expect(jobs.map(({ status }) => status)).toEqual(wanted === 'go on' ? ['unknown'] : []);
      expect(finished).toHaveLength(wanted === 'go on' ? 1 : 0);
    }
  });

  test.each(failures.filter(([code]) => code !== 'still_running'))(
    'when the list cannot be read because of %s, then what is done is: %s',
    async (code, wanted) => {
      const { context, journal } = importing({ listFails: new Failure(code, 'no list') });
      const recovering = recoverJobs({ batches: [lost] }, context);
      if (wanted === 'stop') await expect(recovering).rejects.toMatchObject({ code });
      else expect(await recovering).toEqual({ jobs: [], finished: [] });
      expect(journal).toEqual(wanted === 'stop' ? [] : ['forget 0-300']);
    },
  );

  test('when it is a fault of the program, then it is not taken for one of the service', async () => {
    const { context, journal } = importing({ listFails: new TypeError('no function') });
    await expect(recoverJobs({ batches: [lost] }, context)).rejects.toThrow('no function');
    expect(journal).toEqual([]);
  });

  test('when its end is in the journal, then the service is not asked', async () => {
    const { context, journal } = importing({
      jobFails: new TypeError('asked'),
      listFails: new TypeError('asked'),
    });
    const end = { status: 'completed', record: null, error: null } as const;
    const { finished } = await recoverJobs({ batches: [{ ...lost, end }] }, context);
    expect(finished).toEqual([{ from: 0, to: 300 }]);
    expect(journal).toEqual([]);
  });
});

describe('a batch that is not accepted', () => {
  const because = (code: FailureCode, ...details: string[]) => new Failure(code, 'refused', { details });

  test.each<[string, Failure, number, string, string, boolean]>([
    // what the service says, rows of the batch, the journal, what becomes of it, whether the import ends
    ['is too large (413)', because('too_large'), 8, 'forget 0-8', 'halves', false],
    ['has too many rows', because('refused', 'at most 4 subscribers'), 8, 'forget 0-8', 'halves', false],
    ['is too large, and is one person', because('too_large'), 1, 'end 0-1 failed', 'failed', false],
    ['breaks a rule', because('refused', 'tag_ids: unknown'), 8, 'end 0-8 failed', 'failed', false],
    ['comes too fast (429)', because('overloaded'), 8, 'forget 0-8', 'not_sent', true],
    ['meets a service that fails', because('service_failing'), 8, 'forget 0-8', 'not_sent', true],
    ['meets no service', because('connection_refused'), 8, 'forget 0-8', 'not_sent', true],
    ['has no valid credentials', because('credentials_refused'), 8, 'forget 0-8', 'not_sent', true],
    ['may not be sent', because('forbidden'), 8, 'forget 0-8', 'not_sent', true],
  ])('when it %s, then the journal and the rows say so', async (_what, refuses, rows, line, status, ends) => {
    const { context, journal } = importing({ refuses });
    const result = await sendBatch(context, people(rows));
    expect(journal).toEqual([`send 0-${rows}`, line]);
    if ('halves' in result) {
      expect(status).toBe('halves');
      expect(result.halves.map(half => half.rows)).toEqual([4, 4]);
      expect(context.limits.rows).toBe(4);
    } else {
      expect(result.job.status).toBe(status);
      expect(result.failure === undefined ? undefined : result.failure.code).toBe(
        ends ? refuses.code : undefined,
      );
    }
  });

  test.each<[FailureCode, boolean]>([
    ['still_running', true],
    ['not_found', true],
    ['connection_refused', false],
    ['credentials_refused', false],
  ])('when its job cannot be seen because of %s, then whether others go on is %s', (code, goOn) => {
    expect(isAboutOneJob(because(code))).toBe(goOn);
  });

  test.each<[FailureCode, string, boolean]>([
    ['too_large', '', true],
    ['refused', 'at most 4 subscribers', true],
    ['refused', 'the maximum is 100', true],
    ['refused', 'max 100', true],
    ['refused', 'limit exceeded', true],
    ['refused', 'too long', true],
    ['refused', 'tag_ids: unknown', false],
    ['refused', 'Maxim is no name', false],
    ['overloaded', 'too many requests', false],
  ])(
    'when it is not accepted because of %s, "%s", then whether it is too large is %s',
    (code, said, isLarge) => {
      expect(isTooLarge(because(code, said))).toBe(isLarge);
    },
  );

  test('when the message may be about one value, then later batches are as large as before', async () => {
    const { context } = importing({ refuses: because('refused', 'first_name is too long') });
    expect(await sendBatch(context, people(8))).toMatchObject({ halves: [{ rows: 4 }, { rows: 4 }] });
    expect(context.limits.rows).toBe(5000);
  });

  test.each<[string, readonly BatchRange[], string, string]>([
    ['no other of its size', [{ from: 8, to: 15 }], 'posted 0-8', 'completed'],
    ['another of its size', [{ from: 8, to: 16 }], 'send 0-8', 'unknown'],
  ])('when its response is lost, and there is %s under way', async (_what, others, line, status) => {
    const jobs = [job({ total_count: 8, created_at: new Date(Date.now() + skew).toISOString() })];
    const { context, journal } = importing({ jobs, refuses: because('outcome_unknown') });
    const batch = people(8);
    for (const one of [batch, ...others]) context.inDoubt.add(one);
    expect(await sendBatch(context, batch)).toMatchObject({ job: { status } });
    expect(journal[1]).toContain(line);
  });

  test.each([
    [18, false],
    [19, true],
  ])('when %i single people were too many before, then the import ends: %s', async (refusedAlone, ends) => {
    const { context } = importing({ refuses: because('too_large') });
    context.limits.refusedAlone = refusedAlone;
    const result = await sendBatch(context, people(1));
    expect('failure' in result && result.failure !== undefined).toBe(ends);
  });
});
