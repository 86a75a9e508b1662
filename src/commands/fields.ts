import type { Command } from 'commander';
import { bodyOf, mustChange, writableOptions } from '../cli/body-options.ts';
import { requests } from '../cli/command-metadata.ts';
import { examples } from '../cli/examples.ts';
import { type ListFlags, listOptions, printList } from '../cli/list-options.ts';
import { write } from '../cli/mutation.ts';
import { fieldNamed, fieldsNamed, isId } from '../cli/resolve-id.ts';
import type { Context } from '../context.ts';
import { endpoints } from '../contract/index.ts';
import { allFields } from '../import/custom-fields.ts';
import { Failure } from '../lib/failure.ts';

const { createField, updateField } = endpoints;

/** `fields`: what can be stored about a subscriber. */
export function register(parent: Command, context: Context): void {
  const fields = parent
    .command('fields')
    .summary('custom subscriber fields: list, create, update')
    .description('Custom fields: what can be stored about a subscriber beside the address.');
  examples(fields, [['all fields', 'newsletter fields list']]);
  const list = listOptions(fields.command('list').description('List the custom fields.')).action(
    async (flags: ListFlags) => {
      await printList(
        context,
        'listFields',
        {},
        flags,
        'newsletter fields create --name "First name" --kind text',
      );
    },
  );
  requests(list, ['listFields']);
  examples(list, [
    ['all fields', 'newsletter fields list --all'],
    ['names for --map', 'newsletter fields list --json variable,kind'],
  ]);
  const create = writableOptions(
    fields.command('create').description('Create a custom field. Its variable is derived by the service.'),
    createField.body,
    { name: 'the name of the field', kind: 'what its values are' },
  ).action(async (options: Record<string, unknown>) => {
    const body = await bodyOf(context, createField.body, options);
    if (body.name === undefined || body.kind === undefined) {
      throw new Failure('missing_argument', 'a field needs --name and --kind', {
        hint: 'newsletter fields create --name "First name" --kind text',
      });
    }
    const { name } = body;
    await write(
      context,
      'createField',
      { body },
      {
        what: `field "${name}"`,
        matching: api => fieldsNamed(api, name),
        hint: 'look for it before you create it again: newsletter fields list --all',
      },
    );
  });
  requests(create, ['listFields', 'createField']);
  examples(create, [
    ['a field for dates', 'newsletter fields create --name Anniversary --kind date'],
    ['see the request first', 'newsletter fields create --name Anniversary --kind date --dry-run'],
  ]);
  const update = writableOptions(
    fields
      .command('update')
      .description('Rename a custom field; its variable and kind stay.')
      .argument('<field>', 'id, variable or name of the field'),
    updateField.body,
    { name: 'the new name' },
  ).action(async (text: string, options: Record<string, unknown>) => {
    const body = await bodyOf(context, updateField.body, options);
    mustChange(body, `newsletter fields update ${text} --name <name>`);
    await context.beforeWrite();
    const id = isId(text) ? text : fieldNamed(await allFields(await context.api()), text).id;
    await write(context, 'updateField', { id, body });
  });
  requests(update, ['listFields', 'updateField'], { codes: ['nothing_to_change'] });
  examples(update, [
    ['rename', 'newsletter fields update city --name Town'],
    ['see the request first', 'newsletter fields update city --name Town --dry-run'],
  ]);
}
