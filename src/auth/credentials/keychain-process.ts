/**
 * The process in which the native keychain library runs, since its calls block. It reads one request as JSON from stdin
 * and writes the response as JSON to stdout, so that no secret is ever a command-line argument.
 */
import { text } from 'node:stream/consumers';
import { deleteSecret, type KeychainEntries, readSecret, writeSecret } from './divided-secret.ts';
import type { KeychainRequest } from './keychain.ts';

const service = 'newsletter-cli';

async function respond(): Promise<object> {
  const request = JSON.parse(await text(process.stdin)) as KeychainRequest;
  const { Entry } = await import('@napi-rs/keyring');
  // The library's other store on Linux, the kernel's keyring, does not survive a restart of the machine.
  const entry = (name: string) => new Entry(service, name, { linux: { store: 'secret-service' } });
  const entries: KeychainEntries = {
    get: name => entry(name).getPassword(),
    set: (name, value) => entry(name).setPassword(value),
    delete: name => entry(name).deletePassword(),
  };
  switch (request.do) {
    case 'get':
      return { done: true, secret: readSecret(entries, request.account) };
    case 'set':
      writeSecret(entries, request.account, request.secret);
      return { done: true };
    case 'delete':
      deleteSecret(entries, request.account);
      return { done: true };
  }
}

respond()
  .catch((error: unknown) => ({ error: error instanceof Error ? error.message : 'it failed' }))
  .then(response => process.stdout.write(JSON.stringify(response)));
