/**
 * Reads back the first changed people of an import, before it changes others: service.txt does not say whether a job adds
 * tags or replaces them, nor how values are stored.
 */
import type { Change } from '../../changes/change.ts';
import { endpoints } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { requireFields } from '../../http/response-body.ts';
import { Failure } from '../../lib/failure.ts';
import { changesOf } from '../../people/compare.ts';
import { hasTags, type TagsRule, tagsWithout } from '../../people/tags.ts';

/** Number of people who are read before others are changed. */
export const mostFirst = 5;
/** Milliseconds before each look: a service may show imported values with a delay. */
const pauses = [0, 250, 500, 1000, 2000];

interface Finding {
  /** Whether the service adds tags to those that people have; undefined: not visible. */
  readonly rule?: TagsRule | undefined;
  /** Ends the import. */
  readonly failure?: Failure | undefined;
}

interface Expected {
  /** What the service does with tags; undefined: not said, so that lost tags end the import. */
  readonly tags: TagsRule | undefined;
  /** Whether the service skipped rows: it does not say which, so that anybody may be as before. */
  readonly hasSkipped: boolean;
}

/** Compares changed people with what was sent. */
export async function checkFirstChanged(
  people: readonly Change[],
  expected: Expected,
  api: Api,
): Promise<Finding> {
  let found: Finding = {};
  for (const pause of pauses) {
    if (pause > 0) await api.limits.clock.wait(pause);
    const looks = await Promise.all(people.map(person => look(person, expected, api)));
    found = Object.assign({}, ...looks.toReversed());
    // Values may appear later; tags that were replaced do not come back.
    if (found.failure?.code !== 'not_as_sent') break;
  }
  return found;
}

async function look({ id, email, before, after }: Change, expected: Expected, api: Api): Promise<Finding> {
  // A person who cannot be read says nothing about the others.
  const there = await api.call('getSubscriber', { id }).catch(() => undefined);
  if (there === undefined) return {};
  requireFields(endpoints.getSubscriber.response, there, ['fields', 'tags']);
  const { tags: had = [] } = before;
  const { tags: sent = [] } = after;
  const wanted = { fields: { ...before.fields, ...after.fields }, tags: sent };
  const wrong = changesOf(there, wanted).map(({ field }) => field);
  if (wrong.length > 0) {
    if (expected.hasSkipped) return {};
    const message = `the service did not store ${email} as sent: ${wrong.join(', ')}`;
    return { failure: new Failure('not_as_sent', message) };
  }
  const lost = tagsWithout(had, there.tags);
  if (lost.length === 0) return sent.length > 0 && !hasTags(sent, had) ? { rule: 'add' } : {};
  if (expected.tags === 'replace') return { rule: 'replace' };
  const names = lost.map(tag => `"${tag}"`).join(', ');
  const failure = new Failure('tags_replaced', `the service replaces tags: ${email} lost ${names}`);
  return { rule: 'replace', failure };
}
