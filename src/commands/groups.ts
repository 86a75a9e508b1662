import type { Command } from 'commander';
import { bodyOf, readJson, writableOptions } from '../cli/body-options.ts';
import { requests } from '../cli/command-metadata.ts';
import { examples } from '../cli/examples.ts';
import { collect, type ListFlags, listOptions, printList } from '../cli/list-options.ts';
import { write } from '../cli/mutation.ts';
import { findGroup, groupsNamed } from '../cli/resolve-id.ts';
import { viewOf } from '../cli/views.ts';
import type { Context } from '../context.ts';
import { type BodyOf, endpoints } from '../contract/index.ts';
import type { Json } from '../contract/schema.ts';
import { Failure } from '../lib/failure.ts';

const { createGroup, getGroup } = endpoints;

/** `groups`: saved filters of subscribers, which emails go to. */
export function register(parent: Command, context: Context): void {
  const groups = parent
    .command('groups')
    .summary('saved filters: list, get, create')
    .description('Groups are saved filters of subscribers; an email goes to a group.');
  examples(groups, [['all groups', 'newsletter groups list']]);
  const list = listOptions(groups.command('list').description('List the groups.')).action(
    async (flags: ListFlags) => {
      await printList(context, 'listGroups', {}, flags, 'newsletter groups create --name Everyone');
    },
  );
  requests(list, ['listGroups']);
  examples(list, [
    ['all groups', 'newsletter groups list --all'],
    ['names and sizes', 'newsletter groups list --json name,subscribers_count'],
  ]);
  const get = groups
    .command('get')
    .description('Show one group.')
    .argument('<group>', 'id or exact name of the group')
    .action(async (text: string) => {
      await context.terminal.record(await findGroup(await context.api(), text), viewOf(getGroup.response));
    });
  requests(get, ['listGroups', 'getGroup']);
  examples(get, [
    ['by name', 'newsletter groups get Everyone'],
    ['its size alone', 'newsletter groups get Everyone --json subscribers_count'],
  ]);
  registerCreate(groups, context);
}

function registerCreate(groups: Command, context: Context): void {
  const create = writableOptions(
    groups
      .command('create')
      .description(
        'Create a group. A filter is a field, an operator and perhaps a value; which there are, the service decides. All behind the second colon is the value: a number, true, false, null, or a list or object in JSON is sent as such, all else as text ("7" in quotes is text, too).',
      ),
    createGroup.body,
    { name: 'the name of the group' },
  )
    .option('--filter <field:operator[:value]>', 'a filter (repeatable)', collect)
    .option('--filters <json>', 'all filters as JSON, @file or -')
    .action(
      async (
        options: Record<string, unknown> & {
          filter?: string[];
          filters?: string;
        },
      ) => {
        const body: Record<string, Json> = await bodyOf(context, createGroup.body, options);
        if (options.filters !== undefined && options.filter !== undefined) {
          throw new Failure('usage', '--filter and --filters exclude each other');
        }
        if (options.filters !== undefined) body.filters = await filterList(context, options.filters);
        if (options.filter !== undefined) body.filters = options.filter.map(filterOf);
        if (body.name === undefined) {
          throw new Failure('missing_argument', 'a group needs --name', {
            hint: 'newsletter groups create --name Everyone',
          });
        }
        const { name } = body;
        await write(
          context,
          'createGroup',
          { body: body as BodyOf<typeof createGroup.body> },
          {
            what: `group "${name}"`,
            matching: api => groupsNamed(api, name),
            hint: 'look for it before you create it again: newsletter groups list --all',
          },
        );
      },
    );
  requests(create, ['listGroups', 'createGroup']);
  examples(create, [
    ['everybody with a tag', 'newsletter groups create --name "Book club" --filter tags:contains:books'],
    [
      'see the request first',
      'newsletter groups create --name Berlin --filter fields.city:equals:Berlin --dry-run',
    ],
  ]);
}

async function filterList(context: Context, text: string): Promise<Json> {
  const filters = await readJson(context, text, '--filters');
  if (Array.isArray(filters)) return filters;
  throw new Failure('invalid_value', '--filters must be a JSON array of {"field", "operator", "value"}');
}

/** `field:operator[:value]`; a value that is JSON (a number, true, a list) is sent as such, all else as text. */
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
