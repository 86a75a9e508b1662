/** Reads back what an import has sent: a sample, or all people. */

import type { RunFolder } from '../../changes/runs.ts';
import type { Api } from '../../http/api.ts';
import type { Failure } from '../../lib/failure.ts';
import { DiskIndex } from '../../people/disk-index.ts';
import type { TagsRule } from '../../people/tags.ts';
import { acceptedSubscribers } from '../jobs/batches.ts';
import { importsFolder } from '../jobs/imports-folder.ts';
import type { ImportJob } from '../jobs/job.ts';
import { countOf } from '../jobs/poll-job.ts';
import type { SentImport } from '../send-import.ts';
import type { CheckedImport, PassContext } from '../state.ts';
import type { EarlierPerson } from './compare.ts';
import type { ComparedImport } from './compare-import.ts';
import { readAccount } from './read-account.ts';
import {
  type PeopleSent,
  type ReadBackFinding,
  type Verification,
  verifyAll,
  verifySample,
} from './verify.ts';

/** The result of reading back. */
export interface VerifiedImport {
  readonly checked: number;
  /** Number of people expected. */
  readonly of: number;
  /** People who differ from what was sent. */
  readonly different: readonly ReadBackFinding[];
  /** People whom the service skipped, with reasons. */
  readonly skipped: readonly (ReadBackFinding & { readonly reason: string })[];
  /** Why reading back is incomplete. */
  readonly notRead: Failure | undefined;
}

interface VerifyContext extends PassContext {
  readonly api: Api;
  readonly configDir: string;
  readonly compared: ComparedImport;
  readonly folder: RunFolder;
}

/** What decides how many people are read back. */
export interface SentFacts {
  readonly verify: boolean;
  /** Whether all jobs ended before the import did. */
  readonly isWaitedFor: boolean;
  readonly completedJobs: number;
  /** People not sent because nothing would change. */
  readonly unchanged: number;
  /** Number of rows that the service reports as skipped; it does not say which. */
  readonly skipped: number;
}

export function readBackExtent(facts: SentFacts): 'none' | 'sample' | 'all' {
  const { verify, isWaitedFor, completedJobs, unchanged, skipped } = facts;
  if (!isWaitedFor || (completedJobs === 0 && !(verify && unchanged > 0))) return 'none';
  return verify || skipped > 0 ? 'all' : 'sample';
}

/**
 * Reads back a sample of the sent people; all with `--verify`, or if the service skipped some.
 *
 * @returns undefined if no person was sent, or the import did not wait
 * @throws Failure interrupted
 */
export async function verifyImport(
  checked: CheckedImport,
  sent: SentImport,
  context: VerifyContext,
): Promise<VerifiedImport | undefined> {
  const { options } = checked;
  const completed = sent.jobs.filter(({ status }) => status === 'completed');
  const extent = readBackExtent({
    verify: options.verify,
    isWaitedFor: options.wait && sent.failure === undefined && !context.stop.aborted,
    completedJobs: completed.length,
    unchanged: context.compared.counts?.unchanged ?? 0,
    skipped: completed.reduce((sum, job) => sum + skippedIn(job), 0),
  });
  if (extent === 'none') return undefined;
  const whole = extent === 'all' ? await readBackAll(checked, sent, context) : undefined;
  if (whole !== undefined && whole.notRead === undefined) return divided(whole, completed);
  if (options.verify) return whole && divided(whole, []);
  const sample = await readBackSample(sent, completed, context);
  return divided({ ...sample, notRead: whole?.notRead ?? sample.notRead }, completed);
}

/** The observed handling of tags. */
function seenRule(folder: RunFolder): TagsRule {
  return folder.readImport()?.tags ?? 'add';
}

function skippedIn({ record }: ImportJob): number {
  return countOf(record?.skipped_count) ?? 0;
}

async function readBackSample(
  { watch }: SentImport,
  completed: readonly ImportJob[],
  { api, folder, compared }: VerifyContext,
): Promise<Verification> {
  const people = watch?.sample.people(place => watch.isIn(place)) ?? new Map();
  const changed = compared.sample.filter(({ place }) => watch?.isIn(place));
  const of = completed.reduce((sum, job) => sum + job.rows - skippedIn(job), 0);
  return await verifySample(api, { people, changed, of }, seenRule(folder));
}

async function readBackAll(
  { files, validation, options }: CheckedImport,
  { plans, watch }: SentImport,
  { api, terminal, stop, configDir, compared, folder }: VerifyContext,
): Promise<Verification> {
  const there = new DiskIndex<EarlierPerson>(importsFolder(configDir), 1024);
  try {
    const reading = await readAccount(
      options.verify ? 'always' : 'auto',
      { onPerson: (key, { id, email, fields, tags }) => there.add(key, { id, email, fields, tags }) },
      { api, addresses: validation.addresses, progress: terminal.progress('reading back'), stop },
    );
    if ('notRead' in reading) return { checked: 0, of: 0, findings: [], notRead: reading.notRead };
    const sources = files.map(({ source, plan }, i) => ({ source, plan: plans[i] ?? plan }));
    const people: PeopleSent = add => {
      let [place, at] = [0, 0];
      return acceptedSubscribers(sources, validation, options.duplicates, (subscriber, places) => {
        const isUnchanged = compared.unchanged?.has(place++) === true;
        if (isUnchanged && options.verify) add(subscriber, places, -1);
        if (!isUnchanged && watch?.isIn(at++)) add(subscriber, places, at - 1);
      });
    };
    return await verifyAll(people, there, seenRule(folder));
  } finally {
    there.close();
  }
}

/** Separates people whom the service skipped from those who differ. */
function divided(
  { checked, of, findings, notRead }: Verification,
  jobs: readonly ImportJob[],
): VerifiedImport {
  const left = new Map(jobs.map(job => [job, skippedIn(job)]));
  const skipped: (ReadBackFinding & { readonly reason: string })[] = [];
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
      skipped.push({ ...finding, reason: `the service skipped the row: ${why}` });
    }
  }
  const skippedByService = jobs.reduce((sum, job) => sum + skippedIn(job), 0);
  const isWhole = notRead === undefined && checked === of;
  return {
    checked: isWhole ? checked - skipped.length : checked,
    of: isWhole ? of - Math.min(skippedByService, skipped.length) : of,
    different,
    skipped,
    notRead,
  };
}
