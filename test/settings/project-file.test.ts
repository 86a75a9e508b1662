import { chmodSync, chownSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProjectFiles } from '../../src/settings/project-file.ts';
import { settingNames } from '../../src/settings/schema.ts';
import { temporaryFolder } from '../support/home.ts';

const name = '.newsletterrc.json';

/** A home with a project in it, whose file says this. */
function project(content: string | Buffer | object | undefined) {
  const home = temporaryFolder();
  const folder = join(home, 'projects', 'acme');
  const below = join(folder, 'emails', 'may');
  mkdirSync(below, { recursive: true });
  const file = join(folder, name);
  const text = typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content);
  if (text !== undefined) writeFileSync(file, text, { mode: 0o644 });
  return { home, folder, below, file, read: (from = below) => readProjectFiles(from, {})[0] };
}

/** What reading the file throws. */
function refusal(content: string | Buffer | object) {
  const { file, read } = project(content);
  try {
    read();
  } catch (error) {
    return { file, error: error as { code: string; message: string; details: string[]; hint?: string } };
  }
  throw new Error('it was accepted');
}

describe('where a project file is looked for', () => {
  it('a file applies to all folders below it, and the nearest file wins', () => {
    const { folder, below, file, read } = project({ profile: 'acme', timeout: 7 });
    for (const from of [folder, below]) expect(read(from)).toMatchObject({ path: file, profile: 'acme' });
    writeFileSync(join(below, name), '{"profile": "other"}');
    expect(read()).toMatchObject({ path: join(below, name), profile: 'other' });
    expect(read()?.values.size).toBe(0);
  });

  it('the search goes up to the root, whatever HOME says', () => {
    const { home, below } = project(undefined);
    writeFileSync(join(home, name), '{"profile": "acme"}');
    for (const HOME of [home, join(home, 'projects'), below])
      expect(readProjectFiles(below, { HOME })[0], HOME).toMatchObject({ profile: 'acme' });
  });

  it('the files above a symbolic link apply behind it, too', () => {
    const { home, below, folder, file } = project({ profile: 'acme' });
    mkdirSync(join(home, 'elsewhere'));
    symlinkSync(join(home, 'elsewhere'), join(folder, 'away'));
    const elsewhere = join(home, 'elsewhere');
    expect(readProjectFiles(elsewhere, { PWD: join(folder, 'away') })).toMatchObject([{ path: file }]);
    // A PWD of another folder was left by a program that changed the folder without it.
    expect(readProjectFiles(elsewhere, { PWD: below })).toEqual([]);
  });
});

