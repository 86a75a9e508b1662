import { isProxyAddress, proxyFor, proxyVariables } from '../../http/proxy-env.ts';
import { isLoopback } from '../../lib/loopback.ts';
import { type CheckOutcome, type DoctorContext, failure, ok } from '../run-checks.ts';

export async function baseUrl({ settings }: DoctorContext): Promise<CheckOutcome> {
  const all = await settings();
  const text = all.get('base-url');
  if (text === undefined) {
    return failure('base-url is not set', 'newsletter config set base-url <url>');
  }
  return ok(`${text} (${all.origin('base-url')})`);
}

export async function proxy({ settings, environment }: DoctorContext): Promise<CheckOutcome> {
  const url = new URL((await settings()).need('base-url'));
  const { httpProxy, httpsProxy, noProxy } = proxyVariables(environment);
  const named = [httpProxy, httpsProxy].filter(text => text !== '');
  if (named.length === 0) return undefined;
  // Not shown: it may hold a password.
  if (!named.every(isProxyAddress)) {
    const fix = 'export HTTPS_PROXY=http://proxy.example.com:3128';
    return failure('the proxy in the environment is not a URL', fix);
  }
  const used = proxyFor(url, environment);
  if (used !== undefined) return ok(`proxy ${new URL(used).host}`);
  const why = isLoopback(url.hostname) ? 'the service is on this machine' : `NO_PROXY is ${noProxy}`;
  return ok(`a proxy is set, but not used: ${why}`);
}
