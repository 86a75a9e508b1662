/** What import.md promises of the exit status, summary by summary. */
import { describe, expect, test } from 'vitest';
import { exitFailure, isFinished } from '../../src/import/exit-status.ts';
import type { ImportJob } from '../../src/import/jobs/job.ts';
import type { ImportSummary } from '../../src/import/summary.ts';
import { Failure } from '../../src/lib/failure.ts';

/** Ten accepted people, all created, unless said otherwise. */
function summary(more: Partial<ImportSummary>): ImportSummary {
  const counts = {
    rows: 10,
    accepted: 10,
    duplicates: 0,
    rejected: 0,
    suppressed: 0,
    created: 10,
    updated: 0,
  };
  const others = { skipped: 0, failed: 0, unknown: 0, not_sent: 0, unchanged: 0, verified: null };
  return { ...counts, ...others, rejects_files: [], shard: null, ...more } as ImportSummary;
}

const options = { allowRejects: false, verify: false, report: undefined };
const resume = 'newsletter import people.csv --resume';
const busy = new Failure('overloaded', 'still busy');
const gone = new Failure('connection_refused', 'nobody there');
const replaced = new Failure('tags_replaced', 'the service replaces tags');

const allowed = { options: { ...options, allowRejects: true } };
const allLeft = { rows: 3, accepted: 0, created: 0, suppressed: 3 };
const half = { created: 5, failed: 5, not_sent: 5 };
const none = { created: 0, failed: 10, not_sent: 10 };

type End = Partial<Parameters<typeof exitFailure>[1]>;

describe('the exit status of an import', () => {
  test.each<[number, string, Partial<ImportSummary>, End]>([
    [0, 'everybody is in', {}, {}],
    [0, 'people were left out or merged', { rows: 14, suppressed: 2, duplicates: 2 }, {}],
    [0, 'nobody had changed', { created: 0, skipped: 10, unchanged: 10 }, {}],
    [0, 'Ctrl-C came when all was done', {}, { isStopped: true }],
    [0, 'rejected rows are allowed', { rows: 11, rejected: 1 }, allowed],
    [8, 'a row was rejected', { rows: 11, rejected: 1 }, {}],
    [8, 'nobody was accepted, and everybody left out', allLeft, {}],
    [
      8,
      'nobody was accepted, though rejects are allowed',
      { rows: 3, accepted: 0, created: 0, rejected: 3 },
      allowed,
    ],
    [0, 'there are no rows', { rows: 0, accepted: 0, created: 0 }, {}],
    [
      0,
      'nobody of a shard was accepted: the shards are judged together',
      { ...allLeft, shard: { share: 1, of: 2 } },
      {},
    ],
    [8, 'a job failed', { created: 6, failed: 4 }, {}],
    [8, 'a job failed, though rejects are allowed', { created: 6, failed: 4 }, allowed],
    [8, 'the service skipped rows', { created: 9, skipped: 1 }, {}],
    [8, 'the service skipped rows beside unchanged ones', { created: 5, skipped: 5, unchanged: 4 }, {}],
    [8, 'people are not stored as sent', { verified: { checked: 10, of: 10, different: 1 } }, {}],
    [8, 'all were to be read back, and were not', {}, { options: { ...options, verify: true } }],
    [10, 'the service went away midway', half, { failure: gone, resume }],
    [8, 'the file changed midway, so nothing can be resumed', half, {}],
    [9, 'it is not known of some', { created: 6, unknown: 4 }, {}],
    [9, 'it is not known of some, and others failed', { created: 2, unknown: 4, failed: 4 }, {}],
    [
      9,
      'it is not known of some, and the service was busy',
      { created: 0, unknown: 10 },
      { failure: busy, resume },
    ],
    [6, 'the service was busy from the start', none, { failure: busy, resume }],
    [7, 'nobody was there', none, { failure: gone, resume }],
    [130, 'Ctrl-C came before the end', half, { isStopped: true, resume }],
    [130, 'Ctrl-C came, and a batch is in doubt', { created: 5, unknown: 5 }, { isStopped: true, resume }],
    [replaced.exit, 'tags were replaced', half, { failure: replaced, resume }],
  ])('is %i when %s', (exit, _what, counts, end) => {
    expect(exitFailure(summary(counts), { options, ...end })?.exit ?? 0).toBe(exit);
  });

  const file = 'p.csv.rejects.csv';
  const fixRows = `Fix the rows in ${file}. To import them: newsletter import ${file}`;
  test.each<[string, Partial<ImportSummary>, End, object]>([
    [
      'everything is missing that can be',
      {
        accepted: 1200,
        created: 1,
        failed: 5,
        not_sent: 2,
        skipped: 4,
        unchanged: 1,
        rejected: 1,
        rejects_files: [file],
      },
      {},
      {
        code: 'partly_done',
        message:
          '2 rows of 1,200 not sent yet, 3 rows of 1,200 failed, the service skipped 3 rows, 1 row rejected',
        details: [],
        hint: fixRows,
      },
    ],
    ['only failed rows can be resumed', { failed: 5 }, { resume }, { code: 'partly_done', hint: resume }],
    [
      'the service went away after some were only updated',
      { created: 0, updated: 3, failed: 7, not_sent: 7 },
      { failure: new Failure('cut_off', 'lost', { details: ['more'] }), resume },
      { code: 'stopped_early', message: '7 rows of 10 not sent yet', details: ['lost', 'more'] },
    ],
    [
      'the service went away after one was made and one changed',
      { created: 1, updated: 1, failed: 8, not_sent: 8 },
      { failure: gone, resume },
      { code: 'stopped_early' },
    ],
    [
      'the service went away after one was made and one skipped',
      { created: 1, skipped: 1, failed: 8, not_sent: 8 },
      { failure: gone, resume },
      { code: 'stopped_early' },
    ],
    ['something failed when all was in', {}, { failure: gone }, { message: 'nobody there' }],
    [
      'Ctrl-C came when all that there was had been sent',
      {},
      { isStopped: true, resume },
      { message: 'interrupted: every accepted row was imported', hint: resume },
    ],
    [
      'one row was rejected',
      { rejected: 1, rejects_files: [file] },
      { reasons: ['no address'] },
      { message: `1 row to fix: ${file}`, details: ['no address'] },
    ],
    [
      'rows of two layouts were rejected',
      { rejected: 2, rejects_files: [file, 'p.csv.rejects-2.csv'] },
      {},
      {
        message: `2 rows to fix: ${file}, p.csv.rejects-2.csv`,
        hint: fixRows,
      },
    ],
    [
      'two rows were rejected, and kept nowhere',
      { rejected: 2 },
      {},
      { message: '2 rows to fix', details: [] },
    ],
    [
      'nobody was accepted',
      { accepted: 0, created: 0, rejected: 2, suppressed: 1, rejects_files: [file] },
      { reasons: ['no address'] },
      {
        code: 'nothing_accepted',
        message: 'nobody was imported: 1 person left out, 2 rows to fix',
        details: ['no address'],
        hint: fixRows,
      },
    ],
    [
      'nobody would be accepted, since all are left out',
      { accepted: 0, created: 0, suppressed: 2, left_out_file: 'p.csv.left-out.csv', dry_run: true },
      {},
      {
        message: 'nobody would be imported: 2 people left out',
        hint: 'the reasons are in p.csv.left-out.csv',
      },
    ],
    [
      'people are not stored as sent, and there is no report',
      { verified: { checked: 10, of: 10, different: 2 } },
      {},
      { message: '2 subscribers not stored as sent', hint: '--report <file> has a line for each' },
    ],
    [
      'people are not stored as sent, and there is a report',
      { verified: { checked: 10, of: 10, different: 1 } },
      { options: { ...options, report: 'r.csv' } },
      { message: '1 subscriber not stored as sent', hint: 'see r.csv' },
    ],
    [
      'rows are in doubt',
      { created: 8, unknown: 2 },
      { failure: busy, resume },
      {
        message: '2 rows may or may not be in the account',
        details: ['still busy'],
        hint: `to find out, and send what is missing: ${resume}`,
      },
    ],
    [
      'rows are in doubt, and it cannot be resumed',
      { created: 5, unknown: 5 },
      {},
      { hint: 'newsletter imports list' },
    ],
    [
      'tags were replaced',
      { run: 'r1' },
      { failure: replaced, resume },
      { hint: `to continue: ${resume} --existing-tags replace; to restore them: newsletter undo r1` },
    ],
    [
      'tags were replaced, and nothing is left',
      { run: 'r1' },
      { failure: replaced },
      { hint: 'to restore them: newsletter undo r1' },
    ],
    ['nothing was done', none, { failure: busy }, { hint: busy.hint }],
  ])('when %s, then this is said', (_what, counts, end, said) => {
    expect(exitFailure(summary(counts), { options, fixRows, ...end })).toMatchObject(said);
  });

  test('with --verify, an import that was read back is a success', () => {
    const verify = { ...options, verify: true };
    const readBack = { verified: { checked: 10, of: 10, different: 0 } };
    expect(exitFailure(summary(readBack), { options: verify })).toBeUndefined();
    expect(exitFailure(summary({ rows: 0, accepted: 0, created: 0 }), { options: verify })).toBeUndefined();
  });

  test('rejected rows alone are a warning', () => {
    expect(exitFailure(summary({ rejected: 1 }), { options })).toMatchObject({ isWarning: true });
    expect(exitFailure(summary({ created: 9, failed: 1 }), { options })?.isWarning).not.toBe(true);
  });
});