describe('what a project file may set', () => {
  it('a byte order mark, numbers and texts are read as settings are', () => {
    const { read } = project(
      '\uFEFF{"profile": "acme", "timeout": 7, "retries": "2", "expect-account": "a", "output": "json", "max-wait": 1.5, "page-param": "p", "per-page-param": "n"}',
    );
    expect(Object.fromEntries(read()?.values ?? [])).toEqual({
      timeout: 7,
      retries: 2,
      'expect-account': 'a',
      output: 'json',
      'max-wait': 1.5,
      'page-param': 'p',
      'per-page-param': 'n',
    });
  });

  it.each(['base-url', 'client-secret-command'])('%s is refused, with the reason', key => {
    const { file, error } = refusal(`{\n  "profile": "acme",\n  "${key}": "https://evil.example"\n}`);
    expect(error).toMatchObject({
      code: 'invalid_value',
      message: `${file}: ${key} is not allowed in ${name}`,
      details: [expect.stringContaining('where credentials go')],
      hint: expect.stringContaining(`newsletter config set ${key} <value>`),
    });
  });

  it('no other settings are allowed than these', () => {
    const allowed = settingNames.filter(key => {
      const values: Readonly<Record<string, string>> = { output: 'json', allow: 'read', send: 'person' };
      const { read } = project({ [key]: values[key] ?? '7' });
      try {
        return read() !== undefined;
      } catch {
        return false;
      }
    });
    const values = 'output timeout retries max-wait page-param per-page-param expect-account';
    const rails = 'allow send max-recipients max-changes';
    expect(allowed.join(' ')).toBe(`${values} ${rails}`);
  });

  it.each([
    ['{"expect-acount": "a"}', 'expect-acount is not a key', 'did you mean expect-account?'],
    ['{"expectAccount": "a"}', 'expectAccount is not a key', 'did you mean expect-account?'],
    ['{"Profile": "a"}', 'Profile is not a key', 'did you mean profile?'],
    ['{"$schema": "a"}', '$schema is not a key', 'newsletter help environment'],
    ['{"client-secret": "hush"}', 'client-secret is not a key', 'newsletter help environment'],
    ['{"__proto__": "a"}', '__proto__ is not a key', 'newsletter help environment'],
  ])('the unknown key in %s is refused, naming the nearest key', (content, message, hint) => {
    const { error } = refusal(content);
    expect(error).toMatchObject({ code: 'invalid_value', message: expect.stringContaining(message), hint });
    expect(JSON.stringify(error)).not.toContain('hush');
    expect(error.details[0]).toContain('keys: profile, output,');
  });

  it.each([
    ['{\n"timeout": "soon"}', /invalid value "soon" for .*: timeout: expected seconds/],
    ['{"profile": ""}', /: profile is empty/],
    ['{"expect-account": "  "}', /: expect-account is empty/],
    ['{"profile": "timeout",\n\n"timeout": null}', /: timeout must be a string or a number/],
    ['{"profile": {"name": "a"}}', /: profile must be a string/],
    ['{"profile": "../x"}', /invalid profile name "\.\.\/x"/],
  ])('the invalid value in %j is refused, naming its key', (content, message) => {
    expect(refusal(content).error).toMatchObject({
      code: 'invalid_value',
      message: expect.stringMatching(message),
    });
  });
});

describe('a project file that cannot be used', () => {
  it.each([
    [' \n', /it is not valid JSON$/],
    ['profile: acme', /it is not valid JSON$/],
    ['{\n  // which\n  "profile": "acme"}', /it is not valid JSON$/],
    ['["acme"]', /it is not a JSON object$/],
    [Buffer.from('{"profile": "acme"}', 'utf16le'), /it is not valid JSON$/],
  ])('%j is refused, naming the file', (content, message) => {
    const { file, error } = refusal(content);
    expect(error).toMatchObject({ code: 'unreadable_file', message: expect.stringMatching(message) });
    expect(error.message).toContain(file);
  });

  it('a folder, or a link to nothing, is refused', () => {
    const first = project(undefined);
    mkdirSync(first.file);
    expect(() => first.read()).toThrow(`cannot read ${first.file}: it is a folder`);
    const second = project(undefined);
    symlinkSync('gone', second.file);
    expect(() => second.read()).toThrow(`cannot read ${second.file}: file not found`);
  });

  it('a file that every user can change is refused', () => {
    const { below, file, read } = project({ profile: 'acme' });
    chmodSync(file, 0o664);
    expect(read()).toMatchObject({ profile: 'acme' });
    chmodSync(file, 0o666);
    expect(() => read()).toThrow(expect.objectContaining({ code: 'untrusted_file' }));
    // Rails of folders above count, too.
    writeFileSync(join(below, name), '{}', { mode: 0o644 });
    expect(() => read()).toThrow(expect.objectContaining({ code: 'untrusted_file' }));
  });

  // Only root can give files away.
  it.runIf(process.getuid?.() === 0)('a file or link of another user is refused', () => {
    const first = project({ profile: 'acme' });
    chownSync(first.file, 12_345, 12_345);
    expect(() => first.read()).toThrow(/belongs to another user$/);
    const second = project(undefined);
    writeFileSync(join(second.home, 'own.json'), '{"profile": "acme"}', { mode: 0o600 });
    symlinkSync(join(second.home, 'own.json'), second.file);
    expect(second.read()).toMatchObject({ profile: 'acme' });
    lchownSync(second.file, 12_345, 12_345);
    expect(() => second.read()).toThrow(expect.objectContaining({ code: 'untrusted_file' }));
  });
});
