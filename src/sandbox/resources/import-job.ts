/** How an import job goes on: pending → processing → completed or failed, its rows one after the other. */
import type { JsonObject } from '../../contract/schema.ts';
import { isObject } from '../http/validate-body.ts';
import type { World } from '../store/context.ts';
import type { StoredImport } from '../store/state.ts';
import { isAddress } from './addresses.ts';
import { mergeValues } from './fields.ts';
import { newSubscriber } from './subscribers.ts';
import { tagsNamed } from './tags.ts';

/** A row with an address that begins like this makes its whole job fail. */
export const failMark = 'job-fails@';
/** The share of its time that a job is pending. */
const pendingShare = 0.1;

const over = (job: StoredImport) => job.status === 'completed' || job.status === 'failed';

/**
 * Somebody looks at the job. One that takes no time is half done at the first look and done at the second; any
 * other stands where the clock says.
 */
export function stepJob(world: World, job: StoredImport): void {
  if (over(job)) return;
  if (world.rules.importSeconds > 0) moveTo(world, job, shareDue(world, job));
  else moveTo(world, job, job.status === 'pending' ? 0.5 : 1);
}

/** Brings every job up to the present; those that take no time are done for whoever looks at anything else. */
export function advanceJobs(world: World): void {
  for (const job of world.state.imports) {
    if (!over(job)) moveTo(world, job, shareDue(world, job));
  }
}

function shareDue({ rules }: World, job: StoredImport): number {
  if (rules.importSeconds === 0) return 1;
  const elapsed = (rules.clock() - job.createdAt) / (rules.importSeconds * 1000);
  return Math.min(1, (elapsed - pendingShare) / (1 - pendingShare));
}

function moveTo(world: World, job: StoredImport, share: number): void {
  if (share < 0) return;
  job.status = 'processing';
  const failing = job.rows.some(row => addressIn(row).toLowerCase().startsWith(failMark));
  if (!failing) {
    const due = Math.floor(job.total * share);
    for (; job.done < due; job.done++) importRow(world, job, job.rows[job.done]);
  }
  if (share < 1) return;
  job.status = failing ? 'failed' : 'completed';
  job.error = failing
    ? `The job was made to fail by an address that begins with ${failMark}`
    : why(job.skipped);
  job.completedAt = job.createdAt + world.rules.importSeconds * 1000;
  job.rows = [];
}

function why(skipped: Record<string, number>): string | null {
  const reasons = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`);
  return reasons.length === 0 ? null : `Rows skipped: ${reasons.join(', ')}.`;
}

function addressIn(row: unknown): string {
  return isObject(row) && typeof row.email === 'string' ? row.email.trim() : '';
}

function importRow(world: World, job: StoredImport, row: unknown): void {
  const reason = applyRow(world, job, row);
  if (reason !== undefined) job.skipped[reason] = (job.skipped[reason] ?? 0) + 1;
}

/** @returns why the row was skipped, or undefined when its subscriber is in */
function applyRow(world: World, job: StoredImport, row: unknown): string | undefined {
  const email = addressIn(row);
  if (!isObject(row) || !isAddress(email)) return 'without a valid e-mail address';
  const fields = row.fields ?? {};
  const tags = row.tags ?? [];
  if (!isJsonObject(fields) || !isTextList(tags)) return 'with fields or tags of another shape';
  const place = world.audience.find(email);
  const known = place === undefined ? undefined : world.audience.records[place];
  if (known?.status === 'unsubscribed') return 'of people who unsubscribed';
  const before = known ?? newSubscriber(world, email);
  const { values, misfit } = mergeValues(world, before.fields, fields);
  if (Object.keys(misfit).length > 0) return 'with a value of the wrong kind';
  const joined = new Set([...before.tags, ...job.tags, ...tagsNamed(world, tags)]);
  const record = { ...before, fields: values, tags: [...joined], updatedAt: world.rules.clock() };
  if (place === undefined) world.audience.add(record);
  else world.audience.replace(place, record);
  if (place === undefined) job.created++;
  else job.updated++;
  return undefined;
}

/** What came out of JSON.parse and is an object holds nothing but JSON. */
function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(one => typeof one === 'string' && one.trim() !== '');
}
