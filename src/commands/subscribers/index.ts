import type { CommandGroup } from '../../cli/command.ts';
import { repeatable } from '../../cli/option.ts';
import { viewOf } from '../../cli/options/list-options.ts';
import { findSubscriber } from '../../cli/resolve-id.ts';
import { createVerb, getVerb } from '../../cli/verbs.ts';
import { endpoints } from '../../contract/index.ts';
import { check } from './check.ts';
import { exportCommand } from './export.ts';
import { growth } from './growth.ts';
import { list } from './list.ts';
import { addFieldsAndTags } from './typed-fields.ts';
import { update } from './update.ts';

/** `subscribers`: the people on the list. */
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
        tag: repeatable('--tag <tag>', 'add a tag (repeatable)'),
      },
      required: {
        fields: ['email'],
        message: 'a subscriber needs --email',
        hint: 'newsletter subscribers create --email <address>',
      },
      complete: async (context, body, options) => {
        await context.beforeWrite();
        await addFieldsAndTags(context, body, options);
      },
      requests: ['listFields'],
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
