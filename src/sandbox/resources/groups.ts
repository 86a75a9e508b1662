import type { Group } from '../../contract/index.ts';
import { invalid } from '../http/error.ts';
import type { World } from '../store/context.ts';
import type { StoredGroup } from '../store/state.ts';
import { showColor } from './colors.ts';
import { belongs, checkFilters } from './group-filters.ts';
import { type Handlers, listing, recordWith, time } from './handler.ts';

/** Groups: saved filters, and how many subscribers they let through now. */
export const groupHandlers = {
  createGroup(world, { body }) {
    const name = body.name?.trim() ?? '';
    if (name === '') invalid('name', 'name is required.');
    const filters = body.filters ?? [];
    checkFilters(world, filters);
    const now = world.rules.clock();
    const group = { name, description: null, color: 'gray', filters, createdAt: now, updatedAt: now };
    return { status: 201, record: showGroup(world, group, world.state.groups.push(group) - 1) };
  },

  listGroups: world =>
    listing(world.state.groups, (group, place) => showGroup(world, group, place), 'oldest first'),

  getGroup(world, { id }) {
    const { place, record } = recordWith(world, 'groups', id);
    return { status: 200, record: showGroup(world, record, place) };
  },
} satisfies Partial<Handlers>;

function showGroup(world: World, group: StoredGroup, place: number): Group {
  return {
    id: world.ids.groups.at(place),
    name: group.name,
    description: group.description,
    ...showColor(group.color),
    image_id: 'none',
    filters: group.filters,
    subscribers_count: membersOf(world, group),
    created_at: time(group.createdAt),
    updated_at: time(group.updatedAt),
  };
}

/** Counts already made, by group: good until a subscriber changes. */
const counted = new WeakMap<StoredGroup, { version: number; count: number }>();

/** @returns how many subscribers the group holds */
export function membersOf(world: World, group: StoredGroup): number {
  const { version, records } = world.audience;
  const known = counted.get(group);
  if (known?.version === version) return known.count;
  const test = belongs(world, group.filters);
  let count = 0;
  for (const subscriber of records) if (test(subscriber)) count++;
  counted.set(group, { version, count });
  return count;
}
