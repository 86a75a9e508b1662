import type { CommandGroup } from '../cli/command.ts';
import { fieldNamed, fieldsNamed, isId } from '../cli/resolve-id.ts';
import { createVerb, listVerb, updateVerb } from '../cli/verbs.ts';
import { allFields } from '../people/custom-fields.ts';

/** `fields`: the custom fields of subscribers. */
export const fields: CommandGroup = {
  name: 'fields',
  description: 'Custom fields: what can be stored about a subscriber beside the address.',
  examples: [['all fields', 'newsletter fields list']],
  commands: [
    listVerb({
      endpoint: 'listFields',
      description: 'List the custom fields.',
      empty: 'newsletter fields create --name "First name" --kind text',
      examples: [
        ['all fields', 'newsletter fields list --all'],
        ['names for --map', 'newsletter fields list --json=variable,kind'],
      ],
    }),
    createVerb({
      endpoint: 'createField',
      description: 'Create a custom field. Its variable is derived by the service.',
      fields: { name: 'the name of the field', kind: 'what its values are' },
      required: {
        fields: ['name', 'kind'],
        message: 'a field needs --name and --kind',
        hint: 'newsletter fields create --name "First name" --kind text',
      },
      ifLost: ({ name }) => ({
        what: `field "${name}"`,
        matching: api => fieldsNamed(api, name),
        hint: 'look for it before you create it again: newsletter fields list --all',
      }),
      requests: ['listFields'],
      examples: [
        ['a field for dates', 'newsletter fields create --name Anniversary --kind date'],
        ['see the request first', 'newsletter fields create --name Anniversary --kind date --dry-run'],
      ],
    }),
    updateVerb({
      endpoint: 'updateField',
      description: 'Rename a custom field; its variable and kind stay.',
      argument: { name: '<field>', description: 'id, variable or name of the field' },
      idOf: async (context, text) =>
        isId(text) ? text : fieldNamed(await allFields(await context.api()), text).id,
      fields: { name: 'the new name' },
      example: text => `newsletter fields update ${text} --name <name>`,
      requests: ['listFields'],
      examples: [
        ['rename', 'newsletter fields update city --name Town'],
        ['see the request first', 'newsletter fields update city --name Town --dry-run'],
      ],
    }),
  ],
};
