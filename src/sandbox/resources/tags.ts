import type { Tag } from '../../contract/index.ts';
import { invalid } from '../http/error.ts';
import type { World } from '../store/context.ts';
import type { StoredTag } from '../store/state.ts';
import { colorNamed, showColor } from './colors.ts';
import { type Handlers, recordWith, time } from './handler.ts';

/** POST and PATCH of tags: the document shows no way to list them. */
export const tagHandlers = {
  createTag(world, { body }) {
    const name = checkedName(world, body.name ?? '');
    const color = colorNamed(body.color ?? 'gray');
    const now = world.rules.clock();
    const tag = { name, color, createdAt: now, updatedAt: now };
    return { status: 201, record: showTag(world, tag, world.state.tags.push(tag) - 1) };
  },

  updateTag(world, { id, body }) {
    const { place, record } = recordWith(world, 'tags', id);
    const name = body.name === undefined ? record.name : checkedName(world, body.name, place);
    const color = body.color === undefined ? record.color : colorNamed(body.color);
    const updatedAt = Object.keys(body).length > 0 ? world.rules.clock() : record.updatedAt;
    Object.assign(record, { name, color, updatedAt });
    world.audience.touch();
    return { status: 200, record: showTag(world, record, place) };
  },
} satisfies Partial<Handlers>;

function showTag({ ids }: World, tag: StoredTag, place: number): Tag {
  return {
    id: ids.tags.at(place),
    name: tag.name,
    ...showColor(tag.color),
    created_at: time(tag.createdAt),
    updated_at: time(tag.updatedAt),
  };
}

function checkedName(world: World, given: string, own?: number): string {
  const name = given.trim();
  if (name === '') invalid('name', 'name must not be empty.');
  const place = placeOfTag(world, name);
  if (place !== undefined && place !== own) invalid('name', `A tag named ${name} exists already.`);
  return name;
}

/** @returns the place of the tag with that name, whatever its case */
function placeOfTag({ state }: World, name: string): number | undefined {
  const place = state.tags.findIndex(tag => tag.name.toLowerCase() === name.toLowerCase());
  return place === -1 ? undefined : place;
}

/** @returns the places of the tags with these names, each once; names that no tag has become tags */
export function tagsNamed(world: World, names: readonly string[]): number[] {
  const places = names.map(given => {
    const name = given.trim();
    const now = world.rules.clock();
    return (
      placeOfTag(world, name) ??
      world.state.tags.push({ name, color: 'gray', createdAt: now, updatedAt: now }) - 1
    );
  });
  return [...new Set(places)];
}
