import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { requests } from '../cli/command-metadata.ts';
import { examples } from '../cli/examples.ts';
import { collect } from '../cli/list-options.ts';
import { portNumber, wholeNumber } from '../cli/option-parsers.ts';
import { themed } from '../cli/themes.ts';
import type { Context } from '../context.ts';
import { Failure } from '../lib/failure.ts';
import { unreadable } from '../lib/file-errors.ts';
import { isLoopback } from '../lib/loopback.ts';
import type { Settings } from '../settings/schema.ts';

interface BrokerFlags {
  readonly host: string;
  readonly port: number;
  readonly clientId?: string;
  readonly redirectUri?: readonly string[];
  readonly clientSecretStdin?: true;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly behindProxy?: true;
  readonly rateLimit: number;
}

/** `broker`: the server that holds the client secret. */
export function register(parent: Command, context: Context): void {
  const command = parent
    .command('broker')
    .summary('the server that holds the client secret, for sign-ins by browser')
    .description(
      "Run the server that holds the app's client secret, on a machine of your own: it adds the secret to the token, refresh and revoke requests of sign-ins by browser, and forwards nothing else. With it no user's device needs the secret: there, `newsletter config set token-url https://<this server>/oauth/token`. The secret comes from client-secret-command, NEWSLETTER_CLIENT_SECRET or stdin. GET /healthz answers 200. Ctrl-C or SIGTERM stops it.",
    )
    .action(async (flags: BrokerFlags) => {
      await run(context, flags);
    });
  for (const option of options()) command.addOption(option);
  requests(command, [], { codes: ['missing_setting', 'port_in_use', 'unreadable_file'] });
  examples(command, [
    ['for this machine, or a proxy on it', 'newsletter broker --auth-url https://app.example.com'],
    ['behind a proxy on another machine', 'newsletter broker --host 0.0.0.0 --behind-proxy'],
  ]);
}

function options(): Option[] {
  return [
    ...themed('Where it listens:', [
      new Option('--host <address>', 'where to listen').default('127.0.0.1'),
      new Option('--port <n>', '0 takes a free one').default(8977).argParser(portNumber),
      new Option('--tls-cert <file>', 'certificate chain (PEM)'),
      new Option('--tls-key <file>', 'its private key (PEM)'),
      new Option('--behind-proxy', 'a proxy in front does TLS and sets X-Forwarded-For'),
      new Option('--rate-limit <n>', 'requests a minute from one address').default(60).argParser(wholeNumber),
    ]),
    ...themed('The app:', [
      new Option('--client-id <id>', 'what the operator of the service gave the app'),
      new Option('--redirect-uri <uri>', 'one registered for the app (repeatable)').argParser(collect),
      new Option('--client-secret-stdin', 'read the client secret from stdin'),
    ]),
  ];
}

async function run(context: Context, flags: BrokerFlags): Promise<void> {
  const [{ resolveSettings }, { parseSetting }, { startBroker }] = await Promise.all([
    import('../settings/resolve.ts'),
    import('../settings/parse.ts'),
    import('../auth/broker/server.ts'),
  ]);
  const { environment, configDir, terminal, interrupted } = context;
  const { redirectUri, ...own } = flags;
  const settings = resolveSettings({
    flags: { ...context.options, clientId: own.clientId },
    environment,
    configDir,
  });
  const redirectUris = (redirectUri ?? [settings.get('redirect-uri')]).map(uri =>
    String(parseSetting('redirect-uri', uri, '--redirect-uri')),
  );
  const tls = certificate(flags);
  checkExposure(flags, tls !== undefined);
  const broker = await startBroker({
    authUrl: settings.need('auth-url'),
    clientId: settings.need('client-id'),
    clientSecret: await secret(context, settings, flags),
    redirectUris,
    ...{
      host: flags.host,
      port: flags.port,
      tls,
      behindProxy: flags.behindProxy === true,
      rate: flags.rateLimit,
    },
    // The devices repeat what failed; nothing under way is cut off by Ctrl-C.
    http: {
      ...context.sessionSources(settings).http,
      retries: 0,
      signal: new AbortController().signal,
    },
    log: line => terminal.note(line),
  });
  try {
    terminal.note(`broker: ${broker.url}`);
    terminal.note(`for sign-ins that come back to ${redirectUris.join(', ')}`);
    terminal.note(`on the devices:  newsletter config set token-url ${broker.url}/oauth/token`);
    if (!interrupted.aborted) await once(interrupted, 'abort');
  } finally {
    await broker.close();
  }
  terminal.note('broker stopped');
}

function certificate({ tlsCert, tlsKey }: BrokerFlags) {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new Failure('usage', '--tls-cert and --tls-key are needed together');
  }
  return { cert: readPem(tlsCert), key: readPem(tlsKey) };
}

function readPem(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

/** Refresh tokens and codes pass by here: plain http is for this machine, or for the way from a proxy. */
function checkExposure({ host, behindProxy }: BrokerFlags, hasTls: boolean): void {
  if (isLoopback(host === '::1' ? '[::1]' : host) || hasTls || behindProxy) return;
  throw new Failure('usage', `on ${host} everybody on the way could read the tokens`, {
    hint: 'give --tls-cert and --tls-key, or --behind-proxy when a proxy in front does TLS',
  });
}

async function secret(context: Context, settings: Settings, flags: BrokerFlags): Promise<string> {
  const { checkClientSecret, findClientSecret, secretVariable } = await import(
    '../auth/credentials/client-secret.ts'
  );
  const { environment, interrupted: signal } = context;
  if (flags.clientSecretStdin) {
    const { readStdin } = await import('../cli/stdin.ts');
    return checkClientSecret(await readStdin(context, 'a client secret'), 'the client secret on stdin');
  }
  const found = await findClientSecret({ settings, environment, signal, isBroker: true });
  if (found !== undefined && found.from !== 'broker') return found.secret;
  throw new Failure('missing_setting', 'there is no client secret', {
    hint: `set client-secret-command or ${secretVariable}, or give --client-secret-stdin`,
  });
}
