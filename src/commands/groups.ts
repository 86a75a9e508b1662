import { bodyHeading, readJson } from '../cli/body-options.ts';
import type { CommandGroup } from '../cli/command.ts';
import { optionGroup, repeatable, text } from '../cli/option.ts';
import { findGroup, groupsNamed } from '../cli/resolve-id.ts';
import { createVerb, getVerb, listVerb } from '../cli/verbs.ts';
import { viewOf } from '../cli/views.ts';
import type { Context } from '../context.ts';
import { endpoints } from '../contract/index.ts';
import type { Json } from '../contract/schema.ts';
import { Failure } from '../lib/failure.ts';

const filterOptions = optionGroup(bodyHeading, {
  filter: repeatable('--filter <field:operator[:value]>', 'a filter (repeatable)'),
  filters: text('--filters <json>', 'all filters as JSON, @file or -'),
});

/** `groups`: saved filters of subscribers; emails are sent to groups. */
export const groups: CommandGroup = {
  name: 'groups',
  description: 'Groups are saved filters of subscribers; an email goes to a group.',
  examples: [['all groups', 'newsletter groups list']],
  commands: [
    listVerb({
      endpoint: 'listGroups',
      description: 'List the groups.',
      empty: 'newsletter groups create --name Everyone',
      examples: [
        ['all groups', 'newsletter groups list --all'],
        ['names and sizes', 'newsletter groups list --json=name,subscribers_count'],
      ],
    }),
    getVerb({
      description: 'Show one group.',
      argument: { name: '<group>', description: 'id or exact name of the group' },
      find: findGroup,
      requests: ['listGroups', 'getGroup'],
      view: viewOf(endpoints.getGroup.response),
      examples: [
        ['by name', 'newsletter groups get Everyone'],
        ['its size alone', 'newsletter groups get Everyone --json=subscribers_count'],
      ],
    }),
    createVerb({
      endpoint: 'createGroup',
      description:
        'Create a group. A filter is a field, an operator and perhaps a value; which there are, the service decides. All behind the second colon is the value: a number, true, false, null, or a list or object in JSON is sent as such, all else as text ("7" in quotes is text, too).',
      fields: { name: 'the name of the group' },
      options: filterOptions,
      required: {
        fields: ['name'],
        message: 'a group needs --name',
        hint: 'newsletter groups create --name Everyone',
      },
      complete: async (context, body, { filter, filters }) => {
        if (filters !== undefined && filter !== undefined) {
          throw new Failure('usage', '--filter and --filters exclude each other');
        }
        if (filters !== undefined) body.filters = await filterList(context, filters);
        if (filter !== undefined) body.filters = filter.map(filterOf);
      },
      ifLost: ({ name }) => ({
        what: `group "${name}"`,
        matching: api => groupsNamed(api, name),
        hint: 'look for it before you create it again: newsletter groups list --all',
      }),
      requests: ['listGroups'],
      examples: [
        ['everybody with a tag', 'newsletter groups create --name "Book club" --filter tags:contains:books'],
        [
          'see the request first',
          'newsletter groups create --name Berlin --filter fields.city:equals:Berlin --dry-run',
        ],
      ],
    }),
  ],
};

async function filterList(context: Context, given: string): Promise<Json> {
  const filters = await readJson(context, given, '--filters');
  if (Array.isArray(filters)) return filters;
  throw new Failure('invalid_value', '--filters must be a JSON array of {"field", "operator", "value"}');
}

/** Parses `field:operator[:value]`. A value that is valid JSON is sent as JSON, any other as text. */
function filterOf(text: string): Json {
  const [field = '', operator = '', ...rest] = text.split(':');
  if (field === '' || operator === '') {
    throw new Failure('invalid_value', `--filter "${text}" does not have the form field:operator[:value]`, {
      hint: '--filter tags:contains:books; a field whose name has a colon needs --filters',
    });
  }
  if (rest.length === 0) return { field, operator };
  const value = rest.join(':');
  try {
    return { field, operator, value: JSON.parse(value) as Json };
  } catch (error) {
    if (!/^\s*[[{]/.test(value)) return { field, operator, value };
    throw new Failure('invalid_value', `--filter "${text}": the value begins like JSON, but is none`, {
      details: [error instanceof Error ? error.message : String(error)],
      hint: `as text it goes in quotes: --filter '${field}:${operator}:${JSON.stringify(value)}'`,
      cause: error,
    });
  }
}
