import { allProfiles, showList } from '../cli/all-profiles/index.ts';
import { printUpdate, sendingOptions, updateCodes, updateView } from '../cli/bulk-update.ts';
import { type CommandGroup, command } from '../cli/command.ts';
import { showCount } from '../cli/count.ts';
import { exampleId } from '../cli/example-id.ts';
import { choice, flag, type OptionValues, optionGroup, text } from '../cli/option.ts';
import { filterOf, peopleFilters } from '../cli/options/filter-options.ts';
import { createVerb, updateVerb } from '../cli/verbs.ts';
import type { Context } from '../context.ts';
import { endpoints, type Subscriber } from '../contract/index.ts';
import { requireFields } from '../http/required-fields.ts';
import { Failure } from '../lib/failure.ts';
import { shellWord } from '../lib/shell-word.ts';
import type { SubscriberFilter } from '../people/filter/subscriber-filter.ts';
import { counted } from '../terminal/numbers.ts';
import type { View } from '../terminal/terminal.ts';

const meanings = {
  name: 'name of the tag',
  color: 'color (the service defines which there are)',
};

const orders = ['name', 'name:desc', 'subscribers_count', 'subscribers_count:desc'] as const;

const view: View = {
  plural: 'tags',
  columns: ['name', 'subscribers_count'],
  kinds: { name: { kind: 'text' }, subscribers_count: { kind: 'integer' } },
  empty: 'newsletter subscribers update <email> --add-tag <tag>',
};

/** Tags of people are changed one person at a time: the service shows no way to delete a tag, or to list them. */
const stays = 'The tag itself stays in the account: the service cannot delete tags.';

/** Tags that go. */
interface Retagging {
  readonly names: readonly string[];
  /** The tag in their place; undefined: none. */
  readonly into: string | undefined;
  /** Whether nobody may have that one before. */
  readonly isNew?: boolean;
}

/** Replaces tags of everybody who has one of them. */
async function retag(
  context: Context,
  what: string,
  { names, into, isNew = false }: Retagging,
  flags: OptionValues<typeof sendingOptions>,
): Promise<void> {
  const { updatePeople } = await import('../subscribers/update/update-people.ts');
  const [{ withAnyTag }, { suggestion }] = await Promise.all([
    import('../people/filter/subscriber-filter.ts'),
    import('../people/filter/problem.ts'),
  ]);
  const blank = [...names, into ?? 'x'].find(name => name.trim() === '');
  if (blank !== undefined) throw new Failure('invalid_value', 'empty tag');
  if (into !== undefined && names.includes(into)) {
    throw new Failure('usage', `"${into}" is both the old and the new tag`);
  }
  const wishes = {
    addTags: [],
    removeTags: into === undefined ? names : [],
    replaceTags: new Map(into === undefined ? [] : names.map(name => [name, into] as const)),
    fields: {},
    status: undefined,
  };
  const seen = new Map<string, number>();
  const { matches, warnings } = await withAnyTag(names).open();
  const counting = (person: Subscriber) => {
    if (Array.isArray(person.tags)) {
      for (const tag of new Set(person.tags)) seen.set(tag, (seen.get(tag) ?? 0) + 1);
    }
    return matches(person);
  };
  const filter = { open: async () => ({ matches: counting, warnings }) };
  const check = () => {
    for (const name of names.filter(each => !seen.has(each))) {
      context.terminal.warn(`nobody has the tag "${name}"${suggestion(name, seen.keys())}`);
    }
    const taken = seen.get(into ?? '') ?? 0;
    if (!isNew || taken === 0) return;
    throw new Failure('usage', `${counted(taken, 'person has', 'people have')} the tag "${into}" already`, {
      hint: `newsletter tags merge ${shellWord(names[0] ?? '')} --into ${shellWord(into ?? '')}`,
    });
  };
  await printUpdate(context, flags, filter, (settings, surroundings) =>
    updatePeople(wishes, what, { check }, settings, surroundings),
  );
}

const notBlank = (text: string) => (text === '' ? 'A tag is required' : undefined);

const retagging = {
  requests: ['getAccount', 'listSubscribers', 'updateSubscriber'],
  output: updateView,
  codes: updateCodes,
} as const;