describe('whether something is left to resume', () => {
  type Ended = { readonly wait: boolean; readonly unchanged: number };
  const jobs = (...all: readonly (readonly [ImportJob['status'], number])[]) =>
    all.map(([status, rows]) => ({ status, rows }) as ImportJob);

  const [waited, unwaited] = [true, false].map(wait => ({ wait, unchanged: 0 })) as [Ended, Ended];

  test.each<[boolean, string, ImportJob[], Ended]>([
    [false, 'all jobs have completed', jobs(['completed', 6], ['completed', 4]), waited],
    [false, 'a job has failed', jobs(['completed', 6], ['failed', 4]), waited],
    [false, 'the others were unchanged', jobs(['completed', 6]), { wait: true, unchanged: 4 }],
    [false, 'jobs run that nobody waits for', jobs(['pending', 6], ['processing', 4]), unwaited],
    [true, 'a job still runs', jobs(['completed', 6], ['processing', 4]), waited],
    [true, 'a batch is in doubt', jobs(['completed', 6], ['unknown', 4]), waited],
    [true, 'a batch is in doubt, and nobody waits', jobs(['unknown', 10]), unwaited],
    [true, 'a batch was not sent', jobs(['completed', 6], ['not_sent', 4]), waited],
    [true, 'a batch was never made', jobs(['completed', 6]), waited],
  ])('is %s when %s', (isLeft, _what, all, { wait, unchanged }) => {
    const checked = { validation: { accepted: 10 }, options: { wait } };
    const compared = { counts: { unchanged } };
    expect(isFinished(all, checked as never, compared as never)).toBe(!isLeft);
  });
});
