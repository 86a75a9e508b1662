import type { SubscriberImport } from '../../contract/index.ts';
import type { Json } from '../../contract/schema.ts';
import { type FieldErrors, Refusal, refuseInvalid } from '../http/error.ts';
import type { World } from '../store/context.ts';
import type { StoredImport } from '../store/state.ts';
import { type Handlers, listing, recordWith, time, timeOrNull } from './handler.ts';
import { stepJob } from './import-job.ts';

/** Imports: taken at once, carried out afterwards. */
export const importHandlers = {
  createImport(world, { body }) {
    const rows: readonly Json[] = body.subscribers ?? [];
    const { maxImport, clock } = world.rules;
    if (rows.length > maxImport) {
      const message = `An import takes at most ${maxImport} subscribers; this one has ${rows.length}.`;
      throw new Refusal(413, message, { limit: maxImport });
    }
    if (rows.length === 0) refuseInvalid({ subscribers: ['subscribers must hold at least one row.'] });
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
      tags: tagsWith(world, body.tag_ids ?? []),
    };
    return { status: 202, record: showImport(world, job, world.state.imports.push(job) - 1) };
  },

  listImports(world) {
    for (const job of world.state.imports) stepJob(world, job);
    return listing(world.state.imports, (job, place) => showImport(world, job, place), 'newest first');
  },

  getImport(world, { id }) {
    const { place, record } = recordWith(world, 'imports', id);
    stepJob(world, record);
    return { status: 200, record: showImport(world, record, place) };
  },
} satisfies Partial<Handlers>;

function tagsWith(world: World, ids: readonly string[]): number[] {
  const errors: FieldErrors = {};
  const places = ids.map((id, i) => {
    const place = world.ids.tags.placeOf(id) ?? -1;
    if (world.state.tags[place] === undefined) errors[`tag_ids.${i}`] = [`No tag has the id ${id}.`];
    return place;
  });
  refuseInvalid(errors);
  return [...new Set(places)];
}

function showImport({ ids }: World, job: StoredImport, place: number): SubscriberImport {
  return {
    id: ids.imports.at(place),
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
