import { allProfiles, showList } from '../cli/all-profiles/index.ts';
import type { AccountRecords } from '../cli/all-profiles/profile-reader.ts';
import { type CommandGroup, command } from '../cli/command.ts';
import { exampleId } from '../cli/example-id.ts';
import { filterOf, peopleFilters } from '../cli/filter-options.ts';
import { createVerb, updateVerb } from '../cli/verbs.ts';
import type { Context } from '../context.ts';
import { endpoints } from '../contract/index.ts';
import { requireFields } from '../http/required-fields.ts';
import type { SubscriberFilter } from '../people/filter/subscriber-filter.ts';
import type { View } from '../terminal/terminal.ts';

const meanings = {
  name: 'the name of the tag',
  color: 'its colour, as the service takes it',
};

const view: View = {
  plural: 'tags',
  columns: ['name', 'subscribers_count'],
  kinds: { name: { kind: 'text' }, subscribers_count: { kind: 'integer' } },
  empty: 'newsletter subscribers update <email> --add-tag <tag>',
};

/** `tags`: labels of subscribers. */
export const tags: CommandGroup = {
  name: 'tags',
  description: 'Tags mark subscribers.',
  examples: [['those in use', 'newsletter tags list']],
  commands: [
    command({
      name: 'list',
      description:
        'List the tags in use, with how many subscribers carry each. The service shows no list of tags, so this reads all subscribers.',
      options: { ...peopleFilters, ...allProfiles },
      requests: ['listSubscribers', 'listFields'],
      codes: ['invalid_filter'],
      output: view,
      examples: [
        ['tags in use', 'newsletter tags list'],
        ['of those who came by a form', 'newsletter tags list --source form'],
        ['for a script', 'newsletter tags list --json=name,subscribers_count'],
      ],
      run: async (context, _, flags) => {
        const filter = await filterOf(flags);
        await showList(context, view, async own => await countTags(own, filter));
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
        hint: 'the service shows no list of tags: look in the web editor before you create it again',
      }),
      examples: [
        ['a tag', 'newsletter tags create --name "Book club"'],
        ['see the request first', 'newsletter tags create --name "Book club" --dry-run'],
      ],
    }),
    updateVerb({
      endpoint: 'updateTag',
      description: 'Change a tag. Only what is given changes.',
      argument: { name: '<id>', description: 'id of the tag' },
      fields: meanings,
      example: () => 'newsletter tags update <id> --name <name>',
      examples: [
        ['rename', `newsletter tags update ${exampleId} --name Readers`],
        ['see the request first', `newsletter tags update ${exampleId} --name Readers --dry-run`],
      ],
    }),
  ],
};

/** Counts the subscribers of each tag, most frequent first, among those that the filter selects. */
async function countTags(context: Context, filter: SubscriberFilter | undefined): Promise<AccountRecords> {
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
  const rows = [...counts]
    .map(([name, subscribers_count]) => ({ name, subscribers_count }))
    .sort((a, b) => b.subscribers_count - a.subscribers_count || a.name.localeCompare(b.name));
  return { rows, after: () => subscribers.report(context.terminal) };
}
