/** Credentials in a keychain, through the process that uses it: its library is replaced by one that keeps a file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { keychain } from '../../../src/auth/credentials/keychain.ts';
import {
  readCredential,
  removeCredential,
  replaceCredential,
  storeCredential,
} from '../../../src/auth/credentials/store.ts';
import { signOut } from '../../../src/auth/sign-out.ts';
import { failureOf } from '../../support/failure.ts';
import { temporaryFolder } from '../../support/home.ts';
import { sessionSources } from '../sources.ts';

const key = { kind: 'api-key', key: 'k' } as const;
const program = fileURLToPath(new URL('../../../dist/keychain-process.cjs', import.meta.url));

/** What Node loads first in the process. The entries of `broken` cannot be used, and those of `slow` are never answered. */
const library = `
const Module = require('node:module');
const { readFileSync, writeFileSync } = require('node:fs');
const read = () => JSON.parse(readFileSync(process.env.KEYCHAIN, 'utf8'));
const change = (name, value) => writeFileSync(process.env.KEYCHAIN, JSON.stringify({ ...read(), [name]: value }));
class Entry {
  constructor(service, name, { linux }) {
    this.name = service + ' ' + linux.store + ' ' + name;
    if (read()[this.name] === 'broken') throw new Error('it is \\u001blocked');
    if (read()[this.name] === 'slow') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  getPassword() { return read()[this.name] ?? null; }
  setPassword(value) { change(this.name, value); }
  deletePassword() { change(this.name, undefined); }
}
const load = Module._load;
Module._load = (name, ...more) =>
  name === '@napi-rs/keyring' ? { Entry }
  : load(name.endsWith('keychain-process.cjs') ? ${JSON.stringify(program)} : name, ...more);
`;

/** @param entries what is in the keychain, by account @param stored what the file has of profile `work` */
function machine(entries: Readonly<Record<string, string>> = {}, stored?: object) {
  const folder = temporaryFolder();
  const [file, preload] = [join(folder, 'keychain.json'), join(folder, 'library.cjs')];
  const prefix = 'newsletter-cli secret-service ';
  const named = Object.entries(entries).map(([name, value]) => [prefix + name, value]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(named)));
  writeFileSync(preload, library);
  const notes: string[] = [];
  const environment = { PATH: process.env.PATH, KEYCHAIN: file, NODE_OPTIONS: `--require=${preload}` };
  const sources = {
    ...sessionSources({ environment, ...(stored && { stored }) }),
    note: (text: string) => void notes.push(text),
  };
  const inKeychain = () =>
    Object.fromEntries(
      Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>).map(
        ([name, value]) => [name.replace(prefix, ''), value],
      ),
    );
  const inFile = () =>
    JSON.parse(readFileSync(join(sources.configDir, 'credentials.json'), 'utf8')).profiles.work;
  return { sources, notes, environment, inKeychain, inFile };
}

