import { once } from 'node:events';
import { connect } from 'node:net';
import { constants } from 'node:os';
import { command } from '../../cli/command.ts';
import type { Context } from '../../context.ts';
import { fieldsFrom } from '../../contract/schema.ts';
import { Failure, ignoringErrors, systemCode } from '../../lib/failure.ts';
import { isLoopback } from '../../lib/loopback.ts';
import { isStandalone } from '../../lib/standalone.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { sandboxProfile } from '../../settings/schema.ts';
import type { View } from '../../terminal/terminal.ts';
import { defaultPort, type StartOptions, start, startOptions } from './start.ts';

const exec = command({
  name: 'exec',
  description:
    'Run a command with a test account on this machine. Starts a sandbox, runs the command with NEWSLETTER_BASE_URL, NEWSLETTER_AUTH_URL and NEWSLETTER_API_KEY set, stops the sandbox, and exits with the command’s status (127 if it is not found). Everything after the command’s name is passed to it, with or without --.',
  arguments: [{ name: '<command...>', description: 'the command and its arguments', completes: 'file' }],
  options: startOptions,
  requests: [],
  output: 'text',
  codes: ['port_in_use', 'unreadable_file', 'command_not_found'],
  passesStatus: true,
  examples: [
    ['one command', 'newsletter sandbox exec newsletter subscribers list -o json'],
    ['run tests against a service that sometimes fails', 'newsletter sandbox exec --fail 0.1 -- npm test'],
  ],
  run: async (context, [words], options) => await execute(context, words, options),
});

async function execute(context: Context, command: readonly string[], flags: StartOptions): Promise<void> {
  const { recordSandbox } = await import('../../settings/own-sandbox.ts');
  const sandbox = await start(flags, 0);
  const removeRecord = recordSandbox(sandbox.baseUrl, message => context.terminal.warn(message));
  try {
    context.end(await run(context, command, sandbox));
  } finally {
    removeRecord();
    await sandbox.close();
    if (flags.data === undefined) await forgetRuns(context, sandbox.baseUrl);
  }
}

/** Of a sandbox that is gone, no run can be undone. */
async function forgetRuns({ configDir }: Context, baseUrl: string): Promise<void> {
  const { localRuns } = await import('../../changes/runs.ts');
  for (const { run, folder } of localRuns(configDir))
    if (run.base_url === baseUrl) ignoringErrors(() => folder.remove());
}

/** The command to start: `newsletter` is this program, wherever it is and whatever the PATH has. */
function startedAs(words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words;
  if (first !== 'newsletter') return words;
  const script = isStandalone() ? [] : [...process.execArgv, process.argv[1] ?? ''];
  return [process.execPath, ...script, ...rest];
}

/** Runs a command. @returns its exit status, 128 + n if signal n ended it */
async function run(context: Context, words: readonly string[], sandbox: Sandbox): Promise<number> {
  const [program = '', ...rest] = startedAs(words);
  // Finds and starts `.cmd` and the like on Windows, its arguments quoted.
  const { default: spawn } = await import('cross-spawn');
  const child = spawn(program, [...rest], {
    stdio: 'inherit',
    env: {
      ...context.environment,
      NEWSLETTER_BASE_URL: sandbox.baseUrl,
      NEWSLETTER_AUTH_URL: sandbox.authUrl,
      NEWSLETTER_WEB_URL: sandbox.baseUrl,
      NEWSLETTER_API_KEY: sandbox.apiKey,
    },
  });
  const forward = () => {
    const { cause } = context.interrupted.reason as Failure;
    // The terminal sends Ctrl-C to the command, too, which may handle it. Signals sent only to this process are
    // forwarded.
    if (cause !== 'SIGINT' || !context.stdin.isTTY) child.kill('SIGTERM');
  };
  context.interrupted.addEventListener('abort', forward);
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  } catch (error) {
    const code = systemCode(error);
    // EACCES on Linux: the search ended with a folder of the PATH that cannot be read, or a file that is no program.
    if (code === 'ENOENT' || (code === 'EACCES' && !program.includes('/'))) {
      throw new Failure('command_not_found', `command not found: ${program}`, { cause: error });
    }
    throw new Failure('usage', `cannot run "${program}"`, { cause: error });
  } finally {
    context.interrupted.removeEventListener('abort', forward);
  }
}

const sandboxView: View = {
  plural: 'sandboxes',
  columns: ['base_url', 'auth_url', 'api_key', 'client_id', 'client_secret', 'profile'],
  kinds: fieldsFrom(
    'base_url:text auth_url:text api_key:text client_id:text client_secret:text profile:text?',
  ),
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
  // Its own sign-in does not fail.
  const sandbox = await start({ ...flags, fail: undefined }, defaultPort);
  try {
    const before = await profileAddress(context);
    const isOther = before !== '' && before !== sandbox.baseUrl && (await isInUse(before));
    if (isOther) terminal.warn(`profile ${sandboxProfile} is for ${before}, so it was not changed`);
    else await saveProfile(context, sandbox);
    sandbox.fail(flags.fail ?? 0);
    const use = isOther
      ? `NEWSLETTER_BASE_URL=${sandbox.baseUrl} NEWSLETTER_API_KEY=${sandbox.apiKey} newsletter`
      : `newsletter --profile ${sandboxProfile}`;
    const signIn = `NEWSLETTER_CLIENT_SECRET=${sandbox.clientSecret} newsletter login --profile ${sandboxProfile}`;
    terminal.show(
      [
        `sandbox: ${sandbox.baseUrl}`,
        `  API key        ${sandbox.apiKey}`,
        `  OAuth client   ${sandbox.clientId}`,
        `  client secret  ${sandbox.clientSecret}`,
        '',
        `look around in a browser:      ${sandbox.baseUrl}`,
        `use it from another terminal:  ${use} subscribers list`,
        ...(isOther ? [] : ['try the browser sign-in:', `  ${signIn}`]),
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
        profile: isOther ? null : sandboxProfile,
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

/** The base URL of an existing profile `sandbox`; empty if there is none. */
async function profileAddress({ configDir }: Context): Promise<string> {
  const { profileIn, readConfig } = await import('../../settings/profiles.ts');
  return String(profileIn(readConfig(configDir), sandboxProfile)?.['base-url'] ?? '');
}

/** Whether a profile's address is that of another service, or of a sandbox that still runs. */
async function isInUse(address: string): Promise<boolean> {
  if (!URL.canParse(address)) return false;
  const { hostname: host, port } = new URL(address);
  if (!isLoopback(host)) return true;
  const socket = connect({ host, port: Number(port) });
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

async function saveProfile(context: Context, { baseUrl, authUrl, apiKey, clientId }: Sandbox): Promise<void> {
  const [{ resolveSettings }, { login }] = await Promise.all([
    import('../../settings/resolve.ts'),
    import('../../auth/login.ts'),
  ]);
  const { configDir } = context;
  // The key is not secret, so it is not worth a password prompt of the keychain.
  const addresses = { baseUrl, authUrl, webUrl: baseUrl };
  const flags = { profile: sandboxProfile, ...addresses, clientId, credentialStore: 'file' };
  const settings = resolveSettings({ flags, environment: {}, configDir, creating: true });
  await login({
    sources: context.sessionSources(settings),
    credential: { kind: 'api-key', key: apiKey },
    connect: credentials => context.connect(settings, credentials),
  });
}
