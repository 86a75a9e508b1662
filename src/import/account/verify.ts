import type { Batch, BatchRange } from '../jobs/batch.ts';
import { type ImportJob, skippedIn } from '../jobs/job.ts';
import type { CheckedImport, PlannedFile } from '../state.ts';
import {
  type ReadBack,
  type ReadBackFinding,
  readBackAll,
  readBackSample,
  type VerifyContext,
} from './read-back.ts';

/** The result of reading back. */
export interface VerifiedImport extends Omit<ReadBack, 'findings'> {
  readonly different: readonly ReadBackFinding[];
  readonly skipped: readonly SkippedPerson[];
}

/** A person whom the service skipped. */
interface SkippedPerson extends ReadBackFinding {
  readonly reason: string;
  /** Whether they are in the account, and the service says that they have unsubscribed. */
  readonly hasLeft: boolean;
}

interface SentPeople {
  readonly jobs: readonly ImportJob[];
  /** The files as they were sent. */
  readonly files: readonly PlannedFile[];
  /** The batches that were sent last. */
  readonly last: readonly Batch[];
}

/**
 * Reads back a sample of the sent people; all if the service skipped some, as it does not say which.
 *
 * @returns undefined if no person was sent, or the import did not wait
 * @throws Failure interrupted
 */
export async function verifyImport(
  checked: CheckedImport,
  { jobs, files, last }: SentPeople,
  context: VerifyContext,
): Promise<VerifiedImport | undefined> {
  const completed = jobs.filter(({ status }) => status === 'completed');
  if (!checked.options.wait || context.stop.aborted || completed.length === 0) return undefined;
  const hasSkipped = completed.some(job => skippedIn(job) > 0);
  const whole = hasSkipped ? await readBackAll(checked, files, completed, context) : undefined;
  const isRead = whole !== undefined && whole.notRead === undefined;
  return divided(isRead ? whole : await readBackSample(completed, last, context), completed);
}

/**
 * Those of some batches whose people are all in the account as sent: their answer was lost, but they arrived.
 *
 * @param lost batches that may or may not have arrived
 */
export async function arrivedBatches(
  lost: readonly BatchRange[],
  checked: CheckedImport,
  files: readonly PlannedFile[],
  context: VerifyContext,
): Promise<ReadonlySet<BatchRange>> {
  // Tags sent by id are not known by name.
  if (checked.options.compare === 'never' || checked.options.tagId.length > 0) return new Set();
  const { findings, notRead } = await readBackAll(checked, files, lost, context);
  if (notRead !== undefined) return new Set();
  const isIn = ({ from, to }: BatchRange) => findings.some(({ at }) => at >= from && at < to);
  return new Set(lost.filter(batch => !isIn(batch)));
}

/** Rows that are named in the error. */
const mostNamed = 3;

/** `line 4: the service skipped the row: unsubscribed`, of the first rows. */
export function skippedTexts(
  { validation: { rowNumbers } }: CheckedImport,
  { skipped }: Pick<VerifiedImport, 'skipped'> = { skipped: [] },
): string[] {
  const texts = skipped.flatMap(({ places, reason }) =>
    [places]
      .flat()
      .slice(0, 1)
      .map(place => `${rowNumbers.textOf(place)}: ${reason}`),
  );
  return texts.length > mostNamed
    ? [...texts.slice(0, mostNamed), `and ${texts.length - mostNamed} more`]
    : texts;
}

/** Separates people whom the service skipped from those who differ. */
function divided({ checked, of, findings, notRead }: ReadBack, jobs: readonly ImportJob[]): VerifiedImport {
  const left = new Map(jobs.map(job => [job, skippedIn(job)]));
  const skipped: SkippedPerson[] = [];
  const different: ReadBackFinding[] = [];
  // A person missing from the account was certainly skipped.
  const ordered = [...findings].sort((a, b) => Number(a.fields !== null) - Number(b.fields !== null));
  for (const finding of ordered) {
    const job = jobs.find(({ from, to }) => finding.at >= from && finding.at < to);
    const count = job === undefined ? 0 : (left.get(job) ?? 0);
    if (job === undefined || count === 0) different.push(finding);
    else {
      left.set(job, count - 1);
      const why = job.record?.error_message ?? 'no reason given';
      const hasLeft = finding.fields !== null && /unsubscrib/i.test(why);
      skipped.push({ ...finding, reason: `the service skipped the row: ${why}`, hasLeft });
    }
  }
  if (notRead !== undefined || checked !== of) return { checked, of, different, skipped, notRead };
  const skippedByService = jobs.reduce((sum, job) => sum + skippedIn(job), 0);
  const counted = { checked: checked - skipped.length, of: of - Math.min(skippedByService, skipped.length) };
  return { ...counted, different, skipped, notRead };
}
