import type { Tag } from '../../contract/index.ts';
import type { SandboxContext } from '../store/context.ts';
import type { StoredTag } from '../store/state.ts';
import { checkedColor, showColor } from './colors.ts';
import { findRecord, type Handlers, time } from './handler.ts';
import { indexOfName, uniqueName } from './unique-name.ts';

/** service.txt shows no way to list tags. */
export const tagHandlers = {
  createTag(context, { body }) {
    const name = uniqueName('tag', context.state.tags, body.name ?? '');
    const color = checkedColor(body.color ?? 'gray');
    const now = context.options.clock();
    const tag = { name, color, createdAt: now, updatedAt: now };
    return { status: 201, record: showTag(context, tag, context.state.tags.push(tag) - 1) };
  },

  updateTag(context, { id, body }) {
    const { tags } = context.state;
    const { index, record } = findRecord(context, 'tags', id);
    const name = body.name === undefined ? record.name : uniqueName('tag', tags, body.name, index);
    const color = body.color === undefined ? record.color : checkedColor(body.color);
    const updatedAt = Object.keys(body).length > 0 ? context.options.clock() : record.updatedAt;
    Object.assign(record, { name, color, updatedAt });
    context.subscriberIndex.version++;
    return { status: 200, record: showTag(context, record, index) };
  },
} satisfies Partial<Handlers>;

function showTag({ ids }: SandboxContext, tag: StoredTag, index: number): Tag {
  return {
    id: ids.tags.at(index),
    name: tag.name,
    ...showColor(tag.color),
    created_at: time(tag.createdAt),
    updated_at: time(tag.updatedAt),
  };
}

/** The indexes of the tags with these names, each once. Creates the tags that do not exist. */
export function tagsNamed({ state, options }: SandboxContext, names: readonly string[]): number[] {
  const indexes = names.map(given => {
    const name = given.trim();
    const now = options.clock();
    const index = indexOfName(state.tags, name);
    return index ?? state.tags.push({ name, color: 'gray', createdAt: now, updatedAt: now }) - 1;
  });
  return [...new Set(indexes)];
}
