import type { Command } from 'commander';
import { acrossProfiles, showRecord } from '../cli/all-profiles.ts';
import { bodyOf, mustChange, writableOptions } from '../cli/body-options.ts';
import { requests } from '../cli/command-metadata.ts';
import { examples } from '../cli/examples.ts';
import { write } from '../cli/mutation.ts';
import { viewOf } from '../cli/views.ts';
import type { Context } from '../context.ts';
import { endpoints } from '../contract/index.ts';

const { updateAccount } = endpoints;

/** `account`: the account itself. */
export function register(parent: Command, context: Context): void {
  const account = parent
    .command('account')
    .summary('the account: get, update')
    .description('The account itself.');
  const get = acrossProfiles(account.command('get').description('Show the account.')).action(async () => {
    await showRecord(context, viewOf(updateAccount.response), own => own.account());
  });
  requests(get, ['getAccount']);
  examples(get, [
    ['the account', 'newsletter account get'],
    ['its slug alone', 'newsletter account get --json slug'],
    ['the accounts of all profiles', 'newsletter account get --all-profiles'],
  ]);
  const update = writableOptions(
    account.command('update').description('Change the account. Only what is given changes.'),
    updateAccount.body,
    {
      name: 'the name that readers see',
      slug: 'the short name in addresses',
      email_address: 'the address that emails come from',
      physical_address: 'the postal address under every email',
    },
  ).action(async (options: Record<string, unknown>) => {
    const body = await bodyOf(context, updateAccount.body, options);
    mustChange(body, 'newsletter account update --name <name>');
    await write(context, 'updateAccount', { body });
  });
  examples(account, [['the account', 'newsletter account get']]);
  requests(update, ['updateAccount']);
  examples(update, [
    ['a new name', 'newsletter account update --name "The Slow Traveller"'],
    ['see the request first', 'newsletter account update --name "The Slow Traveller" --dry-run'],
  ]);
}
