import { type CommandGroup, command, exampleTag } from '../../cli/command.ts';
import { filterOf, peopleFilters } from '../../cli/options/filter-options.ts';
import { createVerb, updateVerb } from '../../cli/verbs.ts';
import type { Context } from '../../context.ts';
import { endpoints } from '../../contract/index.ts';
import { fieldsFrom } from '../../contract/schema.ts';
import { requireFields } from '../../http/response-body.ts';
import { isId } from '../../http/url.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import type { PeopleFilter } from '../../people/filter/subscriber-filter.ts';
import { counted } from '../../terminal/numbers.ts';
import type { View } from '../../terminal/terminal.ts';

const listView: View = {
  plural: 'tags',
  columns: ['name', 'subscribers_count'],
  kinds: fieldsFrom('name:text subscribers_count:integer'),
  empty: 'newsletter subscribers update <email> --add-tag <tag>',
};

const list = command({
  name: 'list',
  description:
    'List the tags in use, with how many people have each. The service has no list of tags, so this reads all subscribers.',
  options: peopleFilters,
  requests: ['listSubscribers', 'listFields'],
  codes: ['invalid_filter'],
  output: listView,
  prints: 'list',
  examples: [
    ['tags in use', 'newsletter tags list'],
    ['tags of subscribers who came by a form', "newsletter tags list --where 'source = form'"],
    ['for a script', 'newsletter tags list --json=name,subscribers_count'],
  ],
  run: async (context, _, flags) => await listTags(context, await filterOf(flags)),
});

/** The tags of the subscribers that a filter selects, the most frequent first. */
async function listTags({ terminal, api }: Context, filter: PeopleFilter | undefined): Promise<void> {
  const [{ AllSubscribers }, { TagCounts }] = await Promise.all([
    import('../../people/read-all.ts'),
    import('../../people/tags.ts'),
  ]);
  const subscribers = new AllSubscribers(await api(), { filter });
  const counts = new TagCounts();
  for await (const page of subscribers.withProgress(terminal)) {
    for (const subscriber of page) {
      requireFields(endpoints.listSubscribers.response, subscriber, ['tags']);
      counts.add(subscriber.tags);
    }
  }
  const { all } = counts;
  const rows = all
    .map(({ tag, count }) => ({ name: tag, subscribers_count: count }))
    .sort((a, b) => b.subscribers_count - a.subscribers_count || a.name.localeCompare(b.name));
  await terminal.list(rows, listView);
  for (const { tag, others } of all)
    for (const [other, count] of others)
      terminal.note(
        `${counted(count, 'person has', 'people have')} "${tag}" as "${other}"; to unify: ${replacing(other, tag)}`,
      );
  subscribers.report(terminal);
}

/** The command that gives another tag to all people who have one. */
function replacing(tag: string, by: string): string {
  const where = shellWord(`tags has "${tag}"`);
  return `newsletter subscribers update --where ${where} --add-tag ${shellWord(by)} --remove-tag ${shellWord(tag)}`;
}

const meanings = {
  name: 'name of the tag',
  color: 'color (the service defines which there are)',
};

/** The service lists no tags, so a name leads to no id. @throws Failure not_found */
function tagId(text: string, newName: unknown): string {
  if (isId(text)) return text;
  throw new Failure('not_found', `"${text}" is not the id of a tag; the service finds a tag by its id only`, {
    details: ['tags create prints it as it makes the tag; no request shows it later'],
    hint:
      typeof newName === 'string'
        ? `to replace it for all people who have it: ${replacing(text, newName)}; groups that ask for it need a new one first: newsletter groups create --name <name> --filter ${shellWord(`tags:equals:${newName}`)}`
        : 'newsletter tags update --help',
  });
}

export const tags: CommandGroup = {
  name: 'tags',
  description: 'Manage the tags of subscribers.',
  examples: [['tags in use', 'newsletter tags list']],
  commands: [
    list,
    createVerb({
      endpoint: 'createTag',
      description: 'Create a tag that nobody has yet.',
      fields: meanings,
      required: {
        fields: ['name'],
        message: 'a tag needs --name',
        hint: 'newsletter tags create --name <name>',
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
      description: 'Change the color or name of a tag, by its id. Only the given fields change.',
      argument: { name: '<tag>', description: 'id of the tag' },
      fields: meanings,
      target: async (_, text, { name }) => ({ id: tagId(text, name) }),
      codes: ['not_found'],
      example: text => `newsletter tags update ${shellWord(text)} --name <name>`,
      examples: [
        ['another color', `newsletter tags update ${exampleTag} --color teal`],
        ['rename', `newsletter tags update ${exampleTag} --name Readers`],
        ['show the request, send nothing', `newsletter tags update ${exampleTag} --name Readers --dry-run`],
      ],
    }),
  ],
};
