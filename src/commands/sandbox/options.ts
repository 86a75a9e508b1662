import {
  choice,
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
import { importTagsRules, troubles } from '../../sandbox/options.ts';
import type { Sandbox, SandboxOptions } from '../../sandbox/server.ts';

/** Default port of `sandbox`; fixed, so that the saved profile works again at the next start. */
export const defaultPort = 8975;

/** The options of `sandbox` and `sandbox exec`. */
export const startOptions = {
  ...optionGroup('Where it is', {
    port: number(
      '--port <n>',
      `port on 127.0.0.1; 0 takes a free one (sandbox: ${defaultPort}, exec: 0)`,
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
    importTags: choice(
      '--import-tags <rule>',
      'whether the tags of an imported row are added to those of a subscriber, or replace them (default add)',
      importTagsRules,
    ),
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
    trouble: choice(
      '--trouble <kind>',
      'for requests that send or create: carried out, then cut off (lost), cut off before (dropped), 429 (busy), 503 (unavailable), carried out, then 503 (failing)',
      troubles,
    ),
    sendLag: number('--send-lag <s>', 'how long an email that is being sent shows as a draft', countFrom0),
  }),
};

export type StartOptions = OptionValues<typeof startOptions>;

/** Starts a sandbox. @param port used without `--port`; 0 stands for any free port */
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
    throw new InvalidValue('a number from 0 to 1 is needed.');
  return value;
}
