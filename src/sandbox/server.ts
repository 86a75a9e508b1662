/** The newsletter service imitated on loopback: REST interface, OAuth endpoints and consent page on one port. */
import { Failure, systemCode } from '../lib/failure.ts';
import { Service } from './http/app.ts';
import { listener } from './http/listener.ts';
import { sandboxClient } from './oauth/client.ts';
import { rulesOf, type Sandbox, type SandboxOptions } from './options.ts';
import { Audience } from './resources/subscriber-index.ts';
import { seedState } from './seed/state.ts';
import { identifiers, type World } from './store/context.ts';
import { loadState, Saver } from './store/data-file.ts';
import type { State } from './store/state.ts';

export type { Sandbox, SandboxOptions } from './options.ts';

/**
 * Starts a sandbox on 127.0.0.1.
 *
 * @param options see SandboxOptions; the defaults make a believable small account on a free port
 * @returns the running sandbox, ready for requests
 * @throws Failure port_in_use, unreadable_file or write_failed (data file)
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const rules = rulesOf(options);
  const state = await stateFor(options, rules.clock());
  const saver = options.dataFile === undefined ? undefined : await Saver.start(options.dataFile, state);
  const client = sandboxClient(options.redirectUris);
  const audience = new Audience(state.subscribers);
  const world: World = { rules, state, audience, ids: identifiers(state.seed) };
  const service = new Service(world, client, saver);
  const server = listener(request => service.answer(request));
  const port = await listen(server, options.port ?? 0);
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    baseUrl,
    authUrl: baseUrl,
    apiKey: state.apiKey,
    clientId: client.id,
    clientSecret: client.secret,
    redirectUris: client.redirectUris,
    requests: () => ({ ...service.requests }),
    async close() {
      const closed = new Promise(resolve => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await saver?.close();
    },
  };
}

async function stateFor(options: SandboxOptions, now: number): Promise<State> {
  const { dataFile, apiKey } = options;
  const kept = dataFile === undefined ? undefined : await loadState(dataFile);
  if (kept !== undefined) return { ...kept, apiKey: apiKey ?? kept.apiKey };
  return seedState({ seed: options.seed ?? 1, subscribers: options.subscribers ?? 240, now, apiKey });
}

async function listen(server: ReturnType<typeof listener>, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => {
      const taken = systemCode(error) === 'EADDRINUSE';
      const hint = '--port 0 takes any free one';
      reject(taken ? new Failure('port_in_use', `port ${port} is in use`, { hint, cause: error }) : error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : port;
}
