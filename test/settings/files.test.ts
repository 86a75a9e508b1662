import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { configDir } from '../../src/settings/config-dir.ts';
import { changeConfig } from '../../src/settings/config-lock.ts';
import { configFile, readConfig, withProfile } from '../../src/settings/profiles.ts';
import { temporaryFolder } from '../support/home.ts';

const mode = (path: string) => statSync(path).mode & 0o777;
const change = (folder: string, to: Parameters<typeof changeConfig>[1]) =>
  changeConfig({ configDir: folder, warn: () => {}, clock: systemClock }, to);
const addWork = (folder: string) => change(folder, config => withProfile(config, 'work', { timeout: 7 }));

describe('where the files are', () => {
  it.each([
    ['linux', { NEWSLETTER_CONFIG_DIR: '/own', XDG_CONFIG_HOME: '/xdg', HOME: '/home/me' }, '/own'],
    ['linux', { NEWSLETTER_CONFIG_DIR: '', XDG_CONFIG_HOME: '/xdg', HOME: '/home/me' }, '/xdg/newsletter'],
    ['linux', { XDG_CONFIG_HOME: 'relative', HOME: '/home/me' }, '/home/me/.config/newsletter'],
    ['linux', { HOME: '/home/me' }, '/home/me/.config/newsletter'],
    ['darwin', { HOME: '/Users/me' }, '/Users/me/Library/Preferences/newsletter'],
    ['win32', { APPDATA: '/AppData' }, '/AppData/newsletter'],
  ])('on %s with %j are in %s', (platform, environment, folder) => {
    expect(configDir(environment, platform)).toBe(folder);
  });
});

it('an empty HOME does not lead to the working folder', () => {
  vi.stubEnv('HOME', '');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(isAbsolute(configDir({ HOME: '' }, 'linux'))).toBe(true);
});

describe('reading', () => {
  it('a folder that does not exist sets and makes nothing', () => {
    const folder = join(temporaryFolder(), 'newsletter');
    expect(readConfig(folder)).toEqual({ profiles: {} });
    expect(existsSync(folder)).toBe(false);
  });

  it('a folder that cannot exist sets nothing', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(readConfig(join(file, 'newsletter'))).toEqual({ profiles: {} });
  });

  it.each(['', '{"profiles": {', '[]', 'null', '{"profiles": []}', '{"profiles": {"work": 3}}'])(
    'a config.json with %j is reported, and never overwritten',
    async text => {
      const folder = temporaryFolder();
      writeFileSync(configFile(folder), text);
      const damaged = expect.objectContaining({
        code: 'unreadable_file',
        message: expect.stringContaining(configFile(folder)),
        hint: expect.stringContaining('fix it'),
      });
      expect(() => readConfig(folder)).toThrow(damaged);
      await expect(addWork(folder)).rejects.toThrow(damaged);
      expect(readFileSync(configFile(folder), 'utf8')).toBe(text);
    },
  );

  it('a byte order mark is passed over', () => {
    const folder = temporaryFolder();
    writeFileSync(configFile(folder), '\uFEFF{"profiles":{"work":{}}}');
    expect(readConfig(folder).profiles).toEqual({ work: {} });
  });
});

describe('writing', () => {
  it('folder and file are made for their owner alone', async () => {
    const folder = join(temporaryFolder(), 'a', 'newsletter');
    await addWork(folder);
    expect(mode(folder)).toBe(0o700);
    expect(mode(configFile(folder))).toBe(0o600);
    expect(readConfig(folder)).toEqual({ profiles: { work: { timeout: 7 } } });
    expect(readdirSync(folder)).toEqual(['config.json']);
  });

  it('a folder that all users share is left as it is and not used', async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o1777);
    await expect(addWork(folder)).rejects.toMatchObject({ code: 'untrusted_file' });
    expect(mode(folder)).toBe(0o777);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a symbolic link stays one, and its target changes', async () => {
    const folder = temporaryFolder();
    const target = join(temporaryFolder(), 'dotfile.json');
    writeFileSync(target, '{}');
    symlinkSync(target, configFile(folder));
    await addWork(folder);
    expect(readFileSync(target, 'utf8')).toContain('work');
    expect(readConfig(folder).profiles).toHaveProperty('work');
  });

  it.each(['below a file', 'below a folder that takes no folders', 'a file itself'])(
    'a folder %s is a failure in one line',
    async where => {
      const file = join(temporaryFolder(), 'file');
      writeFileSync(file, 'untouched');
      const folder =
        where === 'below a file' ? join(file, 'x') : where === 'a file itself' ? file : '/proc/x';
      await expect(addWork(folder)).rejects.toMatchObject({
        code: 'write_failed',
        message: expect.stringMatching(/^cannot write to [^\n]+: [a-z][^\n]+$/),
      });
      expect(readFileSync(file, 'utf8')).toBe('untouched');
    },
  );

  it('a change that throws leaves the file, and the lock free', async () => {
    const folder = temporaryFolder();
    await addWork(folder);
    const refuse = () => {
      throw new Error('no');
    };
    await expect(change(folder, refuse)).rejects.toThrow('no');
    await addWork(folder);
    expect(readdirSync(folder)).toEqual(['config.json']);
  });
});
