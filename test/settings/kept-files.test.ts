/** Files of settings that others can open are closed by any command. */
import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { newsletter } from '../support/program.ts';

it('a command that only reads closes what others can open, with a warning for each', async () => {
  const home = temporaryFolder();
  const folder = join(home, 'settings');
  expect((await newsletter(['config', 'set', 'timeout', '5'], { home })).status).toBe(0);
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'config.json'), 0o666);
  const { status, stderr } = await newsletter(['config', 'get', 'timeout'], { home });
  expect(status).toBe(0);
  expect(stderr).toMatch(/other users could read .*settings \(mode 755\); now only you can \(mode 700\)/);
  expect(stderr).toMatch(/other users could read .*config\.json \(mode 666\); now only you can \(mode 600\)/);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'config.json')).mode & 0o777).toBe(0o600);
  expect((await newsletter(['config', 'get', 'timeout'], { home })).stderr).toBe('');
});
