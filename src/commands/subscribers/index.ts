import type { Command } from 'commander';
import { bodyOf, mustChange, writableOptions } from '../../cli/body-options.ts';
import { requests } from '../../cli/command-metadata.ts';
import { examples } from '../../cli/examples.ts';
import { collect, type ListFlags, listOptions, printList } from '../../cli/list-options.ts';
import { write } from '../../cli/mutation.ts';
import { fieldNamed, findSubscriber, isId } from '../../cli/resolve-id.ts';
import { viewOf } from '../../cli/views.ts';
import type { Context } from '../../context.ts';
import { type BodyOf, endpoints } from '../../contract/index.ts';
import type { Json, JsonObject } from '../../contract/schema.ts';
import { allFields } from '../../import/custom-fields.ts';
import { Failure } from '../../lib/failure.ts';
import { isObject } from '../../lib/is-object.ts';
import { registerDiff } from './diff.ts';
import { registerExport } from './export.ts';
import { registerGrowth } from './growth.ts';

const { getSubscriber, saveSubscriber, updateSubscriber } = endpoints;

/** `subscribers`: the people on the list. */
export function register(parent: Command, context: Context): void {
  const subscribers = parent
    .command('subscribers')
    .summary('list, get, create, update, export, compare; growth')
    .description('Subscribers: the people on the list. `newsletter import` brings many at once.');
  examples(subscribers, [['the first page', 'newsletter subscribers list']]);
  const list = listOptions(subscribers.command('list').description('List the subscribers.')).action(
    async (flags: ListFlags) => {
      await printList(context, 'listSubscribers', {}, flags, 'newsletter import people.csv');
    },
  );
  requests(list, ['listSubscribers']);
  examples(list, [
    ['the first page', 'newsletter subscribers list'],
    ['every address', 'newsletter subscribers list --all -o tsv --fields email'],
    ['a custom field beside', 'newsletter subscribers list --limit 10 --fields email,fields.first_name'],
  ]);
  const get = subscribers
    .command('get')
    .description(
      'Show one subscriber. By address this walks the list, since the service shows no such fetch.',
    )
    .argument('<subscriber>', 'id or email address')
    .action(async (text: string) => {
      await context.terminal.record(
        await findSubscriber(await context.api(), text),
        viewOf(getSubscriber.response),
      );
    });
  requests(get, ['listSubscribers', 'getSubscriber']);
  examples(get, [
    ['by address', 'newsletter subscribers get ann@example.org'],
    ['the tags alone', 'newsletter subscribers get ann@example.org --json tags'],
  ]);
  registerCreate(subscribers, context);
  registerUpdate(subscribers, context);
  registerExport(subscribers, context);
  registerGrowth(subscribers, context);
  registerDiff(subscribers, context);
}

interface WriteFlags extends Record<string, unknown> {
  readonly field?: readonly string[];
  readonly tag?: readonly string[];
  readonly addTag?: readonly string[];
  readonly removeTag?: readonly string[];
}

function registerCreate(subscribers: Command, context: Context): void {
  const create = writableOptions(
    subscribers
      .command('create')
      .description('Create a subscriber, or update the one with this address.')
      .optionsGroup('What is written:')
      .option('--field <variable=value>', 'a custom field (repeatable)', collect)
      .option('--tag <tag>', 'a tag (repeatable)', collect),
    saveSubscriber.body,
    { email: 'the address' },
  ).action(async (flags: WriteFlags) => {
    const body = await bodyOf(context, saveSubscriber.body, flags);
    if (body.email === undefined) {
      throw new Failure('missing_argument', 'a subscriber needs --email', {
        hint: 'newsletter subscribers create --email ann@example.org',
      });
    }
    await context.beforeWrite();
    await addFieldsAndTags(context, body, flags);
    await write(context, 'saveSubscriber', {
      body: body as BodyOf<typeof saveSubscriber.body>,
    });
  });
  requests(create, ['listFields', 'saveSubscriber']);
  examples(create, [
    ['somebody new', 'newsletter subscribers create --email ann@example.org --tag Members'],
    ['with custom fields', 'newsletter subscribers create --email ann@example.org --field first_name=Ann'],
    ['see the request first', 'newsletter subscribers create --email ann@example.org --dry-run'],
  ]);
}

function registerUpdate(subscribers: Command, context: Context): void {
  const update = writableOptions(
    subscribers
      .command('update')
      .description('Change a subscriber. Only what is given changes.')
      .argument('<subscriber>', 'id or email address')
      .optionsGroup('What is written:')
      .option('--field <variable=value>', 'a custom field (repeatable); an empty value erases it', collect)
      .option('--tag <tag>', 'the tags, in place of those there are (repeatable)', collect)
      .option('--add-tag <tag>', 'a tag more (repeatable)', collect)
      .option('--remove-tag <tag>', 'a tag less (repeatable)', collect),
    updateSubscriber.body,
    { email: 'the new address', status: 'a status, as the service takes it' },
  ).action(async (text: string, flags: WriteFlags) => {
    const changesTags = flags.addTag !== undefined || flags.removeTag !== undefined;
    if (changesTags && flags.tag !== undefined) {
      throw new Failure('usage', '--tag sets all tags: it does not go with --add-tag or --remove-tag');
    }
    const body = await bodyOf(context, updateSubscriber.body, flags);
    if (!changesTags && flags.field === undefined && flags.tag === undefined) {
      mustChange(body, `newsletter subscribers update ${text} --field <variable=value>`);
    }
    await context.beforeWrite();
    await addFieldsAndTags(context, body, flags);
    const api = await context.api();
    const found = isId(text) && !changesTags ? undefined : await findSubscriber(api, text);
    if (found !== undefined && changesTags) body.tags = changedTags(found.tags, flags);
    const id = found?.id ?? text;
    await write(context, 'updateSubscriber', {
      id,
      body: body as BodyOf<typeof updateSubscriber.body>,
    });
  });
  requests(update, ['listFields', 'listSubscribers', 'getSubscriber', 'updateSubscriber'], {
    codes: ['nothing_to_change'],
  });
  examples(update, [
    ['a custom field', 'newsletter subscribers update ann@example.org --field city=Lisbon'],
    ['one tag more', 'newsletter subscribers update ann@example.org --add-tag Members'],
    ['see the request first', 'newsletter subscribers update ann@example.org --add-tag Members --dry-run'],
  ]);
}

function changedTags(now: readonly string[], { addTag = [], removeTag = [] }: WriteFlags): string[] {
  return [...new Set([...now, ...addTag])].filter(tag => !removeTag.includes(tag));
}

async function addFieldsAndTags(
  context: Context,
  body: Record<string, Json>,
  flags: WriteFlags,
): Promise<void> {
  if (flags.tag !== undefined) body.tags = [...flags.tag];
  if (flags.field === undefined) return;
  const given = isObject(body.fields) ? body.fields : {};
  body.fields = { ...given, ...(await typedFields(context, flags.field)) };
}

/** `--field variable=value`: the value takes the type of the field's kind. */
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
        `--field ${name}: ${read.problem} (the field holds ${field.kind} values)`,
      );
    }
    typed[field.variable] = read.value;
  }
  return typed;
}
