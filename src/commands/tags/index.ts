import type { CommandGroup } from '../../cli/command.ts';
import { exampleId } from '../../cli/example-id.ts';
import { createVerb, updateVerb } from '../../cli/verbs.ts';
import { list } from './list.ts';
import { merge, remove, rename } from './retag.ts';

const meanings = {
  name: 'name of the tag',
  color: 'color (the service defines which there are)',
};

/** `tags`: labels of subscribers. */
export const tags: CommandGroup = {
  name: 'tags',
  description: 'Manage the tags of subscribers.',
  examples: [['tags in use', 'newsletter tags list']],
  commands: [
    list,
    createVerb({
      endpoint: 'createTag',
      description: 'Create a tag.',
      fields: meanings,
      required: {
        fields: ['name'],
        message: 'a tag needs --name',
        hint: 'newsletter tags create --name "Book club"',
      },
      ifLost: ({ name }) => ({
        what: `tag "${name}"`,
        hint: 'the service has no list of tags: check in the web editor before you create it again',
      }),
      examples: [
        ['a tag', 'newsletter tags create --name "Book club"'],
        ['show the request, send nothing', 'newsletter tags create --name "Book club" --dry-run'],
      ],
    }),
    updateVerb({
      endpoint: 'updateTag',
      description: 'Change a tag. Only the given fields change.',
      argument: { name: '<id>', description: 'id of the tag' },
      fields: meanings,
      example: () => 'newsletter tags update <id> --name <name>',
      examples: [
        ['rename', `newsletter tags update ${exampleId} --name Readers`],
        ['show the request, send nothing', `newsletter tags update ${exampleId} --name Readers --dry-run`],
      ],
    }),
    rename,
    merge,
    remove,
  ],
};
