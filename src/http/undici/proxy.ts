import { isIP } from 'node:net';
import type { Dispatcher } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { Failure, systemCode } from '../../lib/failure.ts';
import { isProxyAddress } from '../proxy-env.ts';

/**
 * Connections through a proxy. Import this file only when there is one: it loads a good part of undici.
 *
 * @param uri the proxy, as the environment names it
 * @param timeout milliseconds to wait for a connection
 * @throws Failure invalid_value when it is not the URL of a proxy
 */
export function proxyAgent(uri: string, timeout: number): Dispatcher {
  if (!isProxyAddress(uri)) {
    // Not shown: it may hold a password.
    throw new Failure('invalid_value', 'the proxy in the environment is not a URL', {
      hint: 'set HTTPS_PROXY to a URL, such as http://proxy.example.com:3128',
    });
  }
  return new ProxyAgent({
    uri,
    connectTimeout: timeout,
    proxyTls: { timeout },
    clientFactory: (origin, options: Pool.Options) =>
      tunnels(new Pool(origin, { ...options, ...connecting(options), headersTimeout: timeout })),
  });
}

/** undici names the proxy to itself, and from Node 26 on TLS refuses an IP address as such a name. */
function connecting({ connect: given }: Pool.Options): Pool.Options {
  if (typeof given !== 'function') return {};
  return {
    connect: ({ servername = '', ...options }, callback) =>
      given({ ...options, servername: isIP(servername) === 0 ? servername : '' }, callback),
  };
}

/**
 * undici as a whole gives every client its method `connect`; its parts, loaded by path, lack it.
 * After the error of a proxy that hangs up, undici would try again for ever: it gets another code.
 */
function tunnels(pool: Pool): Dispatcher {
  return Object.assign(pool, {
    async connect(options: Dispatcher.ConnectOptions) {
      try {
        return await connect.call(pool, options);
      } catch (error) {
        const code = systemCode(error);
        if (code !== 'UND_ERR_SOCKET' && code !== 'UND_ERR_INFO') throw error;
        throw new Error('the proxy closed the connection', { cause: error });
      }
    },
  });
}
