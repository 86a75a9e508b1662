import { once } from 'node:events';
import { command } from '../../cli/command.ts';
import type { Context } from '../../context.ts';
import { isLoopback } from '../../lib/loopback.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { sandboxProfile } from '../../settings/schema.ts';
import type { View } from '../../terminal/terminal.ts';
import { exec } from './exec.ts';
import { defaultPort, type StartOptions, start, startOptions } from './options.ts';

const profile = sandboxProfile;

const sandboxView: View = {
  plural: 'sandboxes',
  columns: ['base_url', 'auth_url', 'api_key', 'client_id', 'client_secret', 'profile'],
};

export const sandbox = command({
  name: 'sandbox',
  description:
    'Run an imitation of the service on this machine, REST and OAuth with a consent page, to try things out and for CI. It has an account with made-up data, and nothing leaves the machine. Saves a profile `sandbox`. To stop it, press Ctrl-C.',
  options: startOptions,
  requests: [],
  output: sandboxView,
  codes: ['port_in_use', 'unreadable_file'],
  changesThisMachine: () => true,
  examples: [
    ['start it; in another terminal, use --profile sandbox', 'newsletter sandbox'],
    ['a large and slow account', 'newsletter sandbox --subscribers 100000 --latency 80'],
    ['keep the data between runs', 'newsletter sandbox --data sandbox.json'],
  ],
  commands: [exec],
  run: async (context, _, flags) => await serve(context, flags),
});

async function serve(context: Context, flags: StartOptions): Promise<void> {
  const { terminal, interrupted } = context;
  const sandbox = await start(flags, defaultPort);
  try {
    const other = await otherService(context);
    if (other === undefined) await saveProfile(context, sandbox);
    else terminal.warn(`profile ${profile} points to ${other}, so it was not changed`);
    const use =
      other === undefined
        ? `newsletter --profile ${profile}`
        : `NEWSLETTER_BASE_URL=${sandbox.baseUrl} NEWSLETTER_API_KEY=${sandbox.apiKey} newsletter`;
    terminal.show(
      [
        `sandbox: ${sandbox.baseUrl}`,
        `  API key        ${sandbox.apiKey}`,
        `  OAuth client   ${sandbox.clientId}`,
        `  client secret  ${sandbox.clientSecret}`,
        '',
        `look around in a browser:      ${sandbox.baseUrl}`,
        `use it from another terminal:  ${use} subscribers list`,
        'try the browser sign-in:',
        `  NEWSLETTER_CLIENT_SECRET=${sandbox.clientSecret} newsletter login --profile ${profile}`,
        'To stop it, press Ctrl-C.',
      ].join('\n'),
    );
    if (terminal.isJson) {
      const { baseUrl, authUrl, apiKey, clientId, clientSecret } = sandbox;
      const row = {
        base_url: baseUrl,
        auth_url: authUrl,
        api_key: apiKey,
        client_id: clientId,
        client_secret: clientSecret,
        profile,
      };
      await terminal.record(row, sandboxView);
    }
    // Ctrl-C is the normal way to stop the server.
    if (!interrupted.aborted) await once(interrupted, 'abort');
  } finally {
    await sandbox.close();
  }
  terminal.note('sandbox stopped');
}

/** The base URL of an existing profile `sandbox`, if it is not on this machine. */
async function otherService({ configDir }: Context): Promise<string | undefined> {
  const { profileIn, readConfig } = await import('../../settings/profiles.ts');
  const address = String(profileIn(readConfig(configDir), profile)?.['base-url'] ?? '');
  return URL.canParse(address) && !isLoopback(new URL(address).hostname) ? address : undefined;
}

async function saveProfile(context: Context, { baseUrl, authUrl, apiKey, clientId }: Sandbox): Promise<void> {
  const [{ resolveSettings }, { login }] = await Promise.all([
    import('../../settings/resolve.ts'),
    import('../../auth/login.ts'),
  ]);
  const { configDir } = context;
  // The key is not secret, so it is not worth a password prompt of the keychain.
  const webUrl = `${baseUrl}/browse`;
  const flags = { profile, baseUrl, authUrl, webUrl, clientId, credentialStore: 'file' };
  const settings = resolveSettings({ flags, environment: {}, configDir, creating: true });
  await login({
    sources: context.sessionSources(settings),
    credential: { kind: 'api-key', key: apiKey },
    connect: credentials => context.connect(settings, credentials),
    // Later commands must not use the sandbox by mistake.
    neverCurrent: true,
  });
}
