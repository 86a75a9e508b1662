/**
 * The process in which the native keychain library runs, since its calls block. It reads one request as JSON from stdin
 * and writes the response as JSON to stdout, so that no secret is ever a command-line argument.
 */
import { text } from 'node:stream/consumers';
import type { KeychainRequest } from './keychain.ts';

const service = 'newsletter-cli';

async function respond(): Promise<object> {
  const request = JSON.parse(await text(process.stdin)) as KeychainRequest;
  const { Entry } = await import('@napi-rs/keyring');
  // The library's other store on Linux, the kernel's keyring, does not survive a restart of the machine.
  const entry = new Entry(service, request.account, { linux: { store: 'secret-service' } });
  if (request.do === 'get') return { done: true, secret: entry.getPassword() };
  if (request.do === 'set') entry.setPassword(request.secret);
  else entry.deletePassword();
  return { done: true };
}

respond()
  .catch((error: unknown) => ({ error: error instanceof Error ? error.message : 'it failed' }))
  .then(response => process.stdout.write(JSON.stringify(response)));
