/** How a sandbox is started: the options of `sandbox` and `sandbox exec`. */
import {
  countFrom0,
  InvalidValue,
  number,
  type OptionValues,
  optionGroup,
  portNumber,
  seconds,
  text,
  wholeNumber,
} from '../../cli/option.ts';
import type { Sandbox, SandboxOptions } from '../../sandbox/server.ts';

/** Default port of `sandbox`; fixed, so that the saved profile works again at the next start. */
export const defaultPort = 8975;

export const startOptions = {
  ...optionGroup('Listening', {
    port: number(
      '--port <n>',
      `port on 127.0.0.1; 0 for a free one (default ${defaultPort}; with exec: 0)`,
      portNumber,
    ),
  }),
  ...optionGroup('Data', {
    data: text('--data <file>', 'file that keeps the data between runs, written when the sandbox stops'),
    subscribers: number('--subscribers <n>', 'number of subscribers of a new account', countFrom0),
  }),
  ...optionGroup('Behavior', {
    pageSize: number('--page-size <n>', 'records per page', wholeNumber),
    maxImport: number('--max-import <n>', 'maximum rows of an import; more are rejected (413)', wholeNumber),
    importSeconds: number('--import-seconds <s>', 'seconds that an import job takes', seconds),
    tokenSeconds: number('--token-seconds <s>', 'seconds that an OAuth access token is valid', seconds),
  }),
  ...optionGroup('Fault injection', {
    latency: number('--latency <ms>', 'milliseconds to delay each response', countFrom0),
    rateLimit: number('--rate-limit <n/s>', 'requests per second; more are rejected (429)', perSecond),
    fail: number('--fail <rate>', 'share of requests that fail, from 0 to 1', share),
  }),
};

export type StartOptions = OptionValues<typeof startOptions>;

/** @param port used without `--port`; 0 stands for any free port */
export async function start(flags: StartOptions, port: number): Promise<Sandbox> {
  const { startSandbox } = await import('../../sandbox/server.ts');
  const { data: dataFile, fail: failRate, ...rest } = flags;
  const options: SandboxOptions = { ...rest, dataFile, failRate, port: flags.port ?? port };
  return await startSandbox(options);
}

function perSecond(text: string): number {
  return wholeNumber(text.replace(/\/s$/, ''));
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidValue('expected a number from 0 to 1.');
  return value;
}
