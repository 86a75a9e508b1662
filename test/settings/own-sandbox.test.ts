import { chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockOwner } from '../../src/lib/lock.ts';
import { isOwnSandbox, recordSandbox } from '../../src/settings/own-sandbox.ts';
import { temporaryFolder } from '../support/home.ts';

const address = 'http://127.0.0.1:8975';

/** A folder with the file of a sandbox that runs in this process. */
function recorded() {
  const folder = temporaryFolder();
  const remove = recordSandbox(address, () => expect.unreachable(), folder);
  return { folder, remove, file: join(folder, 'newsletter-sandbox-8975') };
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
    expect(isOwnSandbox(baseUrl, folder)).toBe(is);
  });

  it('is none any more when it has ended', () => {
    const { folder, remove } = recorded();
    remove();
    expect(isOwnSandbox(address, folder)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['another process has its id now', { start: '1' }],
    ['its process has ended', { pid: 2 ** 22 + 1 }],
    ['it runs in another container or on another machine', { where: 'elsewhere' }],
  ])('is none when %s', (_, other) => {
    const { folder, file } = recorded();
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...other }));
    expect(isOwnSandbox(address, folder)).toBe(false);
  });

  it.each(['', '{}', 'null', '{"pid": 1}'])('is none when its file holds %j', text => {
    const { folder, file } = recorded();
    writeFileSync(file, text);
    expect(isOwnSandbox(address, folder)).toBe(false);
  });

  // Only root can give files away.
  it.runIf(process.getuid?.() === 0)('is none when another user made its file', () => {
    const { folder, file } = recorded();
    chownSync(file, 12_345, 12_345);
    expect(isOwnSandbox(address, folder)).toBe(false);
  });

  it('replaces the file of one that was killed', () => {
    const { folder, file } = recorded();
    writeFileSync(file, JSON.stringify({ ...lockOwner(), pid: 2 ** 22 + 1 }));
    recordSandbox(address, () => expect.unreachable(), folder);
    expect(isOwnSandbox(address, folder)).toBe(true);
  });

  it('without a file, is held by rails, and says so', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'newsletter-sandbox-8975'));
    const said: string[] = [];
    recordSandbox(address, message => said.push(message), folder)();
    expect(said).toEqual([
      expect.stringContaining('rails and .newsletterrc.json apply to this sandbox, too'),
    ]);
    expect(isOwnSandbox(address, folder)).toBe(false);
  });
});
