import type { Group } from '../../contract/index.ts';
import { invalidField } from '../http/error.ts';
import type { SandboxContext } from '../store/context.ts';
import type { StoredGroup } from '../store/state.ts';
import { showColor } from './colors.ts';
import { checkFilters, memberTest } from './group-filters.ts';
import { findRecord, type Handlers, recordList, time } from './handler.ts';

export const groupHandlers = {
  createGroup(context, { body }) {
    const name = body.name?.trim() ?? '';
    if (name === '') throw invalidField('name', 'name is required.');
    const filters = body.filters ?? [];
    checkFilters(context, filters);
    const now = context.options.clock();
    const group = { name, description: null, color: 'gray', filters, createdAt: now, updatedAt: now };
    return { status: 201, record: showGroup(context, group, context.state.groups.push(group) - 1) };
  },

  listGroups: context => recordList(context, context.state.groups, showGroup, 'oldest first'),

  getGroup(context, { id }) {
    const { index, record } = findRecord(context, 'groups', id);
    return { status: 200, record: showGroup(context, record, index) };
  },
} satisfies Partial<Handlers>;

function showGroup(context: SandboxContext, group: StoredGroup, index: number): Group {
  return {
    id: context.ids.groups.at(index),
    name: group.name,
    description: group.description,
    ...showColor(group.color),
    image_id: 'none',
    filters: group.filters,
    subscribers_count: countMembers(context, group),
    created_at: time(group.createdAt),
    updated_at: time(group.updatedAt),
  };
}

/** Counts of subscribers, valid until a subscriber changes. */
const counts = new WeakMap<StoredGroup, { version: number; count: number }>();

export function countMembers(context: SandboxContext, group: StoredGroup): number {
  const { version, records } = context.subscriberIndex;
  const cached = counts.get(group);
  if (cached?.version === version) return cached.count;
  const isMember = memberTest(context, group.filters);
  let count = 0;
  for (const subscriber of records) if (isMember(subscriber)) count++;
  counts.set(group, { version, count });
  return count;
}
