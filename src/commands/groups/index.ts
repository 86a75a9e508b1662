import { type CommandGroup, command } from '../../cli/command.ts';
import { flag, number, optionGroup, repeatable, text, wholeNumber } from '../../cli/option.ts';
import { bodyHeading, readJson } from '../../cli/options/body-options.ts';
import { viewOf } from '../../cli/options/list-options.ts';
import { findGroup, groupsNamed, isNamed } from '../../cli/resolve-id.ts';
import { createVerb, getVerb, listVerb } from '../../cli/verbs.ts';
import type { Context } from '../../context.ts';
import { endpoints } from '../../contract/index.ts';
import type { Json } from '../../contract/schema.ts';
import type { Api } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import { didYouMean } from '../../lib/text/nearest.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { allFields } from '../../people/custom-fields.ts';
import type { GroupFilter } from '../../people/groups/membership.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { Row } from '../../terminal/terminal.ts';

const createOptions = {
  ...optionGroup(bodyHeading, {
    filter: repeatable('--filter <field:operator[:value]>', 'a filter (repeatable: people must match all)'),
    filters: text('--filters <json>', 'all filters as JSON, @file or -'),
  }),
  force: flag('--force', 'create it even if a group with that name exists'),
};

const create = createVerb({
  endpoint: 'createGroup',
  description:
    'Make a group (segment) of everybody with a tag, or that other filters match. Not if one with that name exists: groups cannot be deleted. A filter is a field, an operator and, for most operators, a value; the service does not document its operators: `newsletter groups list --json=name,filters` shows those in use. Everything after the second colon is the value: a number, true, false, null, or a JSON list or object is sent as such, anything else as text ("7" in quotes is text, too). It first shows how many people the filters match, as the sandbox evaluates them; a group of nobody, of everybody or without filters needs --yes in a script.',
  fields: { name: 'name of the group' },
  options: createOptions,
  required: {
    fields: ['name'],
    message: 'a group needs --name',
    hint: 'newsletter groups create --name <name>',
  },
  complete: async (context, body, { filter, filters, force }) => {
    if (filters !== undefined && filter !== undefined)
      throw new Failure('usage', '--filter and --filters cannot be combined');
    if (filters !== undefined) body.filters = await filterList(context, filters);
    if (filter !== undefined) body.filters = filter.map(typedFilter);
    const all = Array.isArray(body.filters) ? body.filters : [];
    return await checkNewGroup(context, String(body.name), all, force === true);
  },
  ifLost: ({ name }) => ({
    what: `group "${name}"`,
    matching: api => groupsNamed(api, name),
    hint: 'check for it before you create it again: newsletter groups list --all',
  }),
  requests: ['listGroups', 'listSubscribers', 'listFields'],
  codes: ['group_exists', 'confirmation_needed', 'declined'],
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

async function filterList(context: Context, json: string): Promise<Json> {
  const filters = await readJson(context, json, '--filters');
  if (Array.isArray(filters)) return filters;
  throw new Failure('invalid_value', '--filters must be a JSON array of {"field", "operator", "value"}');
}

/** Parses `field:operator[:value]`. A value that is valid JSON is sent as JSON, any other as text. */
function typedFilter(text: string): Json {
  const [field = '', operator = '', ...rest] = text.split(':');
  if (field === '' || operator === '' || /[\s"'=<>()]/.test(field + operator)) {
    throw new Failure('invalid_value', `--filter "${text}" is not field:operator[:value]`, {
      hint: '--filter tags:equals:photography; a field whose name has a colon needs --filters',
    });
  }
  if (rest.length === 0) return { field, operator };
  const value = rest.join(':');
  try {
    // Of more digits than a number keeps: an id of another system.
    return { field, operator, value: /^\d{16,}$/.test(value) ? value : (JSON.parse(value) as Json) };
  } catch (error) {
    if (!/^\s*[[{]/.test(value)) return { field, operator, value };
    throw new Failure('invalid_value', `--filter "${text}": the value looks like JSON, but is invalid`, {
      details: [error instanceof Error ? error.message : String(error)],
      hint: `to send it as text, quote it: --filter '${field}:${operator}:${JSON.stringify(value)}'`,
      cause: error,
    });
  }
}

const memberView = viewOf(endpoints.listSubscribers.response);

const members = command({
  name: 'members',
  description:
    'List who is in a group. The service has no such list and does not document its filters, so they are evaluated on this machine, as the sandbox does. If the service counts another number of subscribers in the group, nothing is listed and the exit status is 8. All lists include people who have unsubscribed, without their status; a warning says how many they are. Reads all subscribers twice: to compare the number, then to list them.',
  arguments: [{ name: '<group>', description: 'id or exact name of the group' }],
  options: { limit: number('--limit <n>', 'maximum number of subscribers', wholeNumber) },
  requests: ['listGroups', 'getGroup', 'listSubscribers'],
  output: memberView,
  prints: 'list',
  codes: ['filter_unknown'],
  examples: [
    ['everyone in a group', 'newsletter groups members Members'],
    ['only email addresses', 'newsletter groups members Members -o tsv --fields email'],
  ],
  run: async (context, [name], { limit }) => await listMembers(context, name, limit),
});

async function listMembers(context: Context, name: string, limit: number | undefined): Promise<void> {
  const { terminal } = context;
  const [{ certainMembers }, { AllSubscribers }] = await Promise.all([
    import('../../people/groups/members.ts'),
    import('../../people/read-all.ts'),
  ]);
  const api = await context.api();
  const { filter, unsubscribed } = await certainMembers(api, await findGroup(api, name), terminal);
  const people = new AllSubscribers(api, { limit, filter });
  const shown = await terminal.list(people.each(terminal), memberView);
  // Its filters say why.
  if (shown === 0) terminal.hint(`newsletter groups get ${shellWord(name)}`);
  people.report(terminal);
  if (unsubscribed !== undefined) terminal.warn(unsubscribed);
}

export const groups: CommandGroup = {
  name: 'groups',
  description: 'Groups are saved filters of subscribers; an email goes to a group.',
  examples: [['all groups', 'newsletter groups list']],
  commands: [
    listVerb({
      endpoint: 'listGroups',
      description: 'List the groups, with how many people are in each.',
      empty: 'newsletter groups create --name Everyone',
      examples: [
        ['all groups', 'newsletter groups list --all'],
        ['names and sizes', 'newsletter groups list --json=name,subscribers_count'],
      ],
    }),
    getVerb({
      description: 'Show one group: its filters and size.',
      argument: { name: '<group>', description: 'id or exact name of the group' },
      find: findGroup,
      requests: ['listGroups', 'getGroup'],
      view: viewOf(endpoints.getGroup.response),
      examples: [
        ['by name', 'newsletter groups get Everyone'],
        ['only its size', 'newsletter groups get Everyone --json=subscribers_count'],
      ],
    }),
    create,
    members,
  ],
};

/**
 * Looks before a group is created, since groups cannot be deleted: whether there is one of that name and, unless --yes
 * has answered the question already, how many people its filters match.
 *
 * @param force whether another group may have the same name
 * @returns their number
 * @throws Failure group_exists; declined, confirmation_needed for a group without filters, of nobody or everybody
 */
async function checkNewGroup(
  context: Context,
  name: string,
  filters: readonly unknown[],
  force: boolean,
): Promise<Row | undefined> {
  const { allGroups, countPeople, countUnsubscribed, filtersOf, testOf, unknownFilter } = await import(
    '../../people/groups/membership.ts'
  );
  const { terminal, options } = context;
  const api = await context.api();
  const groups = await allGroups(api);
  const namesake = groups.find(isNamed(name));
  if (namesake !== undefined && !force) {
    throw new Failure('group_exists', `a group "${name}" already exists`, {
      details: [`its id is ${namesake.id}; subscribers: ${namesake.subscribers_count}`],
    });
  }
  if (filters.length === 0)
    return await confirmAnyway(context, 'a group without filters contains all subscribers');
  const valid = filtersOf({ filters });
  await checkCustomFields(api, valid);
  if (options.yes && !options.dryRun) return;
  // The service reports invalid filters.
  if (valid.length < filters.length) return;
  const unknown = unknownFilter(valid);
  if (unknown !== undefined) {
    const filter = `${unknown.field} ${unknown.operator}`;
    return await confirmAnyway(
      context,
      `cannot tell how many people would be in it: unknown filter: ${filter}`,
    );
  }
  const { total, count, names } = await countPeople(api, testOf(valid), terminal);
  const some = count === 0 ? '' : `: ${names.join(', ')}${names.length < count ? ' …' : ''}`;
  terminal.note(`its filters match ${grouped(count)} ${count === 1 ? 'person' : 'people'} here${some}`);
  const unsubscribed = countUnsubscribed(groups, total);
  if (unsubscribed > 0) {
    terminal.note(`the service leaves out those who have unsubscribed (${grouped(unsubscribed)} in total)`);
  }
  if (count === 0) await confirmAnyway(context, 'the group would be empty');
  if (count === total) await confirmAnyway(context, 'the group would contain all subscribers');
  return { matches: count };
}

/**
 * A group that filters by a field which the account does not have stays for good. Other names the service may know.
 *
 * @throws Failure invalid_value
 */
async function checkCustomFields(api: Api, filters: readonly GroupFilter[]): Promise<void> {
  const { filterFields } = await import('../../lib/filter-operators.ts');
  const asked = filters.filter(({ field }) => !filterFields.some(name => name === field));
  const known = asked.length === 0 ? [] : (await allFields(api)).map(({ variable }) => variable);
  for (const { field } of asked) {
    const variable = field.replace(/^fields\./, '');
    const isThere = known.includes(variable);
    if (isThere === field.startsWith('fields.') || (!isThere && variable === field)) continue;
    throw new Failure('invalid_value', `no field "${field}" to filter by`, {
      hint: didYouMean(variable, known, 'newsletter fields list', 'fields.'),
    });
  }
}

/** @throws Failure declined, confirmation_needed */
async function confirmAnyway({ terminal, options }: Context, what: string): Promise<undefined> {
  terminal.warn(what);
  if (options.dryRun) return;
  if (await terminal.confirm('Create it anyway? Groups cannot be deleted.', '--yes')) return;
  throw new Failure('declined', 'no group was created');
}
