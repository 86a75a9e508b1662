/** The browser that BROWSER names, as xdg-open and Python read it. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasDesktop, openBrowser } from '../../src/auth/open-browser.ts';
import { temporaryFolder } from '../support/home.ts';

const address = 'http://127.0.0.1:1/?a=1&b=$&c=%s';

it.skipIf(process.platform === 'win32').each<[browser: string, isOpened: boolean, args: readonly string[]]>([
  ['BROWSE', true, [address]],
  [' BROWSE ', true, [address]],
  ['BROWSE --new %s', true, ['--new', address]],
  ['BROWSE --url=%s x', true, [`--url=${address}`, 'x']],
  ['/no/such/browser:BROWSE -a', true, ['-a', address]],
  [':BROWSE', true, [address]],
  ['/no/such/browser : BROWSE  -a ', true, ['-a', address]],
  ['/no/such/browser', false, []],
  [':', false, []],
])('BROWSER=%j opens one: %s, with %j', async (browser, isOpened, args) => {
  const folder = temporaryFolder();
  const [script, out] = [join(folder, 'browse'), join(folder, 'out')];
  writeFileSync(
    script,
    `#!/bin/sh\nprintf '%s\\n' "$MARK" "$@" > "${out}.new" && mv "${out}.new" "${out}"\n`,
  );
  chmodSync(script, 0o755);
  const environment = { PATH: process.env.PATH, BROWSER: browser.replace('BROWSE', script), MARK: 'm' };
  expect(await openBrowser(address, environment)).toBe(isOpened);
  if (!isOpened) return expect(existsSync(out)).toBe(false);
  await expect.poll(() => existsSync(out)).toBe(true);
  return expect(readFileSync(out, 'utf8').trim().split('\n')).toEqual(['m', ...args]);
});

it.skipIf(process.platform !== 'linux')('no browser is opened without BROWSER and a display', async () => {
  for (const BROWSER of [undefined, '', ' ']) expect(await openBrowser(address, { BROWSER })).toBe(false);
});

it.each<[platform: NodeJS.Platform, environment: NodeJS.ProcessEnv, isThere: boolean]>([
  ['linux', {}, false],
  ['linux', { DISPLAY: '', WAYLAND_DISPLAY: '' }, false],
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['linux', { WSL_DISTRO_NAME: 'Debian' }, true],
  ['darwin', {}, true],
  ['win32', {}, true],
])('a browser on %s with %j has a window: %s', (platform, environment, isThere) => {
  expect(hasDesktop(environment, platform)).toBe(isThere);
});