/** `tags`: labels of subscribers. */
export const tags: CommandGroup = {
  name: 'tags',
  description: 'Manage the tags of subscribers.',
  examples: [['tags in use', 'newsletter tags list']],
  commands: [
    command({
      name: 'list',
      description:
        'List the tags in use, with the number of subscribers of each. The service has no list of tags, so this reads all subscribers.',
      options: {
        ...peopleFilters,
        ...optionGroup('Sorting and counting', {
          sort: choice('--sort <order>', 'sort by this', orders, { default: 'subscribers_count:desc' }),
          count: flag('--count', 'print the number of tags in use, and nothing else'),
        }),
        ...allProfiles,
      },
      requests: ['listSubscribers', 'listFields'],
      codes: ['invalid_filter'],
      output: view,
      examples: [
        ['tags in use', 'newsletter tags list'],
        ['tags of subscribers who came by a form', 'newsletter tags list --source form'],
        ['in the order of the alphabet', 'newsletter tags list --sort name'],
        ['for a script', 'newsletter tags list --json=name,subscribers_count'],
      ],
      run: async (context, _, flags) => {
        const filter = await filterOf(flags);
        const counts = async (own: Context) => await countTags(own, filter, flags.sort);
        if (!flags.count) await showList(context, view, counts);
        else
          await showCount(context, async own => {
            const { rows, after } = await counts(own);
            return { count: rows.length, after };
          });
      },
    }),
    createVerb({
      endpoint: 'createTag',
      description: 'Create a tag.',
      fields: meanings,
      required: {
        fields: ['name'],
        message: 'a tag needs --name',
        hint: 'newsletter tags create --name "Book club"',
      },
      ifLost: ({ name }) => ({
        what: `tag "${name}"`,
        hint: 'the service has no list of tags: check in the web editor before you create it again',
      }),
      examples: [
        ['a tag', 'newsletter tags create --name "Book club"'],
        ['show the request, send nothing', 'newsletter tags create --name "Book club" --dry-run'],
      ],
    }),
    updateVerb({
      endpoint: 'updateTag',
      description: 'Change a tag. Only the given fields change.',
      argument: { name: '<id>', description: 'id of the tag' },
      fields: meanings,
      example: () => 'newsletter tags update <id> --name <name>',
      examples: [
        ['rename', `newsletter tags update ${exampleId} --name Readers`],
        ['show the request, send nothing', `newsletter tags update ${exampleId} --name Readers --dry-run`],
      ],
    }),
    command({
      name: 'rename',
      description: `Rename a tag for all subscribers who have it. ${stays}`,
      arguments: [
        { name: '<tag>', description: 'tag to rename', completes: 'tag' },
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
    }),
    command({
      name: 'merge',
      description: `Replace several tags with one, for all subscribers who have them. ${stays}`,
      arguments: [{ name: '<tag...>', description: 'tags to replace', completes: 'tag' }],
      options: { into: text('--into <tag>', 'tag that replaces them'), ...sendingOptions },
      ...retagging,
      codes: ['missing_argument', ...updateCodes],
      examples: [
        ['show the plan, change nothing', 'newsletter tags merge vip VIPs --into member --dry-run'],
        ['merge two tags', 'newsletter tags merge vip VIPs --into member --yes'],
      ],
      run: async (context, [names], flags) => {
        const { terminal } = context;
        const into =
          flags.into ??
          (terminal.asks ? await terminal.input('Merge into', notBlank, '--into <tag>') : undefined);
        if (into === undefined) {
          throw new Failure('missing_argument', 'tags merge needs --into <tag>', {
            hint: 'newsletter tags merge vip VIPs --into member',
          });
        }
        const all = names.map(name => `"${name}"`).join(', ');
        await retag(context, `merge tags ${all} into "${into}"`, { names, into }, flags);
      },
    }),
    command({
      name: 'remove',
      description: `Remove tags from all subscribers who have them. ${stays}`,
      arguments: [{ name: '<tag...>', description: 'tags to remove', completes: 'tag' }],
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
    }),
  ],
};

/** Counts the subscribers of each tag, among those that the filter selects. */
async function countTags(
  context: Context,
  filter: SubscriberFilter | undefined,
  order: (typeof orders)[number],
) {
  const { AllSubscribers } = await import('../people/read-all.ts');
  const subscribers = new AllSubscribers(await context.api(), { perPage: undefined, query: {}, filter });
  const counts = new Map<string, number>();
  const progress = context.terminal.progress('reading subscribers');
  try {
    for await (const page of subscribers.pages(progress)) {
      for (const subscriber of page) {
        requireFields(endpoints.listSubscribers.response, subscriber, ['tags']);
        for (const tag of subscriber.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
      }
    }
  } finally {
    progress.stop();
  }
  const direction = order.endsWith(':desc') ? -1 : 1;
  const byName = (a: Tag, b: Tag) => a.name.localeCompare(b.name);
  const compare = order.startsWith('name')
    ? (a: Tag, b: Tag) => direction * byName(a, b)
    : (a: Tag, b: Tag) => direction * (a.subscribers_count - b.subscribers_count) || byName(a, b);
  const rows = [...counts].map(([name, subscribers_count]) => ({ name, subscribers_count })).sort(compare);
  return { rows, after: () => subscribers.report(context.terminal) };
}

interface Tag {
  readonly name: string;
  readonly subscribers_count: number;
}
