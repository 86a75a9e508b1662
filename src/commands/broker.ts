import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import type { TrustedProxies } from '../auth/broker/client-address.ts';
import type { IdentifyClient } from '../auth/broker/client-tokens.ts';
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
import { unreadable } from '../lib/file-errors.ts';
import { isLoopback } from '../lib/loopback.ts';
import type { Settings } from '../settings/schema.ts';

const options = {
  ...optionGroup('Where it listens', {
    host: text('--host <address>', 'where to listen', { default: '127.0.0.1' }),
    port: number('--port <n>', '0 takes a free one', portNumber, { default: 8977 }),
    tlsCert: text('--tls-cert <file>', 'certificate chain (PEM)'),
    tlsKey: text('--tls-key <file>', 'its private key (PEM)'),
    behindProxy: flag('--behind-proxy', 'a proxy in front does TLS and sets X-Forwarded-For'),
    trustedProxy: repeatable(
      '--trusted-proxy <address>',
      'address or range of that proxy; X-Forwarded-For from others is ignored (repeatable)',
    ),
  }),
  ...optionGroup('Who may use it', {
    clientTokenFile: text('--client-token-file <file>', 'a line "<name> <token>" for each client'),
    tlsClientCa: text('--tls-client-ca <file>', 'clients must show a certificate of this authority (PEM)'),
  }),
  ...optionGroup('Limits', {
    rateLimit: number('--rate-limit <n>', 'requests a minute from one address (IPv6: one /64)', wholeNumber, {
      default: 60,
    }),
    maxConnections: number(
      '--max-connections <n>',
      'connections and requests that one address may have open',
      wholeNumber,
      { default: 32 },
    ),
    requestTimeout: number(
      '--request-timeout <seconds>',
      'in which a request must have arrived',
      wholeNumber,
      { default: 10 },
    ),
  }),
  ...optionGroup('The app', {
    clientId: text('--client-id <id>', 'what the operator of the service gave the app'),
    redirectUri: repeatable('--redirect-uri <uri>', 'one registered for the app (repeatable)'),
    clientSecretStdin: flag('--client-secret-stdin', 'read the client secret from stdin'),
  }),
};

type BrokerOptions = OptionValues<typeof options>;

/** `broker`: runs the server that holds the client secret. */
export const broker = command({
  name: 'broker',
  description:
    "Run the server that holds the app's client secret, on a machine of your own: it adds the secret to the token, refresh and revoke requests of sign-ins by browser, and forwards nothing else. With it no user's device needs the secret: there, `newsletter config set token-url https://<this server>/oauth/token`. The secret comes from client-secret-command, NEWSLETTER_CLIENT_SECRET or stdin. GET /healthz answers 200, GET /metrics what Prometheus reads. Each request and each connection that is refused is a line on stderr, without secrets. Ctrl-C or SIGTERM stops it.",
  options,
  requests: [],
  output: 'text',
  speaks: true,
  codes: ['missing_setting', 'port_in_use', 'unreadable_file'],
  examples: [
    ['for this machine, or a proxy on it', 'newsletter broker --auth-url https://app.example.com'],
    [
      'behind a proxy on another machine',
      'newsletter broker --host 0.0.0.0 --behind-proxy --trusted-proxy 10.0.0.5',
    ],
    ['for known clients alone', 'newsletter broker --client-token-file clients.txt'],
  ],
  run: async (context, _, flags) => await runBroker(context, flags),
});

