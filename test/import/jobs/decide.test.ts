/** What import.md promises under "From rows to jobs" and "Nothing lost", case by case. */
import { describe, expect, test } from 'vitest';
import { isAboutOneJob, isTooLarge } from '../../../src/import/jobs/decide.ts';
import type { JournaledBatch } from '../../../src/import/jobs/journal.ts';
import { recoverJobs } from '../../../src/import/jobs/resume.ts';
import { sendBatch } from '../../../src/import/jobs/send-batch.ts';
import { Failure, type FailureCode } from '../../../src/lib/failure.ts';
import { importing, people } from './importing.ts';

const lost: JournaledBatch = { from: 0, to: 300, at: Date.parse('2026-03-01T12:00:00Z') };

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

  test('a batch without a job is sent again, and no job is looked for', async () => {
    const { context, journal } = importing({ listFails: new TypeError('asked') });
    expect(await recoverJobs({ batches: [lost] }, context)).toEqual({ jobs: [], finished: [] });
    expect(journal).toEqual(['forget 0-300']);
  });

  test('a fault of the program is not taken for one of the service', async () => {
    const { context, journal } = importing({ jobFails: new TypeError('no function') });
    await expect(recoverJobs({ batches: [{ ...lost, id: 'own' }] }, context)).rejects.toThrow('no function');
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
