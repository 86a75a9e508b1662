import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { requests } from '../cli/command-metadata.ts';
import { refuseDryRun } from '../cli/dry-run-flag.ts';
import { examples } from '../cli/examples.ts';
import { countFrom0, portNumber, seconds, wholeNumber } from '../cli/option-parsers.ts';
import { themed } from '../cli/themes.ts';
import { columns } from '../cli/topics/columns.ts';
import type { Context } from '../context.ts';
import { Failure, systemCode } from '../lib/failure.ts';
import type { Sandbox, SandboxOptions } from '../sandbox/server.ts';
import { sandboxProfile } from '../settings/schema.ts';

/** Where `sandbox` listens unless told otherwise, so that its profile stays true from one run to the next. */
const usualPort = 8975;
const profile = sandboxProfile;

interface SandboxFlags {
  readonly port?: number;
  readonly data?: string;
  readonly subscribers?: number;
  readonly latency?: number;
  readonly pageSize?: number;
  readonly maxImport?: number;
  readonly rateLimit?: number;
  readonly fail?: number;
  readonly importSeconds?: number;
  readonly sendSeconds?: number;
  readonly tokenSeconds?: number;
  readonly seed?: number;
  readonly decisions?: boolean;
}

/** `sandbox`: the whole service on this machine. */
export function register(parent: Command, context: Context): void {
  const sandbox = parent
    .command('sandbox')
    .summary('the whole service on this machine, to try things out')
    .description(
      'The whole service, REST and OAuth with a consent page, on this machine alone: for trying things out, and for CI. It holds a believable account; nothing in it is real and nothing leaves the machine. A profile `sandbox` is saved for it. Ctrl-C stops it.',
    );
  withOptions(sandbox)
    .option(
      '--decisions',
      'list the choices that the sandbox makes where the API documentation is silent, and exit',
    )
    .action(async (flags: SandboxFlags) => {
      if (flags.decisions) return await showDecisions(context);
      refuseDryRun(context);
      await serve(context, flags);
    });
  requests(sandbox, [], { here: true, codes: ['port_in_use', 'unreadable_file'] });
  examples(sandbox, [
    [
      'start it, then in another terminal: newsletter subscribers list --profile sandbox',
      'newsletter sandbox',
    ],
    ['a large and slow account', 'newsletter sandbox --subscribers 100000 --latency 80'],
    ['kept between runs', 'newsletter sandbox --data sandbox.json'],
    ['the choices that it makes where the API documentation is silent', 'newsletter sandbox --decisions'],
  ]);
  const exec = withOptions(
    sandbox
      .command('exec')
      .description(
        'Start a sandbox, run a command with NEWSLETTER_BASE_URL, NEWSLETTER_AUTH_URL and NEWSLETTER_API_KEY set, stop the sandbox, and exit with the command’s status.',
      )
      .argument('<command...>', 'the command, behind --'),
  ).action(async (command: readonly string[], _: unknown, self: Command) => {
    // The parent takes the same options, and Commander gives it those of its own level.
    await execute(context, command, self.optsWithGlobals<SandboxFlags>());
  });
  requests(exec, [], { passesStatus: true, codes: ['port_in_use', 'unreadable_file'] });
  examples(exec, [
    ['one command', 'newsletter sandbox exec -- newsletter subscribers list'],
    [
      'a test-suite against a service that fails now and then',
      'newsletter sandbox exec --fail 0.1 -- npm test',
    ],
  ]);
}

function withOptions(command: Command): Command {
  const options = [
    ...themed('Where it is:', [
      new Option(
        '--port <n>',
        `port on 127.0.0.1; 0 takes a free one (sandbox: ${usualPort}, exec: 0)`,
      ).argParser(portNumber),
    ]),
    ...themed('What is in it:', [
      new Option('--data <file>', 'keep everything between runs in this file'),
      new Option('--subscribers <n>', 'how many subscribers a new account has').argParser(countFrom0),
      new Option('--seed <n>', 'makes what is random repeatable').argParser(countFrom0),
    ]),
    ...themed('How it behaves:', [
      new Option('--page-size <n>', 'records on a page').argParser(wholeNumber),
      new Option('--max-import <n>', 'most rows that one import takes; more are refused (413)').argParser(
        wholeNumber,
      ),
      new Option('--import-seconds <s>', 'how long an import job takes').argParser(seconds),
      new Option('--send-seconds <s>', 'how long sending an email takes').argParser(seconds),
      new Option('--token-seconds <s>', 'life of an OAuth access token').argParser(seconds),
    ]),
    ...themed('Trouble on purpose:', [
      new Option('--latency <ms>', 'milliseconds that every answer takes longer').argParser(countFrom0),
      new Option(
        '--rate-limit <n/s>',
        'requests answered in a second; the others are refused (429)',
      ).argParser(perSecond),
      new Option('--fail <rate>', 'share of requests, 0 to 1, that fail').argParser(share),
    ]),
  ];
  for (const option of options) command.addOption(option);
  return command;
}

function perSecond(text: string): number {
  return wholeNumber(text.replace(/\/s$/, ''));
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('a number from 0 to 1 is needed.');
  return value;
}

/** Prints the choices of the sandbox: two columns for people, records for programs. Starts no server. */
async function showDecisions({ terminal }: Context): Promise<void> {
  const { decisions } = await import('../sandbox/decisions.ts');
  if (terminal.format === 'table') {
    await terminal.draw(({ width }) =>
      columns(
        decisions.map(({ topic, decision }) => [topic, decision]),
        Math.min(width, 80),
      ),
    );
  } else {
    await terminal.list(decisions, { plural: 'decisions', columns: ['topic', 'decision'] });
  }
}

async function start(flags: SandboxFlags, port: number): Promise<Sandbox> {
  const { startSandbox } = await import('../sandbox/server.ts');
  const { data: dataFile, fail: failRate, ...rest } = flags;
  const options: SandboxOptions = {
    ...rest,
    dataFile,
    failRate,
    port: flags.port ?? port,
  };
  return await startSandbox(options);
}

async function serve(context: Context, flags: SandboxFlags): Promise<void> {
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
    if (terminal.format === 'json' || terminal.format === 'ndjson') {
      const { baseUrl, authUrl, apiKey, clientId, clientSecret } = sandbox;
      const row = {
        base_url: baseUrl,
        auth_url: authUrl,
        api_key: apiKey,
        client_id: clientId,
        client_secret: clientSecret,
      };
      await terminal.record({ ...row, profile }, { plural: 'sandboxes', columns: Object.keys(row) });
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

async function execute(context: Context, command: readonly string[], flags: SandboxFlags): Promise<void> {
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