describe('a machine with a keychain', () => {
  it('keeps credentials in the keychain, and their name in the file', async () => {
    const { sources, notes, inKeychain, inFile } = machine();
    expect(await storeCredential(sources, 'work', key, 'auto')).toBe('keychain');
    const entry = inFile();
    expect(entry).toEqual({ kind: 'keychain', account: expect.stringMatching(/^work [0-9a-f-]{36}$/) });
    expect(JSON.parse(inKeychain()[entry.account] ?? '')).toEqual(key);
    expect(await readCredential(sources, 'work')).toEqual({ credential: key, place: 'keychain' });

    await replaceCredential(sources, 'work', { ...key, key: 'newer' });
    expect([inFile(), JSON.parse(inKeychain()[entry.account] ?? '')]).toEqual([
      entry,
      { ...key, key: 'newer' },
    ]);

    expect(await removeCredential(sources, 'work')).toBe(true);
    expect([inKeychain(), await readCredential(sources, 'work')]).toEqual([{}, undefined]);
    expect([notes, sources.warnings]).toEqual([[], []]);
  });

  it('leaves nothing in the keychain when a credential moves to the file', async () => {
    const { sources, inKeychain, inFile } = machine(
      { 'work 1': JSON.stringify(key) },
      { kind: 'keychain', account: 'work 1' },
    );
    expect(await storeCredential(sources, 'work', key, 'file')).toBe('file');
    expect([inKeychain(), inFile(), sources.warnings]).toEqual([{}, key, []]);
  });

  it('keeps in the file what is too long for the Credential Manager of Windows, unless a keychain is required', async () => {
    const { sources, notes, inKeychain, inFile } = machine();
    const windows = { ...sources, platform: 'win32' };
    const long = (length: number) => ({ ...key, key: 'k'.repeat(length) });
    const longest = 1280 - JSON.stringify(long(0)).length;
    expect(await storeCredential(windows, 'work', long(longest), 'auto')).toBe('keychain');
    expect(await failureOf(storeCredential(windows, 'work', long(longest + 1), 'keychain'))).toMatchObject({
      code: 'keychain_unavailable',
      message: 'the credentials are too long for the system keychain',
      hint: 'newsletter config set credential-store file',
    });
    expect(inFile()).toMatchObject({ kind: 'keychain' });
    // A refreshed token may be longer than the one before.
    await replaceCredential(windows, 'work', long(longest + 1));
    expect([inFile(), inKeychain()]).toEqual([long(longest + 1), {}]);
    expect(notes).toEqual([expect.stringContaining('too long for the system keychain')]);
  });

  it('counts a profile as signed out if another program removed its credential', async () => {
    const { sources } = machine({}, { kind: 'keychain', account: 'work 1' });
    expect(await readCredential(sources, 'work')).toBeUndefined();
    expect(await signOut(sources)).toEqual({ kind: 'unknown' });
  });

  it('names a credential of a later version', async () => {
    const { sources } = machine({ 'work 1': '{"kind":"passkey"}' }, { kind: 'keychain', account: 'work 1' });
    expect(await failureOf(readCredential(sources, 'work'))).toMatchObject({
      code: 'unreadable_file',
      message: 'this version cannot read the credentials of profile work in the keychain',
      hint: 'newsletter login --profile work',
    });
  });

  it('that is locked shows what the system says, and stores nothing elsewhere', async () => {
    const { sources, inFile } = machine({ 'work 1': 'broken' }, { kind: 'keychain', account: 'work 1' });
    const failure = await failureOf(storeCredential(sources, 'work', key, 'keychain'));
    expect(failure).toMatchObject({
      code: 'keychain_unavailable',
      message: 'the system keychain is not available',
      hint: 'to keep credentials in a file instead: newsletter config set credential-store file',
    });
    expect(failure.details.join()).toMatch(/^it is .*locked$/);
    expect(failure.details.join()).not.toContain('\u001b');
    expect(inFile()).toEqual({ kind: 'keychain', account: 'work 1' });
  });
});

it('a keychain that does not answer is given up after --timeout', async () => {
  const { environment } = machine({ a: 'slow' });
  const given = { ...sessionSources({ flags: { timeout: '0.2' } }), environment };
  expect(await keychain({ do: 'get', account: 'a' }, given)).toMatchObject({
    code: 'keychain_unavailable',
    message: 'the system keychain did not respond for 0.2 s',
    details: [],
  });
});

it('a keychain program that prints something else, or nothing, counts as no keychain', async () => {
  for (const answer of ['', 'null', '{"done":false}', '{"error":5}', '[]']) {
    const preload = join(temporaryFolder(), 'other.cjs');
    writeFileSync(preload, `process.stdout.write(${JSON.stringify(answer)}, () => process.exit())`);
    const environment = { PATH: process.env.PATH, NODE_OPTIONS: `--require=${preload}` };
    const given = { ...sessionSources(), environment };
    expect(await keychain({ do: 'get', account: 'a' }, given), answer).toMatchObject({
      code: 'keychain_unavailable',
      message: 'the system keychain is not available: its library cannot be loaded',
    });
  }
});
