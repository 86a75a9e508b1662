import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { command } from '../cli/command.ts';
import {
  countFrom0,
  flag,
  InvalidValue,
  number,
  type OptionValues,
  optionGroup,
  portNumber,
  seconds,
  text,
  wholeNumber,
} from '../cli/option.ts';
import { columns } from '../cli/topics/columns.ts';
import type { Context } from '../context.ts';
import { Failure, systemCode } from '../lib/failure.ts';
import type { Sandbox, SandboxOptions } from '../sandbox/server.ts';
import { sandboxProfile } from '../settings/schema.ts';
import type { View } from '../terminal/terminal.ts';

/** Where `sandbox` listens unless told otherwise, so that its profile stays true from one run to the next. */
const usualPort = 8975;
const profile = sandboxProfile;

/** What `sandbox` and `sandbox exec` both take. */
const startOptions = {
  ...optionGroup('Where it is', {
    port: number(
      '--port <n>',
      `port on 127.0.0.1; 0 takes a free one (sandbox: ${usualPort}, exec: 0)`,
      portNumber,
    ),
  }),
  ...optionGroup('What is in it', {
    data: text('--data <file>', 'keep everything between runs in this file'),
    subscribers: number('--subscribers <n>', 'how many subscribers a new account has', countFrom0),
    seed: number('--seed <n>', 'makes what is random repeatable', countFrom0),
  }),
  ...optionGroup('How it behaves', {
    pageSize: number('--page-size <n>', 'records on a page', wholeNumber),
    maxImport: number(
      '--max-import <n>',
      'most rows that one import takes; more are refused (413)',
      wholeNumber,
    ),
    importSeconds: number('--import-seconds <s>', 'how long an import job takes', seconds),
    sendSeconds: number('--send-seconds <s>', 'how long sending an email takes', seconds),
    tokenSeconds: number('--token-seconds <s>', 'life of an OAuth access token', seconds),
  }),
  ...optionGroup('Trouble on purpose', {
    latency: number('--latency <ms>', 'milliseconds that every answer takes longer', countFrom0),
    rateLimit: number(
      '--rate-limit <n/s>',
      'requests answered in a second; the others are refused (429)',
      perSecond,
    ),
    fail: number('--fail <rate>', 'share of requests, 0 to 1, that fail', share),
  }),
};

type StartOptions = OptionValues<typeof startOptions>;

const decisionView: View = { plural: 'decisions', columns: ['topic', 'decision'] };
const sandboxView: View = {
  plural: 'sandboxes',
  columns: ['base_url', 'auth_url', 'api_key', 'client_id', 'client_secret', 'profile'],
};

const exec = command({
  name: 'exec',
  description:
    'Start a sandbox, run a command with NEWSLETTER_BASE_URL, NEWSLETTER_AUTH_URL and NEWSLETTER_API_KEY set, stop the sandbox, and exit with the command’s status.',
  arguments: [{ name: '<command...>', description: 'the command, behind --', completes: 'file' }],
  options: startOptions,
  requests: [],
  output: 'text',
  codes: ['port_in_use', 'unreadable_file'],
  passesStatus: true,
  examples: [
    ['one command', 'newsletter sandbox exec -- newsletter subscribers list'],
    [
      'a test-suite against a service that fails now and then',
      'newsletter sandbox exec --fail 0.1 -- npm test',
    ],
  ],
  run: async (context, [words], options) => await execute(context, words, options),
});

/** `sandbox`: the whole service on this machine. */
export const sandbox = command({
  name: 'sandbox',
  description:
    'The whole service, REST and OAuth with a consent page, on this machine alone: for trying things out, and for CI. It holds a believable account; nothing in it is real and nothing leaves the machine. A profile `sandbox` is saved for it. Ctrl-C stops it.',
  options: {
    ...startOptions,
    decisions: flag(
      '--decisions',
      'list the choices that the sandbox makes where the API documentation is silent, and exit',
    ),
  },
  requests: [],
  output: [sandboxView, decisionView],
  codes: ['port_in_use', 'unreadable_file'],
  changesThisMachine: (_, { decisions }) => decisions !== true,
  examples: [
    [
      'start it, then in another terminal: newsletter subscribers list --profile sandbox',
      'newsletter sandbox',
    ],
    ['a large and slow account', 'newsletter sandbox --subscribers 100000 --latency 80'],
    ['kept between runs', 'newsletter sandbox --data sandbox.json'],
    ['the choices that it makes where the API documentation is silent', 'newsletter sandbox --decisions'],
  ],
  commands: [exec],
  run: async (context, _, { decisions, ...options }) =>
    decisions ? await showDecisions(context) : await serve(context, options),
});

