import type { CommandGroup } from '../../cli/command.ts';
import { exampleTag } from '../../cli/examples.ts';
import { createVerb, updateVerb } from '../../cli/verbs.ts';
import { isId } from '../../http/url.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { list } from './list.ts';
import { merge, remove, rename } from './retag.ts';

const meanings = {
  name: 'name of the tag',
  color: 'color (the service defines which there are)',
};

/** The service lists no tags, so a name leads to no id. @throws Failure not_found */
async function tagId(text: string, newName: unknown): Promise<string> {
  if (isId(text)) return text;
  throw new Failure('not_found', `"${text}" is not the id of a tag; the service finds a tag by its id only`, {
    details: ['tags create prints the id'],
    hint:
      typeof newName === 'string'
        ? `to rename it for everybody who has it: newsletter tags rename ${shellWord(text)} ${shellWord(newName)}`
        : 'newsletter tags update --help',
  });
}

/** `tags`: labels of subscribers. */
export const tags: CommandGroup = {
  name: 'tags',
  description: 'Manage the tags of subscribers.',
  examples: [['tags in use', 'newsletter tags list']],
  commands: [
    list,
    createVerb({
      endpoint: 'createTag',
      description: 'Create a tag that nobody has yet.',
      fields: meanings,
      required: {
        fields: ['name'],
        message: 'a tag needs --name',
        hint: 'newsletter tags create --name <name>',
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
      description: 'Change the color or name of a tag, by its id. Only the given fields change.',
      argument: { name: '<tag>', description: 'id of the tag' },
      fields: meanings,
      checkRecord: ({ name }, record) => {
        if (typeof name !== 'string' || record.name === name.trim()) return undefined;
        const expected = `expected name ${JSON.stringify(name)}`;
        const message =
          record.name === undefined
            ? `the tag may not have been renamed: ${expected}, got no name`
            : `the tag was not renamed: ${expected}, got ${JSON.stringify(record.name)}`;
        return new Failure('partly_done', message, { hint: null });
      },
      idOf: (_, text, { name }) => tagId(text, name),
      codes: ['not_found', 'partly_done'],
      example: text => `newsletter tags update ${shellWord(text)} --name <name>`,
      examples: [
        ['another color', `newsletter tags update ${exampleTag} --color teal`],
        ['rename', `newsletter tags update ${exampleTag} --name Readers`],
        ['show the request, send nothing', `newsletter tags update ${exampleTag} --name Readers --dry-run`],
      ],
    }),
    rename,
    merge,
    remove,
  ],
};
