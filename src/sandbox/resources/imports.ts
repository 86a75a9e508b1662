import type { SubscriberImport } from '../../contract/index.ts';
import type { Json } from '../../contract/schema.ts';
import { type FieldErrors, HttpError, invalidField, throwIfInvalid } from '../http/error.ts';
import type { SandboxContext } from '../store/context.ts';
import type { StoredImport } from '../store/state.ts';
import { findRecord, type Handlers, recordList, time, timeOrNull } from './handler.ts';
import { pollJob } from './import-job.ts';

/** An import is accepted at once and carried out later, as a job. */
export const importHandlers = {
  createImport(context, { body }) {
    const rows: readonly Json[] = body.subscribers ?? [];
    const { maxImport, clock } = context.options;
    if (rows.length > maxImport) {
      const message = `An import takes at most ${maxImport} subscribers; this one has ${rows.length}.`;
      throw new HttpError(413, message, { limit: maxImport });
    }
    if (rows.length === 0) throw invalidField('subscribers', 'subscribers must hold at least one row.');
    const job: StoredImport = {
      fileName: null,
      status: 'pending',
      total: rows.length,
      created: 0,
      updated: 0,
      skipped: {},
      error: null,
      createdAt: clock(),
      completedAt: null,
      rows,
      done: 0,
      tags: indexesOfTags(context, body.tag_ids ?? []),
    };
    return { status: 202, record: showImport(context, job, context.state.imports.push(job) - 1) };
  },

  listImports(context) {
    for (const job of context.state.imports) pollJob(context, job);
    return recordList(context, context.state.imports, showImport, 'newest first');
  },

  getImport(context, { id }) {
    const { index, record } = findRecord(context, 'imports', id);
    pollJob(context, record);
    return { status: 200, record: showImport(context, record, index) };
  },
} satisfies Partial<Handlers>;

function indexesOfTags(context: SandboxContext, ids: readonly string[]): number[] {
  const errors: FieldErrors = {};
  const indexes = ids.map((id, i) => {
    const index = context.ids.tags.indexOf(id) ?? -1;
    if (context.state.tags[index] === undefined) errors[`tag_ids.${i}`] = [`No tag has the id ${id}.`];
    return index;
  });
  throwIfInvalid(errors);
  return [...new Set(indexes)];
}

function showImport({ ids }: SandboxContext, job: StoredImport, index: number): SubscriberImport {
  return {
    id: ids.imports.at(index),
    status: job.status,
    file_name: job.fileName,
    total_count: job.total,
    created_count: job.created,
    updated_count: job.updated,
    skipped_count: Object.values(job.skipped).reduce((sum, count) => sum + count, 0),
    error_message: job.error,
    completed_at: timeOrNull(job.completedAt),
    created_at: time(job.createdAt),
  };
}
