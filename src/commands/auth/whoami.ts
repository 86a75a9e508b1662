import { command } from '../../cli/command.ts';
import type { Context } from '../../context.ts';
import { fieldsFrom } from '../../contract/schema.ts';
import type { Settings } from '../../settings/resolve.ts';
import type { Row, View } from '../../terminal/terminal.ts';

const kinds = fieldsFrom(
  'profile:text? profile_from:text why:text folder_file:text? base_url:text',
  'signed_in_with:text credentials_from:text credentials_kept_in:text account_name:text?',
  'account_slug:text? account_id:text? rails:text? token_ends_at:time?',
);

const view: View = { plural: 'accounts', columns: Object.keys(kinds), kinds };

export const whoami = command({
  name: 'whoami',
  description:
    'Show the profile in use and why it is this one, its address, how it is signed in, the account the service says it belongs to, and the rails that hold here. Exit status 3 when not signed in, or if another account is expected.',
  requests: ['getAccount'],
  output: view,
  examples: [
    ['who am I?', 'newsletter whoami'],
    ["the account's slug, for a script", 'newsletter whoami -o tsv --fields account_slug'],
    ['another profile', 'newsletter whoami --profile work'],
  ],
  run: async context => {
    await context.terminal.record(await read(context), view);
    // Throws if another account is expected: after the answer, which says what leads here.
    await context.account();
  },
});

async function read(context: Context): Promise<Row> {
  const { createSession, notSignedIn } = await import('../../auth/session.ts');
  const settings = await context.settings();
  const sources = context.sessionSources(settings);
  const account = await context.anyAccount();
  const { rails } = (await context.api()).limits;
  // After the request, which may have refreshed an expired token.
  const signIn = await createSession(sources).signIn();
  if (signIn === undefined) throw notSignedIn(sources);
  const { credential, place } = signIn;
  const from = place === 'environment' ? 'environment' : 'profile';
  const endsAt = credential.kind === 'oauth' ? credential.expiresAt : undefined;
  return {
    // A key in the environment belongs to none.
    profile: from === 'environment' ? null : settings.profile,
    profile_from: settings.profileOrigin,
    why: whyThisAccount(settings, from),
    folder_file: settings.projectFile ?? null,
    base_url: settings.get('base-url'),
    signed_in_with: credential.kind,
    credentials_from: from,
    credentials_kept_in: place,
    account_name: account.name,
    account_slug: account.slug,
    account_id: account.id,
    rails:
      Object.entries(rails?.values ?? {})
        .map(([name, { value, from }]) => `${name} ${value} (${from})`)
        .join(', ') || null,
    // API keys do not expire.
    token_ends_at: endsAt === undefined ? null : new Date(endsAt).toISOString(),
  };
}

function whyThisAccount({ profile, profileBy }: Settings, from: string): string {
  if (from === 'environment') return 'NEWSLETTER_API_KEY is set';
  return profileBy === undefined
    ? `${profile} is the current profile (newsletter profiles use)`
    : `${profileBy} names ${profile}`;
}
