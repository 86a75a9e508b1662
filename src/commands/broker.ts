import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import type { IdentifyClient } from '../broker/client-tokens.ts';
import { command } from '../cli/command.ts';
import {
  flag,
  number,
  type OptionValues,
  optionGroup,
  portNumber,
  repeatable,
  text,
  wholeNumber,
} from '../cli/option.ts';
import { readStdin } from '../cli/stdin.ts';
import type { Context } from '../context.ts';
import { Failure } from '../lib/failure.ts';
import { unreadable } from '../lib/files/file-errors.ts';
import { isLoopback } from '../lib/loopback.ts';
import type { Settings } from '../settings/resolve.ts';

const options = {
  ...optionGroup('Listening', {
    host: text('--host <address>', 'address to listen on', { default: '127.0.0.1' }),
    port: number('--port <n>', 'port; 0 for a free one', portNumber, { default: 8977 }),
    tlsCert: text('--tls-cert <file>', 'TLS certificate chain (PEM)'),
    tlsKey: text('--tls-key <file>', 'TLS private key (PEM)'),
    behindProxy: flag('--behind-proxy', 'a proxy in front terminates TLS and sets X-Forwarded-For'),
  }),
  ...optionGroup('Access', {
    clientTokenFile: text('--client-token-file <file>', 'file with a line "<name> <token>" for each client'),
  }),
  ...optionGroup('Limits', {
    rateLimit: number('--rate-limit <n>', 'requests per minute from one address', wholeNumber, {
      default: 60,
    }),
  }),
  ...optionGroup('The app', {
    clientId: text('--client-id <id>', 'client id of the app'),
    redirectUri: repeatable('--redirect-uri <uri>', 'redirect URI registered for the app (repeatable)'),
    clientSecretStdin: flag('--client-secret-stdin', 'read the client secret from stdin'),
  }),
};

type BrokerOptions = OptionValues<typeof options>;

export const broker = command({
  name: 'broker',
  description:
    "Run a token broker that keeps the client secret off users' machines. It adds the secret to the token, refresh and revoke requests of browser sign-ins, and forwards nothing else. On users' machines: `newsletter config set token-url https://<this server>/oauth/token`. The secret comes from client-secret-command, NEWSLETTER_CLIENT_SECRET or stdin. GET /healthz answers 200. Each request is logged to stderr, without secrets. To stop it, press Ctrl-C or send SIGTERM.",
  options,
  requests: [],
  output: 'text',
  speaks: true,
  codes: ['missing_setting', 'port_in_use', 'unreadable_file'],
  examples: [
    ['for this machine, or a proxy on it', 'newsletter broker --auth-url https://app.example.com'],
    ['behind a proxy on another machine', 'newsletter broker --host 10.0.0.6 --behind-proxy'],
    ['only for known clients', 'newsletter broker --client-token-file clients.txt'],
  ],
  run: async (context, _, flags) => await runBroker(context, flags),
});

async function runBroker(context: Context, flags: BrokerOptions): Promise<void> {
  const [{ resolveSettings }, { parseSetting }, { startBroker }, { postForm }, { serviceAddress }] =
    await Promise.all([
      import('../settings/resolve.ts'),
      import('../settings/parse.ts'),
      import('../broker/server.ts'),
      import('../http/form-post.ts'),
      import('../http/url.ts'),
    ]);
  const { environment, configDir, terminal, interrupted } = context;
  const { clientId, redirectUri } = flags;
  const settings = resolveSettings({ flags: { ...context.options, clientId }, environment, configDir });
  const redirectUris = (redirectUri ?? [settings.get('redirect-uri')]).map(uri =>
    String(parseSetting('redirect-uri', uri, '--redirect-uri')),
  );
  const tls = certificate(flags);
  checkExposure(flags, tls !== undefined);
  const service = serviceAddress(settings.need('auth-url')).href.replace(/\/$/, '');
  // Clients retry failed requests; Ctrl-C does not abort requests being forwarded.
  const { signal } = new AbortController();
  const http = { ...context.sessionSources(settings).http, retries: 0, signal };
  const server = await startBroker({
    post: (path, form) => {
      const url = new URL(`${service}${path}`);
      return postForm(http, { url, form, accepted: [400, 401, 403, 429, 503] });
    },
    clientId: settings.need('client-id'),
    clientSecret: await secret(context, settings, flags),
    redirectUris,
    host: flags.host,
    port: flags.port,
    tls,
    behindProxy: flags.behindProxy === true,
    identifyClient: await identifyClient(context, flags),
    rate: flags.rateLimit,
    log: line => terminal.note(line),
  });
  try {
    terminal.note(`broker: ${server.url}`);
    terminal.note(`redirect URIs: ${redirectUris.join(', ')}`);
    terminal.note(`on each device:  newsletter config set token-url ${server.url}/oauth/token`);
    if (!interrupted.aborted) await once(interrupted, 'abort');
  } finally {
    await server.close();
  }
  terminal.note('broker stopped');
}

function certificate({ tlsCert, tlsKey }: BrokerOptions) {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined)
    throw new Failure('usage', '--tls-cert and --tls-key must be given together');
  return { cert: readNamed(tlsCert), key: readNamed(tlsKey) };
}

/** @throws Failure unreadable_file, invalid_value */
async function identifyClient(
  { terminal }: Context,
  { clientTokenFile: file }: BrokerOptions,
): Promise<IdentifyClient | undefined> {
  if (file === undefined) return undefined;
  const { parseClientTokens } = await import('../broker/client-tokens.ts');
  const identify = parseClientTokens(readNamed(file).toString('utf8'), file);
  const isOpen = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
  if (isOpen) terminal.warn(`other users can read ${file}: chmod 600 ${file}`);
  return identify;
}

function readNamed(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

/**
 * Plain HTTP is allowed only on this machine or behind a proxy: requests contain codes and refresh tokens.
 *
 * @throws Failure usage
 */
function checkExposure({ host, behindProxy }: BrokerOptions, hasTls: boolean): void {
  if (isLoopback(host === '::1' ? '[::1]' : host) || hasTls || behindProxy) return;
  throw new Failure('usage', `without TLS, tokens sent to ${host} could be read on the network`, {
    hint: 'pass --tls-cert and --tls-key, or --behind-proxy if a proxy in front terminates TLS',
  });
}

async function secret(context: Context, settings: Settings, flags: BrokerOptions): Promise<string> {
  const { checkClientSecret, findClientSecret, secretVariable } = await import(
    '../auth/credentials/client-secret.ts'
  );
  const { environment, interrupted: signal } = context;
  if (flags.clientSecretStdin) {
    return checkClientSecret(String(await readStdin(context)), 'the client secret on stdin');
  }
  const found = await findClientSecret({ settings, environment, signal, isBroker: true });
  if (found?.secret !== undefined) return found.secret;
  throw new Failure('missing_setting', 'missing client secret', {
    hint: `set client-secret-command or ${secretVariable}, or pass --client-secret-stdin`,
  });
}
