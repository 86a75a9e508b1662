import { allProfiles, showRecord } from '../cli/all-profiles/index.ts';
import { type CommandGroup, command } from '../cli/command.ts';
import { updateVerb } from '../cli/verbs.ts';
import { viewOf } from '../cli/views.ts';
import { endpoints } from '../contract/index.ts';

const view = viewOf(endpoints.updateAccount.response);

/** `account`: the account itself. */
export const account: CommandGroup = {
  name: 'account',
  description: 'The account itself.',
  examples: [['the account', 'newsletter account get']],
  commands: [
    command({
      name: 'get',
      description: 'Show the account.',
      options: allProfiles,
      requests: ['getAccount'],
      output: view,
      examples: [
        ['the account', 'newsletter account get'],
        ['its slug alone', 'newsletter account get --json=slug'],
        ['the accounts of all profiles', 'newsletter account get --all-profiles'],
      ],
      run: async context => await showRecord(context, view, own => own.account()),
    }),
    updateVerb({
      endpoint: 'updateAccount',
      description: 'Change the account. Only what is given changes.',
      fields: {
        name: 'the name that readers see',
        slug: 'the short name in addresses',
        email_address: 'the address that emails come from',
        physical_address: 'the postal address under every email',
      },
      example: () => 'newsletter account update --name <name>',
      examples: [
        ['a new name', 'newsletter account update --name "The Slow Traveller"'],
        ['see the request first', 'newsletter account update --name "The Slow Traveller" --dry-run'],
      ],
    }),
  ],
};
