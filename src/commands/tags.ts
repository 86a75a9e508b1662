import type { Command } from 'commander';
import { acrossProfiles, showList } from '../cli/all-profiles.ts';
import { bodyOf, mustChange, writableOptions } from '../cli/body-options.ts';
import { requests } from '../cli/command-metadata.ts';
import { examples } from '../cli/examples.ts';
import { write } from '../cli/mutation.ts';
import type { Context } from '../context.ts';
import { endpoints } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import type { View } from '../terminal/terminal.ts';

const { createTag, updateTag } = endpoints;
const meanings = {
  name: 'the name of the tag',
  color: 'its colour, as the service takes it',
};

/** `tags`: words that mark subscribers. */
export function register(parent: Command, context: Context): void {
  const tags = parent
    .command('tags')
    .summary('tags: list those in use, create, update')
    .description('Tags mark subscribers.');
  examples(tags, [['those in use', 'newsletter tags list']]);
  registerList(tags, context);
  const create = writableOptions(
    tags.command('create').description('Create a tag.'),
    createTag.body,
    meanings,
  ).action(async (options: Record<string, unknown>) => {
    const body = await bodyOf(context, createTag.body, options);
    if (body.name === undefined) {
      throw new Failure('missing_argument', 'a tag needs --name', {
        hint: 'newsletter tags create --name "Book club"',
      });
    }
    await write(
      context,
      'createTag',
      { body },
      {
        what: `tag "${body.name}"`,
        hint: 'the service shows no list of tags: look in the web editor before you create it again',
      },
    );
  });
  requests(create, ['createTag']);
  examples(create, [
    ['a tag', 'newsletter tags create --name "Book club"'],
    ['see the request first', 'newsletter tags create --name "Book club" --dry-run'],
  ]);
  const update = writableOptions(
    tags
      .command('update')
      .description('Change a tag. Only what is given changes.')
      .argument('<id>', 'id of the tag'),
    updateTag.body,
    meanings,
  ).action(async (id: string, options: Record<string, unknown>) => {
    const body = await bodyOf(context, updateTag.body, options);
    mustChange(body, 'newsletter tags update <id> --name <name>');
    await write(context, 'updateTag', { id, body });
  });
  requests(update, ['updateTag'], { codes: ['nothing_to_change'] });
  examples(update, [
    ['rename', 'newsletter tags update 3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f --name Readers'],
    [
      'see the request first',
      'newsletter tags update 3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f --name Readers --dry-run',
    ],
  ]);
}

function registerList(tags: Command, context: Context): void {
  const list = acrossProfiles(
    tags
      .command('list')
      .description(
        'List the tags in use, with how many subscribers carry each. The service shows no list of tags, so this reads all subscribers.',
      ),
  ).action(async () => {
    const view: View = {
      plural: 'tags',
      columns: ['name', 'subscribers_count'],
      kinds: { name: { kind: 'text' }, subscribers_count: { kind: 'integer' } },
      empty: 'newsletter subscribers update <email> --add-tag <tag>',
    };
    await showList(context, view, async own => ({ rows: await countTags(own) }));
  });
  requests(list, ['listSubscribers']);
  examples(list, [
    ['tags in use', 'newsletter tags list'],
    ['for a script', 'newsletter tags list --json name,subscribers_count'],
  ]);
}

/** Tags with their counts, the most frequent first. */
async function countTags(context: Context): Promise<{ name: string; subscribers_count: number }[]> {
  const { AllSubscribers } = await import('../subscribers/read-all.ts');
  const subscribers = new AllSubscribers(await context.api(), { perPage: undefined, query: {} });
  const counts = new Map<string, number>();
  const progress = context.terminal.progress('reading subscribers');
  try {
    for await (const page of subscribers.pages(progress)) {
      for (const { tags } of page) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
  } finally {
    progress.stop();
  }
  if (subscribers.warning !== undefined) context.terminal.warn(subscribers.warning);
  return [...counts]
    .map(([name, subscribers_count]) => ({ name, subscribers_count }))
    .sort((a, b) => b.subscribers_count - a.subscribers_count || a.name.localeCompare(b.name));
}
