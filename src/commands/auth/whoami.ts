import type { Command } from 'commander';
import { acrossProfiles, showRecord } from '../../cli/all-profiles.ts';
import { requests } from '../../cli/command-metadata.ts';
import { examples } from '../../cli/examples.ts';
import type { Context } from '../../context.ts';
import type { Row } from '../../terminal/terminal.ts';

/** `whoami`: which account, and how signed in. */
export function register(parent: Command, context: Context): void {
  const command = acrossProfiles(parent.command('whoami'))
    .summary('which account, and how signed in')
    .description(
      'Show the profile in use, its address, how it is signed in, and the account the service says it belongs to. Exit status 3 when not signed in.',
    )
    .action(async () => {
      await run(context);
    });
  requests(command, ['getAccount']);
  examples(command, [
    ['who am I?', 'newsletter whoami'],
    ["the account's slug, for a script", 'newsletter whoami -o tsv --fields account_slug'],
    ['another profile', 'newsletter whoami --profile work'],
    ['every profile', 'newsletter whoami --all-profiles'],
  ]);
}

const kinds = { token_ends_at: { kind: 'time', nullable: true } } as const;

async function run(context: Context): Promise<void> {
  await showRecord(context, { plural: 'accounts', columns, kinds }, read);
}

const columns: readonly string[] = [
  ...['profile', 'profile_from', 'folder_file', 'base_url'],
  ...['signed_in_with', 'credentials_from', 'credentials_kept_in'],
  ...['account_name', 'account_slug', 'account_id', 'token_ends_at'],
];

async function read(context: Context): Promise<Row> {
  const { createSession, notSignedIn } = await import('../../auth/session.ts');
  const settings = await context.settings();
  const describe = () => createSession(context.sessionSources(settings)).describe();
  if ((await describe()) === undefined) throw notSignedIn(settings, context.environment);
  const account = await context.account();
  // Read again: a token at its end was renewed for the question.
  const signIn = await describe();
  if (signIn === undefined) throw notSignedIn(settings, context.environment);
  return {
    profile: settings.profile,
    profile_from: settings.profileOrigin,
    folder_file: settings.projectFile ?? null,
    base_url: settings.get('base-url'),
    signed_in_with: signIn.kind,
    credentials_from: signIn.from,
    credentials_kept_in: signIn.place,
    account_name: account.name,
    account_slug: account.slug,
    account_id: account.id,
    // An API key has no end.
    token_ends_at: signIn.endsAt === undefined ? null : new Date(signIn.endsAt).toISOString(),
  };
}
