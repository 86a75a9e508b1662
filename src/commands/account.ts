import { type CommandGroup, command } from '../cli/command.ts';
import { viewOf } from '../cli/options/list-options.ts';
import { updateVerb } from '../cli/verbs.ts';
import { endpoints } from '../contract/index.ts';

const view = viewOf(endpoints.updateAccount.response);

export const account: CommandGroup = {
  name: 'account',
  description: 'Show and change the account.',
  examples: [['the account', 'newsletter account get']],
  commands: [
    command({
      name: 'get',
      description: 'Show the account: name, sender and postal address.',
      requests: ['getAccount'],
      output: view,
      examples: [
        ['the account', 'newsletter account get'],
        ['only its slug', 'newsletter account get --json=slug'],
      ],
      run: async context => await context.terminal.record(await context.account(), view),
    }),
    updateVerb({
      endpoint: 'updateAccount',
      description: 'Change the account: name, addresses. Only the fields that you pass change.',
      fields: {
        name: 'name that readers see',
        slug: 'short name in URLs',
        email_address: 'sender address of emails',
        physical_address: 'postal address shown in every email',
      },
      example: () => 'newsletter account update --name <name>',
      examples: [
        ['a new name', 'newsletter account update --name "The Slow Traveller"'],
        ['show the request only', 'newsletter account update --name "The Slow Traveller" --dry-run'],
      ],
    }),
  ],
};
