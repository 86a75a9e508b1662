/** What import.md promises of the exit status: `exit-status.yaml`, summary by summary. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ImportJob } from '../../src/import/jobs/job.ts';
import { exitFailure, isFinished } from '../../src/import/outcome/exit-status.ts';
import type { ImportSummary } from '../../src/import/summary-fields.ts';
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

const options = { allowRejects: false, report: undefined };
const resume = 'newsletter import people.csv --resume';
const fixRows = 'Fix the rows in p.csv.rejects.csv. To import them: newsletter import p.csv.rejects.csv';
const failures = {
  busy: new Failure('overloaded', 'still busy'),
  gone: new Failure('connection_refused', 'nobody there'),
  lost: new Failure('cut_off', 'lost', { details: ['more'] }),
  replaced: new Failure('tags_replaced', 'the service replaces tags'),
};

interface Row {
  readonly when: string;
  readonly counts?: Partial<ImportSummary>;
  readonly end?: Partial<typeof options> & {
    readonly failure?: keyof typeof failures;
    readonly resume?: true;
    readonly isStopped?: true;
    readonly unsubscribed?: number;
    readonly reasons?: readonly string[];
  };
}

const { statuses, messages } = parse(readFileSync(join(import.meta.dirname, 'exit-status.yaml'), 'utf8')) as {
  readonly statuses: readonly (Row & { readonly exit: number })[];
  readonly messages: readonly (Row & { readonly said: object })[];
};

/** What an import that ends like the row ends with. */
function endOf({ counts = {}, end = {} }: Row): Failure | undefined {
  const { failure, resume: isResumable, isStopped, unsubscribed, reasons, ...given } = end;
  return exitFailure(summary(counts), {
    options: { ...options, ...given },
    fixRows,
    ...(failure && { failure: failures[failure] }),
    ...(isResumable && { resume }),
    ...(isStopped && { isStopped }),
    ...(unsubscribed && { unsubscribed }),
    ...(reasons && { reasons }),
  });
}

describe('the exit status of an import', () => {
  test.each(statuses)('is $exit when $when', ({ exit, ...row }) => {
    expect(endOf(row)?.exit ?? 0).toBe(exit);
  });

  test.each(messages)('when $when, then that is said', ({ said, ...row }) => {
    expect(endOf(row)).toMatchObject(said);
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
    expect(isFinished(all, { checked, compared } as never)).toBe(!isLeft);
  });
});
