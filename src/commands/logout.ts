import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { examples } from './examples.ts';
import { refuseDryRun } from './write.ts';

/** `logout`: forgets what is stored for a profile. */
export function register(parent: Command, context: Context): void {
  const command = parent
    .command('logout')
    .summary('sign out')
    .description(
      "Forget the stored credentials of the profile; its settings stay. An API key stays valid until it is removed in the account's Settings › Apps.",
    )
    .option('--all', 'of every profile')
    .action(async (options: { readonly all?: true }) => {
      await run(context, options.all === true);
    });
  examples(command, [
    ['sign out of the profile in use', 'newsletter logout'],
    ['sign out of one profile', 'newsletter logout --profile work'],
    ['sign out everywhere', 'newsletter logout --all'],
  ]);
}

async function run(context: Context, all: boolean): Promise<void> {
  refuseDryRun(context);
  const [{ forgetCredentials }, { resolveSettings }] = await Promise.all([
    import('../auth/credential-file.ts'),
    import('../settings/resolve.ts'),
  ]);
  const { terminal, folder, environment, options: flags } = context;
  const profiles = all ? 'all' : [resolveSettings({ flags, environment, folder }).profile];
  const forgotten = await forgetCredentials(folder, profiles, message => terminal.warn(message));
  if (forgotten.length === 0) {
    const message = all ? 'no profile is signed in' : `profile ${profiles[0]} is not signed in`;
    const hint = environment.NEWSLETTER_API_KEY ? 'unset NEWSLETTER_API_KEY' : undefined;
    throw new Failure('not_signed_in', message, { hint });
  }
  terminal.note(`signed out: ${forgotten.join(', ')}`);
  terminal.note("an API key stays valid until it is removed in the account's Settings › Apps");
  if (environment.NEWSLETTER_API_KEY?.trim()) {
    terminal.warn('NEWSLETTER_API_KEY is still set, and will be used');
  }
}
