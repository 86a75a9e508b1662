import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockOwner } from '../../src/lib/lock.ts';
import { isOwnSandbox, recordSandbox } from '../../src/settings/own-sandbox.ts';
import { temporaryFolder } from '../support/home.ts';

const address = 'http://127.0.0.1:8975';

/** A config dir with the file of a sandbox that runs in this process. */
function recorded() {
  const folder = join(temporaryFolder(), 'settings');
  const remove = recordSandbox(folder, address, () => {});
  return { folder, remove, file: join(folder, 'sandbox-8975') };
}

describe('a sandbox of this program', () => {
  it.each([
    [address, true],
    [`${address}/`, true],
    [`${address}/api`, true],
    [undefined, false],
    ['http://127.0.0.1:8976', false],
    ['http://127.0.0.1:89750', false],
    ['http://localhost:8975', false],
    ['http://[::1]:8975', false],
    ['http://127.0.0.2:8975', false],
    ['https://127.0.0.1:8975', false],
    ['http://127.0.0.1:8975@api.example.com', false],
    ['http://127.0.0.1:8975\\@api.example.com', false],
    ['https://api.example.com/http://127.0.0.1:8975', false],
  ])('is at its own address alone: %s is %j', (baseUrl, is) => {
    const { folder } = recorded();
    expect(isOwnSandbox(folder, baseUrl)).toBe(is);
  });

  it('is none any more when it has ended', () => {
    const { folder, remove } = recorded();
    remove();
    expect(isOwnSandbox(folder, address)).toBe(false);
    expect(existsSync(folder)).toBe(false);
  });

  it.each([
    ['another process has its id now', { start: '1' }],
    ['its process has ended', { pid: 2 ** 22 + 1 }],
    ['it runs in another container or on another machine', { where: 'elsewhere' }],
    ['it has a network of its own', { network: 'net:[1]' }],
  ])('is none when %s', (_, other) => {
    const { folder, file } = recorded();
    writeFileSync(file, JSON.stringify({ ...lockOwner(), ...other }));
    expect(isOwnSandbox(folder, address)).toBe(false);
  });

  it.each(['', '{}', 'null', '{"pid": 1}'])('is none when its file holds %j', text => {
    const { folder, file } = recorded();
    writeFileSync(file, text);
    expect(isOwnSandbox(folder, address)).toBe(false);
  });

  it('takes away the files of those that were killed', () => {
    const { folder, file } = recorded();
    writeFileSync(file, JSON.stringify({ ...lockOwner(), pid: 2 ** 22 + 1 }));
    recordSandbox(folder, 'http://127.0.0.1:9000', () => {});
    expect(readdirSync(folder)).toEqual(['sandbox-9000']);
  });

  it('without a file, is held by rails, and says so', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'sandbox-8975'));
    const said: string[] = [];
    recordSandbox(folder, address, message => said.push(message))();
    expect(said).toEqual([
      expect.stringContaining('rails and .newsletterrc.json apply to this sandbox, too'),
    ]);
    expect(isOwnSandbox(folder, address)).toBe(false);
  });
});
