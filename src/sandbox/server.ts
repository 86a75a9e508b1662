/** The newsletter service imitated on 127.0.0.1: REST interface, OAuth endpoints and consent page on one port. */
import type { Server } from 'node:http';
import { Failure, systemCode } from '../lib/failure.ts';
import { App } from './http/app.ts';
import { createListener } from './http/listener.ts';
import { sandboxClient } from './oauth/client.ts';
import { resolveOptions, type Sandbox, type SandboxOptions } from './options.ts';
import { SubscriberIndex } from './resources/subscriber-index.ts';
import { seedState } from './seed/state.ts';
import { createIds, type SandboxContext } from './store/context.ts';
import { AutoSaver, loadState } from './store/data-file.ts';
import type { SandboxState } from './store/state.ts';

export type { Sandbox, SandboxOptions } from './options.ts';

/**
 * Starts a sandbox.
 *
 * @param options by default a small account on a free port
 * @returns the sandbox, ready for requests
 * @throws Failure port_in_use; unreadable_file or write_failed for the data file
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const resolved = resolveOptions(options);
  const state = await initialState(options, resolved.clock());
  const saver = options.dataFile === undefined ? undefined : await AutoSaver.start(options.dataFile, state);
  const client = sandboxClient(options.redirectUris);
  const context: SandboxContext = {
    options: resolved,
    state,
    subscriberIndex: new SubscriberIndex(state.subscribers),
    ids: createIds(state.seed),
  };
  const app = new App(context, client, saver);
  const server = createListener(request => app.handle(request));
  const port = await listen(server, options.port ?? 0);
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    baseUrl,
    authUrl: baseUrl,
    apiKey: state.apiKey,
    clientId: client.id,
    clientSecret: client.secret,
    redirectUris: client.redirectUris,
    requests: () => ({ ...app.requests }),
    async close() {
      const closed = new Promise(resolve => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await saver?.close();
    },
  };
}

async function initialState(options: SandboxOptions, now: number): Promise<SandboxState> {
  const { dataFile, apiKey } = options;
  const saved = dataFile === undefined ? undefined : await loadState(dataFile);
  if (saved !== undefined) return { ...saved, apiKey: apiKey ?? saved.apiKey };
  return seedState({ seed: options.seed ?? 1, subscribers: options.subscribers ?? 240, now, apiKey });
}

/** @returns the port, which the system chooses for port 0. @throws Failure port_in_use */
async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => {
      const isTaken = systemCode(error) === 'EADDRINUSE';
      const hint = '--port 0 takes any free one';
      reject(isTaken ? new Failure('port_in_use', `port ${port} is in use`, { hint, cause: error }) : error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : port;
}