function perSecond(text: string): number {
  return wholeNumber(text.replace(/\/s$/, ''));
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidValue('a number from 0 to 1 is needed.');
  return value;
}

/** Prints the choices of the sandbox: two columns for people, records for programs. Starts no server. */
async function showDecisions({ terminal }: Context): Promise<void> {
  const { decisions } = await import('../sandbox/decisions.ts');
  if (terminal.isForPeople) {
    await terminal.draw(({ width }) =>
      columns(
        decisions.map(({ topic, decision }) => [topic, decision]),
        Math.min(width, 80),
      ),
    );
  } else {
    await terminal.list(decisions, decisionView);
  }
}

async function start(flags: StartOptions, port: number): Promise<Sandbox> {
  const { startSandbox } = await import('../sandbox/server.ts');
  const { data: dataFile, fail: failRate, ...rest } = flags;
  const options: SandboxOptions = { ...rest, dataFile, failRate, port: flags.port ?? port };
  return await startSandbox(options);
}

async function serve(context: Context, flags: StartOptions): Promise<void> {
  const { terminal, interrupted } = context;
  const sandbox = await start(flags, usualPort);
  try {
    await saveProfile(context, sandbox);
    terminal.note(
      [
        `sandbox: ${sandbox.baseUrl}`,
        `  API key        ${sandbox.apiKey}`,
        `  OAuth client   ${sandbox.clientId}`,
        `  client secret  ${sandbox.clientSecret}`,
        '',
        `use it from another terminal:  newsletter --profile ${profile} subscribers list`,
        `try the sign-in by browser:    NEWSLETTER_CLIENT_SECRET=${sandbox.clientSecret} newsletter login --profile ${profile}`,
        'Ctrl-C stops it.',
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
    // Stopping is how a server ends well.
    if (!interrupted.aborted) await once(interrupted, 'abort');
  } finally {
    await sandbox.close();
  }
  terminal.note('sandbox stopped');
}

async function saveProfile(context: Context, { baseUrl, authUrl, apiKey, clientId }: Sandbox): Promise<void> {
  const [{ resolveSettings }, { login }] = await Promise.all([
    import('../settings/resolve.ts'),
    import('../auth/login.ts'),
  ]);
  const { configDir } = context;
  // Its key opens nothing real: no keychain need ask for a password over it.
  const flags = { profile, baseUrl, authUrl, clientId, credentialStore: 'file' };
  const settings = resolveSettings({
    flags,
    environment: {},
    configDir,
    creating: true,
  });
  await login({
    sources: context.sessionSources(settings),
    credential: { kind: 'api-key', key: apiKey },
    connect: credentials => context.connect(settings, credentials),
  });
}

async function execute(context: Context, command: readonly string[], flags: StartOptions): Promise<void> {
  const sandbox = await start(flags, 0);
  try {
    context.end(await run(context, command, sandbox));
  } finally {
    await sandbox.close();
  }
}

/** Runs a command to its end and returns its exit status, 128 + n when signal n ended it. */
async function run(
  context: Context,
  [program = '', ...rest]: readonly string[],
  sandbox: Sandbox,
): Promise<number> {
  const child = spawn(program, rest, {
    stdio: 'inherit',
    env: {
      ...context.environment,
      NEWSLETTER_BASE_URL: sandbox.baseUrl,
      NEWSLETTER_AUTH_URL: sandbox.authUrl,
      NEWSLETTER_API_KEY: sandbox.apiKey,
      // It is for another account than this one.
      NEWSLETTER_FOLDER_FILE: 'none',
    },
  });
  const forward = () => {
    const { cause } = context.interrupted.reason as Failure;
    // A terminal's Ctrl-C reaches the command by itself, and may mean no end there; what is sent to this process
    // alone does not.
    if (cause !== 'SIGINT' || !context.stdin.isTTY) child.kill('SIGTERM');
  };
  context.interrupted.addEventListener('abort', forward);
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  } catch (error) {
    const missing = systemCode(error) === 'ENOENT';
    throw new Failure('usage', missing ? `there is no command "${program}"` : `cannot run "${program}"`, {
      cause: error,
    });
  } finally {
    context.interrupted.removeEventListener('abort', forward);
  }
}
