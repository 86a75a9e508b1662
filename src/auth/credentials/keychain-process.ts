/**
 * A process of its own around the native keychain library, whose calls block. Takes one request as JSON on
 * stdin and answers in JSON on stdout: no secret ever stands among its arguments.
 */
import { text } from 'node:stream/consumers';
import type { KeychainRequest } from './keychain.ts';

const service = 'newsletter-cli';

async function answer(): Promise<object> {
  const request = JSON.parse(await text(process.stdin)) as KeychainRequest;
  const { Entry } = await import('@napi-rs/keyring');
  // Not the kernel's keyring, on which the library falls back: that forgets everything at the next start.
  const entry = new Entry(service, request.account, { linux: { store: 'secret-service' } });
  switch (request.do) {
    case 'get':
      return { done: true, secret: entry.getPassword() };
    case 'set':
      entry.setPassword(request.secret);
      return { done: true };
    case 'delete':
      entry.deletePassword();
      return { done: true };
  }
}

answer()
  .catch((error: unknown) => ({ error: error instanceof Error ? error.message : 'it failed' }))
  .then(said => process.stdout.write(JSON.stringify(said)));
