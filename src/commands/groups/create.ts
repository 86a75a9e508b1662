import { flag, optionGroup, repeatable, text } from '../../cli/option.ts';
import { bodyHeading, checkNumbers, readJson } from '../../cli/options/body-options.ts';
import { groupsNamed } from '../../cli/resolve-id.ts';
import { createVerb } from '../../cli/verbs.ts';
import type { Context } from '../../context.ts';
import type { Json } from '../../contract/schema.ts';
import { Failure } from '../../lib/failure.ts';

const options = {
  ...optionGroup(bodyHeading, {
    filter: repeatable('--filter <field:operator[:value]>', 'a filter (repeatable)'),
    filters: text('--filters <json>', 'all filters as JSON, @file or -'),
  }),
  force: flag('--force', 'create it even if a group with that name exists'),
};

/** `groups create`. */
export const create = createVerb({
  endpoint: 'createGroup',
  description:
    'Make a group (segment) of everybody with a tag, or that other filters match. Not if one with that name exists: groups cannot be deleted. A filter is a field, an operator and, for most operators, a value; the service does not document its operators: `newsletter groups list --json=name,filters` shows those in use. Everything after the second colon is the value: a number, true, false, null, or a JSON list or object is sent as such, anything else as text ("7" in quotes is text, too). On a terminal it first shows how many people the filters match, as the sandbox evaluates them.',
  fields: { name: 'name of the group' },
  options,
  required: {
    fields: ['name'],
    message: 'a group needs --name',
    hint: 'newsletter groups create --name <name>',
  },
  complete: async (context, body, { filter, filters, force }) => {
    if (filters !== undefined && filter !== undefined)
      throw new Failure('usage', '--filter and --filters cannot be combined');
    if (filters !== undefined) body.filters = await filterList(context, filters);
    if (filter !== undefined) body.filters = filter.map(filterOf);
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
  requests: ['listGroups', 'listSubscribers'],
  codes: ['group_exists', 'declined'],
  after: async (context, { subscribers_count, filters }) => {
    if (subscribers_count !== 0 || !Array.isArray(filters) || filters.length === 0) return;
    context.terminal.warn('the group is empty');
  },
  examples: [
    [
      'everybody with a tag',
      'newsletter groups create --name Photographers --filter tags:equals:photography',
    ],
    [
      'show the request, send nothing',
      'newsletter groups create --name Berlin --filter fields.city:equals:Berlin --dry-run',
    ],
  ],
});

async function filterList(context: Context, given: string): Promise<Json> {
  const filters = await readJson(context, given, '--filters');
  if (Array.isArray(filters)) return filters;
  throw new Failure('invalid_value', '--filters must be a JSON array of {"field", "operator", "value"}');
}

/** Parses `field:operator[:value]`. A value that is valid JSON is sent as JSON, any other as text. */
function filterOf(text: string): Json {
  const [field = '', operator = '', ...rest] = text.split(':');
  if (field === '' || operator === '' || /[\s"'=<>()]/.test(field + operator)) {
    throw new Failure('invalid_value', `--filter "${text}" is not field:operator[:value]`, {
      hint: '--filter tags:equals:photography; a field whose name has a colon needs --filters',
    });
  }
  if (rest.length === 0) return { field, operator };
  const value = rest.join(':');
  try {
    const parsed = JSON.parse(value) as Json;
    checkNumbers(value, `--filter "${text}"`);
    return { field, operator, value: parsed };
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (!/^\s*[[{]/.test(value)) return { field, operator, value };
    throw new Failure('invalid_value', `--filter "${text}": the value looks like JSON, but is invalid`, {
      details: [error instanceof Error ? error.message : String(error)],
      hint: `to send it as text, quote it: --filter '${field}:${operator}:${JSON.stringify(value)}'`,
      cause: error,
    });
  }
}
