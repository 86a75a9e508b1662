/** `tags rename`, `tags merge` and `tags remove`. */
import { printUpdate, sendingOptions, updateCodes, updateView } from '../../cli/changes.ts';
import { command } from '../../cli/command.ts';
import { type OptionValues, text } from '../../cli/option.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { counted } from '../../terminal/numbers.ts';

/** Tags of people are changed one person at a time: the service shows no way to delete a tag, or to list them. */
const stays = 'The tag itself stays in the account: the service cannot delete tags.';

interface Retagging {
  /** The tags to replace. */
  readonly names: readonly string[];
  /** The tag in their place; undefined: none. */
  readonly into: string | undefined;
  /** Whether to refuse `into` if a subscriber has it already. */
  readonly isNew?: boolean;
}

/** Replaces tags of all subscribers who have one of them. */
async function retag(
  context: Context,
  what: string,
  { names, into, isNew = false }: Retagging,
  flags: OptionValues<typeof sendingOptions>,
): Promise<void> {
  const { interruptedUpdate, resumeUpdateCommand, updatePeople } = await import('../../changes/update.ts');
  const [{ filterBy }, { suggestion }, { areSpelledAlike, hasAnyTag, hasTags, TagCounts }] =
    await Promise.all([
      import('../../people/filter/subscriber-filter.ts'),
      import('../../people/filter/problem.ts'),
      import('../../people/tags.ts'),
    ]);
  const blank = [...names, into ?? 'x'].find(name => name.trim() === '');
  if (blank !== undefined) throw new Failure('invalid_value', 'empty tag');
  if (into !== undefined && areSpelledAlike([into], names)) {
    throw new Failure('usage', `"${into}" is both the old and the new tag`);
  }
  const tags = into === undefined ? { remove: names } : { replace: { names, into } };
  const requested = { tags, fields: {}, status: undefined };
  const seen = new TagCounts();
  const filter = filterBy(({ tags: present }) => {
    if (!Array.isArray(present)) return false;
    seen.add(present);
    return hasAnyTag(present, names);
  });
  const check = (isInterrupted: boolean) => {
    const unknown = names.filter(each => seen.of(each) === 0);
    const texts = unknown.map(name => `nobody has the tag "${name}"${suggestion(name, seen.tags)}`);
    const [first, ...others] = texts;
    if (first !== undefined && unknown.length === names.length)
      throw new Failure('not_found', first, { details: others, hint: 'newsletter tags list' });
    for (const text of texts) context.terminal.warn(text);
    const taken = seen.of(into ?? '');
    if (!isNew || taken === 0 || hasTags(names, [into ?? ''])) return;
    throw new Failure('usage', `${counted(taken, 'person has', 'people have')} the tag "${into}" already`, {
      details: isInterrupted ? ['this renaming was interrupted'] : [],
      hint: isInterrupted
        ? resumeUpdateCommand
        : `newsletter tags merge ${shellWord(names[0] ?? '')} --into ${shellWord(into ?? '')}`,
    });
  };
  await printUpdate(context, flags, { filter }, (settings, change) => {
    const isInterrupted = interruptedUpdate(change)?.run.what === what;
    const target = { what, kind: 'tags', check: () => check(isInterrupted) } as const;
    return updatePeople(requested, target, settings, change);
  });
}

const notBlank = (text: string) => (text === '' ? 'A tag is required' : undefined);

const retagging = {
  requests: ['getAccount', 'listSubscribers', 'updateSubscriber'],
  output: updateView,
  codes: updateCodes,
} as const;

export const rename = command({
  name: 'rename',
  description: `Rename a tag for all subscribers who have it. ${stays}`,
  arguments: [
    { name: '<tag>', description: 'tag to rename' },
    { name: '<new-name>', description: 'new name, not in use yet' },
  ],
  options: sendingOptions,
  ...retagging,
  examples: [
    ['show who has it, change nothing', 'newsletter tags rename press media --dry-run'],
    ['rename', 'newsletter tags rename "berlin meetup" "meetup berlin" --yes'],
  ],
  run: async (context, [tag, name], flags) => {
    const rule = { names: [tag], into: name, isNew: true };
    await retag(context, `rename tag "${tag}" to "${name}"`, rule, flags);
  },
});

export const merge = command({
  name: 'merge',
  description: `Replace several tags with one. ${stays}`,
  arguments: [{ name: '<tag...>', description: 'tags to replace' }],
  options: { into: text('--into <tag>', 'tag that replaces them'), ...sendingOptions },
  ...retagging,
  codes: ['missing_argument', ...updateCodes],
  examples: [
    ['show the plan, change nothing', 'newsletter tags merge press interrail --into member --dry-run'],
    ['merge two tags', 'newsletter tags merge press interrail --into member --yes'],
  ],
  run: async (context, [names], flags) => {
    const { terminal } = context;
    const into =
      flags.into ??
      (terminal.asks ? await terminal.input('Merge into', notBlank, '--into <tag>') : undefined);
    if (into === undefined) {
      throw new Failure('missing_argument', 'tags merge needs --into <tag>', {
        hint: 'newsletter tags merge <tag> <tag> --into <tag>',
      });
    }
    const all = names.map(name => `"${name}"`).join(', ');
    await retag(context, `merge tags ${all} into "${into}"`, { names, into }, flags);
  },
});

export const remove = command({
  name: 'remove',
  description: `Remove tags from all subscribers who have them. ${stays}`,
  arguments: [{ name: '<tag...>', description: 'tags to remove' }],
  options: sendingOptions,
  ...retagging,
  examples: [
    ['show who has it, change nothing', 'newsletter tags remove press --dry-run'],
    ['remove a tag', 'newsletter tags remove press --yes'],
  ],
  run: async (context, [names], flags) => {
    const all = names.map(name => `"${name}"`).join(', ');
    await retag(
      context,
      `${names.length === 1 ? 'remove tag' : 'remove tags'} ${all}`,
      { names, into: undefined },
      flags,
    );
  },
});
