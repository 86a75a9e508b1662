/** Ids of tags. The service lists no tags, so a name is found among the tags that this machine created or updated. */
import type { Context } from '../../context.ts';
import { Failure } from '../../lib/failure.ts';
import { isId } from '../../lib/is-id.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { tagKey } from '../../people/tags.ts';

/** The known ids by tag, as `tagKey` compares them. */
export async function knownTagIds(context: Context): Promise<ReadonlyMap<string, string>> {
  const [{ peekConfig }, { cachedNames, noNames }] = await Promise.all([
    import('../../completion/config-peek.ts'),
    import('../../completion/name-cache.ts'),
  ]);
  const { cacheKey } = peekConfig(context, context.options);
  const { tags } = cacheKey === undefined ? noNames : cachedNames(context.configDir, cacheKey);
  return new Map(tags.filter(([, id]) => id !== '').map(([tag, id]) => [tagKey(tag), id]));
}

/**
 * The id of a tag. That a tag still has the name is checked with an update of nothing, which returns the tag
 * (service.txt, "Endpoints", rule 1).
 *
 * @throws Failure not_found
 */
export async function findTagId(context: Context, text: string, newName: unknown): Promise<string> {
  if (isId(text)) return text;
  const id = (await knownTagIds(context)).get(tagKey(text));
  if (id === undefined) {
    throw new Failure('not_found', `the id of the tag "${text}" is not known on this machine`, {
      details: [
        'the service lists no tags; their ids are in the responses of tags create and tags update',
        ...(typeof newName === 'string' ? ['tags rename renames a tag for all subscribers who have it'] : []),
      ],
      hint:
        typeof newName === 'string'
          ? `newsletter tags rename ${shellWord(text)} ${shellWord(newName)}`
          : 'newsletter tags update --help',
    });
  }
  if (context.options.dryRun) return id;
  const { name } = await (await context.api()).call('updateTag', { id, body: {} });
  if (tagKey(String(name)) === tagKey(text)) return id;
  throw new Failure('not_found', `the tag ${id}, known here as "${text}", is now "${name}"`, {
    hint: `newsletter tags list`,
  });
}