async function runBroker(context: Context, flags: BrokerOptions): Promise<void> {
  const [{ resolveSettings }, { parseSetting }, { startBroker }] = await Promise.all([
    import('../settings/resolve.ts'),
    import('../settings/parse.ts'),
    import('../auth/broker/server.ts'),
  ]);
  const { environment, configDir, terminal, interrupted } = context;
  const { clientId, redirectUri } = flags;
  const settings = resolveSettings({
    flags: { ...context.options, clientId },
    environment,
    configDir,
  });
  const redirectUris = (redirectUri ?? [settings.get('redirect-uri')]).map(uri =>
    String(parseSetting('redirect-uri', uri, '--redirect-uri')),
  );
  const tls = certificate(flags);
  checkExposure(flags, tls !== undefined);
  const server = await startBroker({
    authUrl: settings.need('auth-url'),
    clientId: settings.need('client-id'),
    clientSecret: await secret(context, settings, flags),
    redirectUris,
    host: flags.host,
    port: flags.port,
    tls,
    proxies: await proxiesOf(flags),
    identifyClient: await identifyClient(context, flags),
    rate: flags.rateLimit,
    mostOpen: flags.maxConnections,
    requestTimeout: flags.requestTimeout,
    // Clients retry failed requests; Ctrl-C does not abort requests being forwarded.
    http: {
      ...context.sessionSources(settings).http,
      retries: 0,
      signal: new AbortController().signal,
    },
    log: line => terminal.note(line),
  });
  try {
    terminal.note(`broker: ${server.url}`);
    terminal.note(`for sign-ins that come back to ${redirectUris.join(', ')}`);
    terminal.note(`on the devices:  newsletter config set token-url ${server.url}/oauth/token`);
    if (!interrupted.aborted) await once(interrupted, 'abort');
  } finally {
    await server.close();
  }
  terminal.note('broker stopped');
}

function certificate({ tlsCert, tlsKey, tlsClientCa }: BrokerOptions) {
  if (tlsCert === undefined && tlsKey === undefined) {
    if (tlsClientCa === undefined) return undefined;
    throw new Failure('usage', '--tls-client-ca takes --tls-cert and --tls-key, too');
  }
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new Failure('usage', '--tls-cert and --tls-key are needed together');
  }
  const clientCa = tlsClientCa === undefined ? undefined : readNamed(tlsClientCa);
  return { cert: readNamed(tlsCert), key: readNamed(tlsKey), clientCa };
}

/** @throws Failure usage, invalid_value */
async function proxiesOf({ behindProxy, trustedProxy }: BrokerOptions): Promise<TrustedProxies> {
  if (trustedProxy === undefined) return behindProxy ? 'any' : 'none';
  if (!behindProxy) throw new Failure('usage', '--trusted-proxy takes --behind-proxy, too');
  const { trustedProxies } = await import('../auth/broker/client-address.ts');
  return trustedProxies(trustedProxy);
}

/** @throws Failure unreadable_file, invalid_value */
async function identifyClient(
  { terminal }: Context,
  { clientTokenFile: file }: BrokerOptions,
): Promise<IdentifyClient | undefined> {
  if (file === undefined) return undefined;
  const { parseClientTokens } = await import('../auth/broker/client-tokens.ts');
  const identify = parseClientTokens(readNamed(file).toString('utf8'), file);
  const isOpen = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
  if (isOpen) terminal.warn(`others can read ${file}: chmod 600 ${file}`);
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
  throw new Failure('usage', `on ${host} everybody on the way could read the tokens`, {
    hint: 'give --tls-cert and --tls-key, or --behind-proxy when a proxy in front does TLS',
  });
}

async function secret(context: Context, settings: Settings, flags: BrokerOptions): Promise<string> {
  const { checkClientSecret, findClientSecret, secretVariable } = await import(
    '../auth/credentials/client-secret.ts'
  );
  const { environment, interrupted: signal } = context;
  if (flags.clientSecretStdin) {
    return checkClientSecret(await readStdin(context, 'a client secret'), 'the client secret on stdin');
  }
  const found = await findClientSecret({ settings, environment, signal, isBroker: true });
  if (found !== undefined && found.from !== 'broker') return found.secret;
  throw new Failure('missing_setting', 'there is no client secret', {
    hint: `set client-secret-command or ${secretVariable}, or give --client-secret-stdin`,
  });
}
