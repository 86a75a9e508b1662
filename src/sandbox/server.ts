/** The newsletter service imitated on 127.0.0.1: REST interface, OAuth endpoints and consent page on one port. */

import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Failure } from '../lib/failure.ts';
import { AtomicFile } from '../lib/files/atomic-file.ts';
import { isObject } from '../lib/json/is-object.ts';
import { openLocalServer } from '../lib/local-server.ts';
import { App } from './http/app.ts';
import { serve } from './http/listener.ts';
import { jsonResponse } from './http/message.ts';
import { sandboxClient } from './oauth/client.ts';
import { resolveOptions, type Sandbox, type SandboxOptions } from './options.ts';
import { SubscriberIndex } from './resources/subscriber-index.ts';
import { seedState } from './seed/state.ts';
import { createIds, type SandboxContext } from './store/context.ts';
import type { SandboxState, StoredSubscriber } from './store/state.ts';

export type { Sandbox, SandboxOptions } from './options.ts';

/**
 * @param options by default a small account on a free port
 * @throws Failure port_in_use; unreadable_file or write_failed for the data file
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const resolved = resolveOptions(options);
  const state = await initialState(options, resolved.clock());
  const { dataFile } = options;
  // A file that cannot be written is reported at the start.
  if (dataFile !== undefined) saveState(dataFile, state);
  const client = sandboxClient(options.redirectUris);
  const context: SandboxContext = {
    options: resolved,
    state,
    subscriberIndex: new SubscriberIndex(state.subscribers),
    ids: createIds(state.seed),
  };
  const app = new App(context, client);
  const server = await openLocalServer(
    {
      port: options.port ?? 0,
      refusal: jsonResponse(403, { message: 'Only programs and browsers on this machine are answered.' }),
      ifInUse: { hint: '--port 0 takes any free one' },
      // Longer than any client keeps an idle connection: closing one first could break a request.
      limits: { keepAliveTimeout: 120_000, headersTimeout: 60_000, requestTimeout: 0 },
    },
    (request, response) => serve(message => app.handle(message), request, response),
  );
  const baseUrl = server.origin;
  return {
    baseUrl,
    authUrl: baseUrl,
    apiKey: state.apiKey,
    clientId: client.id,
    clientSecret: client.secret,
    fail: share => {
      app.faults.failRate = share;
    },
    requests: () => ({ ...app.requests }),
    async close() {
      await server.close();
      if (dataFile !== undefined) saveState(dataFile, state);
    },
  };
}

async function initialState(options: SandboxOptions, now: number): Promise<SandboxState> {
  const { dataFile, apiKey } = options;
  const saved = dataFile === undefined ? undefined : await loadState(dataFile);
  if (saved !== undefined) return { ...saved, apiKey: apiKey ?? saved.apiKey };
  const { seed = 1, subscribers = 240 } = options;
  return seedState({ seed, subscribers, now, apiKey });
}

const version = 1;

/**
 * Reads the state that a sandbox saved.
 *
 * @returns undefined when there is no such file
 * @throws Failure unreadable_file, also when it is not a data file, or cut off
 */
async function loadState(file: string): Promise<SandboxState | undefined> {
  if (!existsSync(file)) return undefined;
  try {
    const subscribers: StoredSubscriber[] = [];
    let last: unknown;
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: 100 })) {
      const value: unknown = JSON.parse(line);
      if (isObject(value) && 'sandbox' in value) last = value;
      else subscribers.push(value as StoredSubscriber);
    }
    if (!isObject(last) || last.sandbox !== version) throw new Error('the last line is missing');
    return { ...(last as unknown as Omit<SandboxState, 'subscribers'>), subscribers };
  } catch (error) {
    const hint = 'Pass another file to --data.';
    throw new Failure('unreadable_file', `${file} is not a sandbox data file`, { cause: error, hint });
  }
}

/** Writes the whole state. @throws Failure write_failed */
function saveState(path: string, { subscribers, ...rest }: SandboxState): void {
  const file = new AtomicFile(path, { mode: 0o600 });
  try {
    for (const subscriber of subscribers) file.write(`${JSON.stringify(subscriber)}\n`);
    file.write(`${JSON.stringify({ sandbox: version, ...rest })}\n`);
    file.commit();
  } finally {
    file.discard();
  }
}
