/** The work of an import job: pending → processing → completed or failed, one row after the other. */
import type { JsonObject } from '../../contract/schema.ts';
import { isObject } from '../../lib/json/is-object.ts';
import type { SandboxContext } from '../store/context.ts';
import type { StoredImport } from '../store/state.ts';
import { mergeValues } from './fields.ts';
import { isAddress, newSubscriber } from './subscribers.ts';
import { tagsNamed } from './tags.ts';

/** A row whose address begins with this makes its job fail. */
export const failMark = 'job-fails@';
/** The part of the time for which a job is pending. */
const pendingShare = 0.1;

function isOver({ status }: StoredImport): boolean {
  return status === 'completed' || status === 'failed';
}

/**
 * Advances the job of a request. A job without a duration is half done at the first request and completed at the
 * second; the progress of any other follows the clock.
 */
export function pollJob(context: SandboxContext, job: StoredImport): void {
  if (isOver(job)) return;
  if (context.options.importSeconds > 0) moveTo(context, job, shareDue(context, job));
  else moveTo(context, job, job.status === 'pending' ? 0.5 : 1);
}

/** Advances all jobs, at any other request: jobs without a duration are completed. */
export function advanceJobs(context: SandboxContext): void {
  for (const job of context.state.imports) {
    if (!isOver(job)) moveTo(context, job, shareDue(context, job));
  }
}

function shareDue({ options }: SandboxContext, job: StoredImport): number {
  if (options.importSeconds === 0) return 1;
  const elapsed = (options.clock() - job.createdAt) / (options.importSeconds * 1000);
  return Math.min(1, (elapsed - pendingShare) / (1 - pendingShare));
}

function moveTo(context: SandboxContext, job: StoredImport, share: number): void {
  if (share < 0) return;
  job.status = 'processing';
  const failing = job.rows.some(row => addressIn(row).toLowerCase().startsWith(failMark));
  if (!failing) {
    const due = Math.floor(job.total * share);
    for (; job.done < due; job.done++) importRow(context, job, job.rows[job.done]);
  }
  if (share < 1) return;
  job.status = failing ? 'failed' : 'completed';
  job.error = failing
    ? `The job was made to fail by an address that begins with ${failMark}`
    : skippedMessage(job.skipped);
  job.completedAt = job.createdAt + context.options.importSeconds * 1000;
  job.rows = [];
}

function skippedMessage(skipped: Record<string, number>): string | null {
  const reasons = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`);
  return reasons.length === 0 ? null : `Rows skipped: ${reasons.join(', ')}.`;
}

function addressIn(row: unknown): string {
  return isObject(row) && typeof row.email === 'string' ? row.email.trim() : '';
}

function importRow(context: SandboxContext, job: StoredImport, row: unknown): void {
  const reason = applyRow(context, job, row);
  if (reason !== undefined) job.skipped[reason] = (job.skipped[reason] ?? 0) + 1;
}

/** @returns why the row is skipped; undefined when its subscriber was created or updated */
function applyRow(context: SandboxContext, job: StoredImport, row: unknown): string | undefined {
  const email = addressIn(row);
  if (!isObject(row) || !isAddress(email)) return 'without a valid email address';
  const fields = row.fields ?? {};
  const tags = row.tags ?? [];
  if (!isJsonObject(fields) || !isTextList(tags)) return 'with fields or tags of another shape';
  const found = context.subscriberIndex.find(email);
  if (found?.record.status === 'unsubscribed') return 'of people who unsubscribed';
  const before = found?.record ?? newSubscriber(context, email);
  const { values, misfit } = mergeValues(context, before.fields, fields);
  if (Object.keys(misfit).length > 0) return 'with a value of the wrong kind';
  const own = [...job.tags, ...tagsNamed(context, tags)];
  const replaces = context.options.importTags === 'replace' && own.length > 0;
  const joined = new Set(replaces ? own : [...before.tags, ...own]);
  const record = { ...before, fields: values, tags: [...joined], updatedAt: context.options.clock() };
  if (found === undefined) {
    context.subscriberIndex.add(record);
    job.created++;
  } else {
    context.subscriberIndex.replace(found.index, record);
    job.updated++;
  }
  return undefined;
}

/** An object that JSON.parse made holds nothing but JSON. */
function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(one => typeof one === 'string' && one.trim() !== '');
}
