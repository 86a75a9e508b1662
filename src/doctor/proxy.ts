import { proxyVariables } from '../http/proxy-env.ts';
import { isLoopback } from '../http/url.ts';

/** The proxy that requests to a URL go through; undefined where they go straight. */
export function proxyFor(url: URL, environment: NodeJS.ProcessEnv): string | undefined {
  const { httpProxy, httpsProxy, noProxy } = proxyVariables(environment);
  const proxy = (url.protocol === 'https:' && httpsProxy) || httpProxy;
  if (proxy === '' || isLoopback(url.hostname) || isExcepted(url, noProxy)) return undefined;
  return proxy;
}

/** Whether NO_PROXY names the host, as undici reads it: `*`, `example.com`, `.example.com`, `example.com:8443`. */
function isExcepted({ hostname, port }: URL, noProxy: string): boolean {
  return noProxy.split(/[\s,]+/).some(entry => {
    if (entry === '*') return true;
    const [, host = '', onlyPort] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (host === '' || (onlyPort !== undefined && onlyPort !== port)) return false;
    return hostname === host || hostname.endsWith(`.${host}`);
  });
}
