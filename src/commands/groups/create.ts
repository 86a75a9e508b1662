import { accountHere } from '../../cli/account-here.ts';
import { flag, optionGroup, repeatable, text } from '../../cli/option.ts';
import { bodyHeading, readJson } from '../../cli/options/body-options.ts';
import { groupsNamed } from '../../cli/resolve-id.ts';
import { createVerb } from '../../cli/verbs.ts';
import type { Context } from '../../context.ts';
import { endpoints } from '../../contract/index.ts';
import type { Json } from '../../contract/schema.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { parseExpression } from '../../people/filter/grammar.ts';

const options = {
  ...optionGroup(bodyHeading, {
    where: repeatable(
      '--where <expression>',
      'a filter as of subscribers list: newsletter help filters (repeatable)',
    ),
    filter: repeatable('--filter <field:operator[:value]>', 'a filter (repeatable)'),
    filters: text('--filters <json>', 'all filters as JSON, @file or -'),
  }),
  force: flag('--force', 'create it even if a group with that name exists'),
};

/** `groups create`. */
export const create = createVerb({
  endpoint: 'createGroup',
  description:
    'Make a group (segment) of everybody with a tag, or that other filters match. Not if one with that name exists: groups cannot be deleted. On a terminal it first shows how many people the filters match, evaluated as newsletter sandbox --decisions describes them. --where takes the filters of subscribers list, and writes them as filters of the service where those can say it: not "or". --filter takes them as they are: a field, an operator and, for most operators, a value; the service decides which there are (see newsletter groups filters). Everything after the second colon is the value: a number, true, false, null, or a JSON list or object is sent as such, anything else as text ("7" in quotes is text, too).',
  fields: { name: 'name of the group' },
  options,
  required: {
    fields: ['name'],
    message: 'a group needs --name',
    hint: 'newsletter groups create --name <name>',
  },
  complete: async (context, body, { where, filter, filters, force }) => {
    if ([where, filters, filter].filter(given => given !== undefined).length > 1)
      throw new Failure('usage', '--where, --filter and --filters cannot be combined');
    if (filters !== undefined) body.filters = await filterList(context, filters);
    if (filter !== undefined) body.filters = filter.map(filterOf);
    const { filtersWhere, translationOf } = await import('./where.ts');
    if (where !== undefined) body.filters = [...(await filtersWhere(context, where))];
    const translation = await translationOf(context, body.filters);
    if (translation !== undefined) context.terminal.note(translation);
    if (context.options.dryRun) return;
    await context.beforeWrite();
    const { checkNewGroup } = await import('./check-new-group.ts');
    await checkNewGroup(context, {
      name: String(body.name),
      filters: Array.isArray(body.filters) ? body.filters : [],
      force: force === true,
    });
  },
  ifLost: ({ name }) => ({
    what: `group "${name}"`,
    matching: api => groupsNamed(api, name),
    hint: 'check for it before you create it again: newsletter groups list --all',
  }),
  ifFailed: remember,
  requests: ['listGroups', 'listSubscribers', 'listFields'],
  codes: ['group_exists', 'declined', 'invalid_filter'],
  after: async (context, { subscribers_count, filters }) => {
    const { checkCount } = await import('./where.ts');
    checkCount(context, subscribers_count);
    if (subscribers_count !== 0 || !Array.isArray(filters) || filters.length === 0) return;
    context.terminal.warn('the group is empty');
  },
  examples: [
    [
      'with the filters of subscribers list',
      `newsletter groups create --name "Berlin members" --where 'tags has member and fields.city = Berlin'`,
    ],
    [
      'with filters of the service',
      'newsletter groups create --name Photographers --filter tags:equals:photography',
    ],
    [
      'show the request, send nothing',
      'newsletter groups create --name Berlin --filter fields.city:equals:Berlin --dry-run',
    ],
  ],
});

/** Keeps a refusal of filters for `groups filters`. */
async function remember(
  context: Context,
  { filters }: Record<string, Json>,
  error: unknown,
): Promise<unknown> {
  const { isRefusalOfGroup, rememberRefusal } = await import('../../people/groups/refusals.ts');
  const { filtersOf } = await import('../../people/groups/membership.ts');
  const given = filtersOf({ filters });
  if (given.length === 0 || !isRefusalOfGroup(error, endpoints.createGroup.path)) return error;
  try {
    rememberRefusal(context.configDir, await accountHere(context), given, error);
  } catch {
    // The service's error matters more than a refusal that cannot be stored.
  }
  return error.hint === undefined
    ? error.reworded(error.message, { hint: 'newsletter groups filters' })
    : error;
}

async function filterList(context: Context, given: string): Promise<Json> {
  const filters = await readJson(context, given, '--filters');
  if (Array.isArray(filters)) return filters;
  throw new Failure('invalid_value', '--filters must be a JSON array of {"field", "operator", "value"}');
}

/** Whether a text can be read as the filters of `--where`. */
function isExpression(text: string): boolean {
  try {
    parseExpression(text);
    return true;
  } catch {
    return false;
  }
}

/** Parses `field:operator[:value]`. A value that is valid JSON is sent as JSON, any other as text. */
function filterOf(text: string): Json {
  const [field = '', operator = '', ...rest] = text.split(':');
  if (field === '' || operator === '' || /[\s"'=<>()]/.test(field + operator)) {
    throw new Failure('invalid_value', `--filter "${text}" is not field:operator[:value]`, {
      hint: isExpression(text)
        ? `--where ${shellWord(text)}`
        : '--filter tags:equals:photography; a field whose name has a colon needs --filters',
    });
  }
  if (rest.length === 0) return { field, operator };
  const value = rest.join(':');
  try {
    return { field, operator, value: JSON.parse(value) as Json };
  } catch (error) {
    if (!/^\s*[[{]/.test(value)) return { field, operator, value };
    throw new Failure('invalid_value', `--filter "${text}": the value looks like JSON, but is invalid`, {
      details: [error instanceof Error ? error.message : String(error)],
      hint: `to send it as text, quote it: --filter '${field}:${operator}:${JSON.stringify(value)}'`,
      cause: error,
    });
  }
}
