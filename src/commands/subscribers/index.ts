import type { CommandGroup } from '../../cli/command.ts';
import { repeatable } from '../../cli/option.ts';
import { fieldNamed, findSubscriber, isId } from '../../cli/resolve-id.ts';
import { createVerb, getVerb, updateVerb } from '../../cli/verbs.ts';
import { viewOf } from '../../cli/views.ts';
import type { Context } from '../../context.ts';
import { endpoints } from '../../contract/index.ts';
import type { Json, JsonObject } from '../../contract/schema.ts';
import { requireFields, shownText } from '../../http/required-fields.ts';
import { Failure } from '../../lib/failure.ts';
import { isObject } from '../../lib/is-object.ts';
import { allFields } from '../../people/custom-fields.ts';
import { diff } from './diff.ts';
import { exportCommand } from './export.ts';
import { growth } from './growth.ts';
import { list } from './list.ts';

const update = updateVerb({
  endpoint: 'updateSubscriber',
  description: 'Change a subscriber. Only what is given changes.',
  argument: { name: '<subscriber>', description: 'id or email address' },
  fields: { email: 'the new address', status: 'a status, as the service takes it' },
  options: {
    field: repeatable('--field <variable=value>', 'a custom field (repeatable); an empty value erases it'),
    tag: repeatable('--tag <tag>', 'the tags, in place of those there are (repeatable)'),
    addTag: repeatable('--add-tag <tag>', 'a tag more (repeatable)'),
    removeTag: repeatable('--remove-tag <tag>', 'a tag less (repeatable)'),
  },
  check: ({ tag, addTag, removeTag }) => {
    if (tag === undefined || (addTag === undefined && removeTag === undefined)) return;
    throw new Failure('usage', '--tag sets all tags: it does not go with --add-tag or --remove-tag');
  },
  idOf: async (context, text, body, { addTag, removeTag }) => {
    const changesTags = addTag !== undefined || removeTag !== undefined;
    if (isId(text) && !changesTags) return text;
    const found = await findSubscriber(await context.api(), text);
    // A list that is not there must not be replaced.
    if (changesTags) requireFields(endpoints.getSubscriber.response, found, ['tags']);
    if (changesTags) body.tags = changedTags(found.tags, addTag, removeTag);
    return found.id;
  },
  complete: addFieldsAndTags,
  example: text => `newsletter subscribers update ${text} --field <variable=value>`,
  requests: ['listFields', 'listSubscribers', 'getSubscriber'],
  examples: [
    ['a custom field', 'newsletter subscribers update ann@example.org --field city=Lisbon'],
    ['one tag more', 'newsletter subscribers update ann@example.org --add-tag Members'],
    ['see the request first', 'newsletter subscribers update ann@example.org --add-tag Members --dry-run'],
  ],
});

/** `subscribers`: the people on the list. */
export const subscribers: CommandGroup = {
  name: 'subscribers',
  description: 'Subscribers: the people on the list. `newsletter import` brings many at once.',
  examples: [['the first page', 'newsletter subscribers list']],
  commands: [
    list,
    getVerb({
      description:
        'Show one subscriber. By address this walks the list, since the service shows no such fetch.',
      argument: { name: '<subscriber>', description: 'id or email address' },
      find: findSubscriber,
      requests: ['listSubscribers', 'getSubscriber'],
      view: viewOf(endpoints.getSubscriber.response),
      examples: [
        ['by address', 'newsletter subscribers get ann@example.org'],
        ['the tags alone', 'newsletter subscribers get ann@example.org --json=tags'],
      ],
    }),
    createVerb({
      endpoint: 'saveSubscriber',
      description: 'Create a subscriber, or update the one with this address.',
      fields: { email: 'the address' },
      options: {
        field: repeatable('--field <variable=value>', 'a custom field (repeatable)'),
        tag: repeatable('--tag <tag>', 'a tag (repeatable)'),
      },
      required: {
        fields: ['email'],
        message: 'a subscriber needs --email',
        hint: 'newsletter subscribers create --email ann@example.org',
      },
      complete: async (context, body, options) => {
        await context.beforeWrite();
        await addFieldsAndTags(context, body, options);
      },
      requests: ['listFields'],
      examples: [
        ['somebody new', 'newsletter subscribers create --email ann@example.org --tag Members'],
        [
          'with custom fields',
          'newsletter subscribers create --email ann@example.org --field first_name=Ann',
        ],
        ['see the request first', 'newsletter subscribers create --email ann@example.org --dry-run'],
      ],
    }),
    update,
    exportCommand,
    growth,
    diff,
  ],
};

function changedTags(
  now: readonly string[],
  added: readonly string[] = [],
  removed: readonly string[] = [],
): string[] {
  return [...new Set([...now, ...added])].filter(tag => !removed.includes(tag));
}

async function addFieldsAndTags(
  context: Context,
  body: Record<string, Json>,
  {
    field,
    tag,
  }: { readonly field: readonly string[] | undefined; readonly tag: readonly string[] | undefined },
): Promise<void> {
  if (tag !== undefined) body.tags = [...tag];
  if (field === undefined) return;
  const given = isObject(body.fields) ? body.fields : {};
  body.fields = { ...given, ...(await typedFields(context, field)) };
}

/** Parses `--field variable=value`; the value is converted to the type of the field. @throws Failure invalid_value */
async function typedFields(context: Context, pairs: readonly string[]): Promise<JsonObject> {
  const { parseValue } = await import('../../import/values/field-values.ts');
  const fields = await allFields(await context.api());
  const typed: Record<string, Json> = {};
  for (const pair of pairs) {
    const cut = pair.indexOf('=');
    if (cut < 1) {
      throw new Failure('invalid_value', `--field "${pair}" does not have the form variable=value`, {
        hint: '--field first_name=Ann',
      });
    }
    const [name, text] = [pair.slice(0, cut), pair.slice(cut + 1)];
    const field = fieldNamed(fields, name);
    const read = text === '' ? { value: null } : parseValue(field.kind, text, { decimalMark: '.' });
    if ('problem' in read) {
      throw new Failure(
        'invalid_value',
        `--field ${name}: ${read.problem} (the field holds ${shownText(field.kind)} values)`,
      );
    }
    typed[field.variable] = read.value;
  }
  return typed;
}
