import { describe, expect, it } from 'vitest';
import {
  deleteSecret,
  type KeychainEntries,
  readSecret,
  writeSecret,
} from '../../../src/auth/credentials/divided-secret.ts';

/** A keychain with the limit of the Credential Manager: 2,560 bytes of UTF-16. */
class Keychain implements KeychainEntries {
  readonly kept = new Map<string, string>();
  /** Changes that are left before it breaks. */
  patience = Number.POSITIVE_INFINITY;

  get(name: string): string | null {
    return this.kept.get(name) ?? null;
  }
  set(name: string, value: string): void {
    this.#change();
    if (Buffer.byteLength(value, 'utf16le') > 2560) throw new Error('CRED_MAX_CREDENTIAL_BLOB_SIZE');
    // What a half of a character becomes on its way.
    this.kept.set(name, Buffer.from(value).toString());
  }
  delete(name: string): void {
    this.#change();
    this.kept.delete(name);
  }
  #change(): void {
    this.patience -= 1;
    if (this.patience < 0) throw new Error('killed');
  }
}

const name = 'default 1f0a';
const secrets = [0, 1, 1200, 1201, 1280, 1281, 2400, 4096, 20_000].flatMap(length => [
  'x'.repeat(length),
  `${'x'.repeat(length)}${'𝒳'.repeat(length / 2)}`,
]);

describe('a secret in a keychain whose entries are short', () => {
  it.each(secrets)('of any length comes back unchanged (%#)', secret => {
    const keychain = new Keychain();
    writeSecret(keychain, name, secret);
    expect(readSecret(keychain, name)).toBe(secret);
    deleteSecret(keychain, name);
    expect([...keychain.kept]).toEqual([]);
  });

  it('leaves nothing when it is replaced by a longer or a shorter one', () => {
    const keychain = new Keychain();
    for (const secret of ['a'.repeat(9000), 'b'.repeat(3000), 'c', 'd'.repeat(3000), 'e'.repeat(9000)]) {
      writeSecret(keychain, name, secret);
      expect(readSecret(keychain, name)).toBe(secret);
      const letters = new Set(
        [...keychain.kept].filter(([, text]) => !text.startsWith('parts')).flatMap(([, text]) => [...text]),
      );
      expect([...letters]).toEqual([secret[0]]);
    }
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'is whole, the old or the new one, if writing ends after %i steps',
    steps => {
      const keychain = new Keychain();
      const [first, second] = ['a'.repeat(3000), 'b'.repeat(4000)];
      writeSecret(keychain, name, first);
      keychain.patience = steps;
      expect(() => writeSecret(keychain, name, second)).toThrow('killed');
      expect([first, second]).toContain(readSecret(keychain, name));
      keychain.patience = Number.POSITIVE_INFINITY;
      writeSecret(keychain, name, 'c');
      expect(readSecret(keychain, name)).toBe('c');
    },
  );

  it('that lacks a part is an error, not half a secret', () => {
    const keychain = new Keychain();
    writeSecret(keychain, name, 'a'.repeat(3000));
    keychain.kept.delete(`${name} a2`);
    expect(() => readSecret(keychain, name)).toThrow('missing');
    deleteSecret(keychain, name);
    expect([...keychain.kept]).toEqual([]);
  });
});
