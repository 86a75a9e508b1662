import type { Dispatcher } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { Failure, systemCode } from '../lib/failure.ts';
import { proxyVariables } from './proxy-env.ts';

const schemes = new Set(['http:', 'https:', 'socks:', 'socks5:']);

/**
 * Connections through HTTPS_PROXY or HTTP_PROXY, but not to the hosts of NO_PROXY.
 * Import this file only when such a variable is set: it is a good part of undici.
 * @param timeout milliseconds to wait for a connection
 * @throws Failure invalid_value when a variable holds no address
 */
export function proxyAgent(timeout: number, environment: NodeJS.ProcessEnv): Dispatcher {
  const { httpProxy, httpsProxy } = proxyVariables(environment);
  for (const address of [httpProxy, httpsProxy]) {
    // "user:password@host" is an address to URL, of a scheme named "user:".
    if (address === '' || (URL.canParse(address) && schemes.has(new URL(address).protocol))) continue;
    // Not shown: it may hold a password.
    throw new Failure('invalid_value', 'the proxy that the environment names is not an address', {
      hint: 'set HTTPS_PROXY to a whole address, such as http://proxy.example.com:3128',
    });
  }
  return new EnvHttpProxyAgent({
    ...proxyVariables(environment),
    connectTimeout: timeout,
    proxyTls: { timeout },
    clientFactory: (origin, options) => tunnels(new Pool(origin, { ...options, headersTimeout: timeout })),
  });
}

/**
 * undici as a whole gives every client its method `connect`; its parts, loaded by path, lack it.
 * A proxy that hangs up gives an error after which undici would try again for ever: it gets another code.
 */
function tunnels(pool: Pool): Dispatcher {
  return Object.assign(pool, {
    async connect(options: Dispatcher.ConnectOptions) {
      try {
        return await connect.call(pool, options);
      } catch (error) {
        const code = systemCode(error);
        if (code !== 'UND_ERR_SOCKET' && code !== 'UND_ERR_INFO') throw error;
        throw new Error('the proxy hung up', { cause: error });
      }
    },
  });
}
