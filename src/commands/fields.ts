import type { CommandGroup } from '../cli/command.ts';
import { fieldNamed, fieldsNamed } from '../cli/resolve-id.ts';
import { createVerb, listVerb, updateVerb } from '../cli/verbs.ts';
import { isId } from '../http/url.ts';
import { allFields } from '../people/custom-fields.ts';

export const fields: CommandGroup = {
  name: 'fields',
  description: 'Manage custom fields of subscribers.',
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
      description:
        'Add a custom field: text, number, date or boolean. The service derives its variable from the name.',
      fields: { name: 'the name of the field', kind: 'type of its values' },
      required: {
        fields: ['name', 'kind'],
        message: '--name and --kind are required',
        hint: 'newsletter fields create --name <name> --kind <kind>',
      },
      ifLost: ({ name }) => ({
        what: `field "${name}"`,
        matching: api => fieldsNamed(api, name),
        hint: 'check whether it exists before you create it again: newsletter fields list --all',
      }),
      requests: ['listFields'],
      examples: [
        ['a field for dates', 'newsletter fields create --name Anniversary --kind date'],
        ['show the request only', 'newsletter fields create --name Anniversary --kind date --dry-run'],
      ],
    }),
    updateVerb({
      endpoint: 'updateField',
      description: 'Rename a custom field. Its variable and kind do not change.',
      argument: { name: '<field>', description: 'id, variable or name of the field' },
      target: async (context, text) =>
        isId(text) ? { id: text } : fieldNamed(await allFields(await context.api()), text),
      fields: { name: 'the new name' },
      example: text => `newsletter fields update ${text} --name <name>`,
      requests: ['listFields'],
      examples: [
        ['rename', 'newsletter fields update city --name Town'],
        ['show the request only', 'newsletter fields update city --name Town --dry-run'],
      ],
    }),
  ],
};
