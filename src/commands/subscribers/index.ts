import { type CommandGroup, command } from '../../cli/command.ts';
import { flag, repeatable } from '../../cli/option.ts';
import { filterOf, peopleFilters, sampleOf, sampleOptions } from '../../cli/options/filter-options.ts';
import { listOptions, printList, queryOf, viewOf } from '../../cli/options/list-options.ts';
import { findSubscriber } from '../../cli/resolve-id.ts';
import { createVerb, getVerb } from '../../cli/verbs.ts';
import type { Context } from '../../context.ts';
import { endpoints } from '../../contract/index.ts';
import { requireFields } from '../../http/response-body.ts';
import { Failure } from '../../lib/failure.ts';
import type { ListQuery } from '../../people/read-all.ts';
import { changedTags } from '../../people/tags.ts';
import type { Row } from '../../terminal/terminal.ts';
import { check } from './check.ts';
import { exportCommand } from './export.ts';
import { growth } from './growth.ts';
import { addFieldsAndTags } from './typed-fields.ts';
import { update } from './update.ts';

const options = {
  ...listOptions,
  ...peopleFilters,
  ...sampleOptions,
  count: flag('--count', 'print only how many there are'),
};

const view = viewOf(endpoints.listSubscribers.response);
const empty = 'newsletter import people.csv';

const list = command({
  name: 'list',
  description:
    'List everybody, find or count subscribers: by tag, text, date; random samples (A/B test). Filters run on this machine, since the service has none: with a filter, the whole list is read.',
  options,
  requests: ['listSubscribers', 'listFields'],
  output: view,
  prints: 'list',
  codes: ['invalid_filter'],
  examples: [
    ['the first page', 'newsletter subscribers list'],
    ['every address', 'newsletter subscribers list --all -o tsv --fields email'],
    ['with a custom field', 'newsletter subscribers list --limit 10 --fields email,fields.first_name'],
    ['a filter', 'newsletter subscribers list --where \'tags has member and fields.city = "Berlin"\''],
    ['100 members at random', 'newsletter subscribers list --tag member --sample 100'],
    ['how many were never emailed', `newsletter subscribers list --where 'emailed_at is null' --count`],
  ],
  run: async (context, _, flags) => {
    const [filter, sample] = await Promise.all([filterOf(flags, true), sampleOf(flags)]);
    const { limit, perPage, count, page, param } = flags;
    if (filter === undefined && sample === undefined && !count) {
      return await printList(context, 'listSubscribers', { flags, empty });
    }
    if (page !== undefined) {
      throw new Failure('usage', '--page cannot be combined with filters, --sample or --count');
    }
    if (count && (limit !== undefined || sample !== undefined)) {
      throw new Failure('usage', '--count cannot be combined with --limit or --sample');
    }
    const query = { perPage, query: queryOf(param), filter, sample, limit };
    await printSelected(context, query, count === true);
  },
});

/** Prints the people whom a filter selects, or how many they are. @throws Failure invalid_filter; if people are missing */
async function printSelected({ api, terminal }: Context, query: ListQuery, count: boolean): Promise<void> {
  const { AllSubscribers } = await import('../../people/read-all.ts');
  const people = new AllSubscribers(await api(), query);
  if (count) {
    for await (const _ of people.withProgress(terminal));
    await terminal.print(String(people.selected));
  } else {
    await terminal.list(people.each(terminal), view, () => people.lastMeta);
    if (people.list.isRead && query.filter) terminal.note(`${people.selected} of ${people.list.count} match`);
  }
  people.report(terminal);
}

/** Warns as an import does of a domain that is misspelt or does not exist: the person is created all the same. */
async function warnOfDomain({ terminal }: Context, email: string): Promise<void> {
  const [{ parseAddress }, { addressJudge }, { riskRules, riskText }] = await Promise.all([
    import('../../import/rows/values/email-address.ts'),
    import('../../import/rows/risk/judge.ts'),
    import('../../import/rows/risk/risk.ts'),
  ]);
  const address = parseAddress(email);
  if ('problem' in address) return;
  const risk = addressJudge(riskRules([], true))(address.key, address.at);
  if (risk !== undefined) terminal.warn(riskText(risk, address.key));
}

/** With those of a person who is there: service.txt does not show that saving keeps them; the sandbox does not. */
async function tagsToSave({ api }: Context, { email }: Row, add: readonly string[]): Promise<string[]> {
  const found = await findSubscriber(await api(), String(email)).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'not_found') return undefined;
    throw error;
  });
  if (found === undefined) return [...add];
  requireFields(endpoints.listSubscribers.response, found, ['tags']);
  return [...(changedTags(found.tags, { add }) ?? found.tags)];
}

export const subscribers: CommandGroup = {
  name: 'subscribers',
  description: 'Manage subscribers. To add many at once, use `newsletter import`.',
  examples: [['the first page', 'newsletter subscribers list']],
  commands: [
    list,
    getVerb({
      description:
        'Show one person: address, fields, tags. By email address this reads the list, since the service has no lookup by address.',
      argument: { name: '<subscriber>', description: 'id or email address' },
      find: findSubscriber,
      requests: ['listSubscribers', 'getSubscriber'],
      view: viewOf(endpoints.getSubscriber.response),
      examples: [
        ['by email address', 'newsletter subscribers get ann@example.org'],
        ['only the tags', 'newsletter subscribers get ann@example.org --json=tags'],
      ],
    }),
    createVerb({
      endpoint: 'saveSubscriber',
      description: 'Add a new subscriber, or update the one with this address.',
      fields: { email: 'email address' },
      options: {
        field: repeatable('--field <variable=value>', 'set a custom field (repeatable)'),
        tag: repeatable('--tag <tag>', 'add a tag; reads the list, to keep those they have (repeatable)'),
      },
      required: {
        fields: ['email'],
        message: 'a subscriber needs --email',
        hint: 'newsletter subscribers create --email <address>',
      },
      complete: async (context, body, options) => {
        await warnOfDomain(context, String(body.email));
        await addFieldsAndTags(context, body, options);
        if (options.tag !== undefined) body.tags = await tagsToSave(context, body, options.tag);
        return undefined;
      },
      requests: ['listFields', 'listSubscribers'],
      examples: [
        ['a new subscriber', 'newsletter subscribers create --email ann@example.org --tag Members'],
        [
          'with custom fields',
          'newsletter subscribers create --email ann@example.org --field first_name=Ann',
        ],
        ['show the request, send nothing', 'newsletter subscribers create --email ann@example.org --dry-run'],
      ],
    }),
    update,
    exportCommand,
    growth,
    check,
  ],
};
