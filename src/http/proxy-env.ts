import { isLoopback } from '../lib/loopback.ts';
import { portOf } from './url.ts';

/**
 * The proxies that the environment names, lower case first, as curl reads them.
 *
 * @returns empty strings for what is not set
 */
export function proxyVariables(environment: NodeJS.ProcessEnv) {
  return {
    httpProxy: environment.http_proxy || environment.HTTP_PROXY || '',
    httpsProxy: environment.https_proxy || environment.HTTPS_PROXY || '',
    noProxy: environment.no_proxy || environment.NO_PROXY || '',
  };
}

/**
 * The proxy for requests to `url`; undefined when none is named, when NO_PROXY excepts the host, and for this machine's
 * loopback addresses, which no proxy can reach.
 *
 * @returns the value of the variable, which need not be a URL
 */
export function proxyFor(url: URL, environment: NodeJS.ProcessEnv): string | undefined {
  const { httpProxy, httpsProxy, noProxy } = proxyVariables(environment);
  const proxy = (url.protocol === 'https:' && httpsProxy) || httpProxy;
  return proxy === '' || isLoopback(url.hostname) || isExcepted(url, noProxy) ? undefined : proxy;
}

/** Whether the value of such a variable is the URL of a proxy. */
export function isProxyAddress(text: string): boolean {
  // "user:password@host" is a URL, too, with the scheme "user:".
  return URL.canParse(text) && /^(https?|socks5?):$/.test(new URL(text).protocol);
}

/** NO_PROXY: `*` excepts every host, `example.com` that host and all below it, `example.com:8443` that port only. */
function isExcepted(url: URL, noProxy: string): boolean {
  if (noProxy === '*') return true;
  return noProxy.split(/[\s,]+/).some(entry => {
    const [, named = '', port] = /^(.+?)(?::(\d+))?$/.exec(entry) ?? [];
    const host = named.replace(/^\*?\./, '').toLowerCase();
    if (host === '' || (port !== undefined && Number(port) !== portOf(url))) return false;
    return url.hostname === host || url.hostname.endsWith(`.${host}`);
  });
}
