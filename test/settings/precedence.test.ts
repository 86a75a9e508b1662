import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { recordSandbox } from '../../src/settings/own-sandbox.ts';
import { isLooser, resolveSettings, type SettingSources } from '../../src/settings/resolve.ts';
import { casesOf } from '../support/cases.ts';
import { temporaryFolder } from '../support/home.ts';

type More = Partial<SettingSources> & {
  /** What the `.newsletterrc.json` of the folder above says. */
  readonly folder?: object | undefined;
};

/** Settings with this config.json on disk. */
function settingsWith(config: object, { folder, ...more }: More = {}) {
  const configDir = temporaryFolder();
  writeFileSync(join(configDir, 'config.json'), JSON.stringify(config));
  const workingFolder = join(configDir, 'projects', 'acme');
  mkdirSync(workingFolder, { recursive: true });
  if (folder !== undefined)
    writeFileSync(join(configDir, 'projects/.newsletterrc.json'), JSON.stringify(folder), { mode: 0o644 });
  const place = folder === undefined ? {} : { workingFolder };
  return resolveSettings({ flags: {}, environment: {}, configDir, ...place, ...more });
}

const work = {
  profiles: { work: { timeout: 7, 'base-url': 'https://work.example.com' }, home: { timeout: 8 } },
  current: 'work',
};

describe('precedence', () => {
  const flags = { timeout: '5' };
  const environment = { NEWSLETTER_TIMEOUT: '6' };
  const folder = { timeout: 9 };

  it.each<[what: string, More, config: object, value: number, origin: string]>([
    ['all five', { flags, environment, folder }, work, 5, 'flag'],
    ['no flag', { environment, folder }, work, 6, 'environment'],
    ['folder and profile', { folder }, work, 9, 'folder'],
    ['the profile only', {}, work, 7, 'profile'],
    ['nothing', {}, { profiles: {} }, 30, 'default'],
    ['flag and profile', { flags }, work, 5, 'flag'],
  ])('with %s', (_, sources, config, value, origin) => {
    const settings = settingsWith(config, sources);
    expect([settings.get('timeout'), settings.origin('timeout')]).toEqual([value, origin]);
  });

  it('a needed setting without a value is an error that names its variable', () => {
    const settings = settingsWith({ profiles: {} });
    expect(settings.get('base-url')).toBeUndefined();
    expect(settings.origin('base-url')).toBeUndefined();
    expect(() => settings.need('base-url')).toThrow(
      expect.objectContaining({
        code: 'missing_setting',
        hint: 'newsletter config set base-url <value>; or set NEWSLETTER_BASE_URL',
      }),
    );
  });

  it('a setting of several words has a variable with underscores', () => {
    expect(settingsWith({}, { environment: { NEWSLETTER_MAX_WAIT: '12' } }).get('max-wait')).toBe(12);
    const environment = { NEWSLETTER_PER_PAGE_PARAM: 'size' };
    expect(settingsWith({}, { environment }).get('per-page-param')).toBe('size');
    expect(settingsWith({}, { flags: { maxWait: '13' } }).get('max-wait')).toBe(13);
  });
});

describe('empty values', () => {
  it.each([
    ['baseUrl', '--base-url'],
    ['output', '--output'],
    ['expectAccount', '--expect-account'],
    ['profile', '--profile'],
  ])('an empty flag for %s is refused, naming %s', (key, flag) => {
    for (const text of ['', '  ']) {
      expect(() => settingsWith(work, { flags: { [key]: text } })).toThrow(
        expect.objectContaining({ code: 'invalid_value', message: expect.stringContaining(flag) }),
      );
    }
  });

  it('an empty or blank variable counts as unset', () => {
    const environment = { NEWSLETTER_TIMEOUT: '', NEWSLETTER_BASE_URL: ' ', NEWSLETTER_PROFILE: '' };
    const settings = settingsWith(work, { environment });
    expect(settings.profile).toBe('work');
    expect(settings.get('timeout')).toBe(7);
    expect(settings.get('base-url')).toBe('https://work.example.com');
  });
});

describe('profiles', () => {
  it.each<[More, profile: string, origin: string]>([
    [{ flags: { profile: 'home' } }, 'home', 'flag'],
    [{ flags: { profile: ' home ' } }, 'home', 'flag'],
    [{ environment: { NEWSLETTER_PROFILE: ' home ' } }, 'home', 'environment'],
    [{ environment: { NEWSLETTER_PROFILE: 'home' } }, 'home', 'environment'],
    [{}, 'work', 'current'],
    [{ flags: { profile: 'work' }, environment: { NEWSLETTER_PROFILE: 'home' } }, 'work', 'flag'],
    [{ environment: { NEWSLETTER_PROFILE: 'work' }, folder: { profile: 'home' } }, 'work', 'environment'],
    [{ folder: { profile: 'home' } }, 'home', 'folder'],
    [{ folder: { profile: 'home' }, workingFolder: undefined }, 'work', 'current'],
    [{ folder: { 'expect-account': 'acme' } }, 'work', 'current'],
  ])('with %j, profile %s is used, from %s', (sources, profile, profileOrigin) => {
    const settings = settingsWith(work, sources);
    expect(settings).toMatchObject({ profile, profileOrigin });
    expect(settings.get('timeout')).toBe(profile === 'home' ? 8 : 7);
  });

  it.each([
    [['work'], 'none'],
    [['default', 'work'], 'current'],
    [['sandbox'], 'current'],
    [[], 'current'],
  ])('of %j, without a current one: %s', (names, origin) => {
    const profiles = Object.fromEntries(names.map(name => [name, {}]));
    expect(settingsWith({ profiles })).toMatchObject({ profile: 'default', profileOrigin: origin });
  });

  it('none is current if that was chosen', () => {
    const settings = settingsWith({ profiles: { default: { timeout: 5 } }, current: '' });
    expect([settings.profileOrigin, settings.get('timeout')]).toEqual(['none', 30]);
  });

  it.each<[above: object, below: object, profile: string, timeout: number, named: string, of: string]>([
    [{ profile: 'home', timeout: 9 }, {}, 'home', 9, '.', '.'],
    [{ profile: 'home', timeout: 9 }, { timeout: 3 }, 'home', 3, '.', 'list'],
    [{ profile: 'home', timeout: 9 }, { profile: 'work' }, 'work', 7, 'list', ''],
    [{ timeout: 9 }, {}, 'work', 9, 'list', '.'],
  ])('of a project file with %j above one with %j, %s and %i hold', (above, below, ...expected) => {
    const folder = realpathSync(temporaryFolder());
    const fileIn = (name: string) => (name === '' ? undefined : join(folder, name, '.newsletterrc.json'));
    mkdirSync(join(folder, 'list'));
    const expecting = JSON.stringify({ ...above, 'expect-account': 'acme' });
    writeFileSync(fileIn('.') ?? '', expecting, { mode: 0o644 });
    writeFileSync(fileIn('list') ?? '', JSON.stringify(below), { mode: 0o644 });
    const settings = settingsWith(work, { workingFolder: join(folder, 'list') });
    const [profile, timeout, named, of] = expected;
    expect([settings.profile, settings.get('timeout')]).toEqual([profile, timeout]);
    expect(settings.projectFile).toBe(fileIn(named));
    expect(settings.setBy('timeout')).toBe(fileIn(of) ?? 'profile work');
    const accounts = settings.expectedAccounts().map(({ value }) => value);
    expect(accounts).toEqual('profile' in below ? [] : ['acme']);
  });

  it('a profile that only the folder names is an error that says how to sign in', () => {
    const missing = (environment: NodeJS.ProcessEnv, creating = false) =>
      settingsWith(work, { folder: { profile: 'elsewhere' }, environment, creating });
    expect(() => missing({})).toThrow(
      expect.objectContaining({
        code: 'unknown_profile',
        message: expect.stringMatching(/^unknown profile "elsewhere" in \/.*rc\.json$/),
        details: ['profiles: work, home', expect.stringContaining('NEWSLETTER_PROFILE=default')],
        hint: 'newsletter link <profile>; or newsletter login --profile elsewhere',
      }),
    );
    expect(missing({ NEWSLETTER_API_KEY: 'k', NEWSLETTER_PROFILE: 'default' }).profile).toBe('default');
    expect(missing({}, true).profile).toBe('elsewhere');
  });

  it('profile default need not exist', () => {
    const configDir = join(temporaryFolder(), 'not', 'there');
    expect(resolveSettings({ flags: {}, environment: {}, configDir }).profile).toBe('default');
    const named = resolveSettings({ flags: { profile: 'default' }, environment: {}, configDir });
    expect(named).toMatchObject({ profile: 'default', profileOrigin: 'flag' });
  });

  it.each([
    { flags: { profile: 'wrok' } },
    { environment: { NEWSLETTER_PROFILE: 'wrok' } },
    { config: { ...work, current: 'wrok' } },
  ])('a missing profile of %j is an error, never a fallback', wrong => {
    const { config = work, ...sources } = wrong;
    expect(() => settingsWith(config, sources)).toThrow(
      expect.objectContaining({
        code: 'unknown_profile',
        details: ['profiles: work, home'],
        hint: 'did you mean work?',
      }),
    );
  });

  // One that every object has is no profile, either.
  it.each(['newspaper', 'constructor'])('the hint for the unlike name %s says how to create it', profile => {
    expect(() => settingsWith(work, { flags: { profile } })).toThrow(
      expect.objectContaining({ hint: expect.stringContaining(`login --profile ${profile}`) }),
    );
  });

  it.each(['__proto__', 'a b', '../x', '-x', 'x\u001b[0m', 'x'.repeat(80)])(
    'the name %j is refused',
    profile => {
      expect(() => settingsWith(work, { flags: { profile }, creating: true })).toThrow(
        expect.objectContaining({ code: 'invalid_value' }),
      );
    },
  );
});

describe('malformed values', () => {
  it('a malformed flag is refused at once, named as a flag', () => {
    expect(() => settingsWith(work, { flags: { timeout: 'soon' } })).toThrow(
      /^invalid value "soon" for --timeout/,
    );
  });

  it('a malformed variable is refused when it is read, named as a variable', () => {
    const settings = settingsWith(work, { environment: { NEWSLETTER_RETRIES: '-1' } });
    expect(settings.get('timeout')).toBe(7);
    expect(() => settings.get('retries')).toThrow(/^invalid value "-1" for NEWSLETTER_RETRIES/);
  });

  it('a malformed stored value is refused when it is read, naming the profile', () => {
    const settings = settingsWith({ profiles: { work: { output: 'xml' } }, current: 'work' });
    expect(() => settings.get('output')).toThrow(/^invalid value "xml" for output in profile work/);
  });

  it('a flag hides a malformed variable', () => {
    const environment = { NEWSLETTER_TIMEOUT: 'soon' };
    expect(settingsWith(work, { environment, flags: { timeout: '3' } }).get('timeout')).toBe(3);
  });
});

describe('rails', () => {
  /** A folder with a project file, below another one; each says a level, or nothing. */
  function foldersWith(levels: readonly (string | undefined)[]): string {
    const [above, below] = [temporaryFolder(), 'list'];
    mkdirSync(join(above, below));
    for (const [at, folder] of [join(above, below), above].entries()) {
      const level = levels[at];
      if (level !== undefined)
        writeFileSync(join(folder, '.newsletterrc.json'), JSON.stringify({ allow: level }), { mode: 0o644 });
    }
    return join(above, below);
  }

  type Levels = Partial<Record<'flag' | 'variable' | 'folder' | 'above' | 'profile', string>>;
  it.each(casesOf<[Levels, value?: string, origin?: string]>(new URL('strictest.tsv', import.meta.url)))(
    'of %o, the strictest is in force: %s, of the %s',
    (level, value, origin) => {
      const settings = settingsWith(
        { profiles: { work: level.profile === undefined ? {} : { allow: level.profile } }, current: 'work' },
        {
          flags: level.flag === undefined ? {} : { allow: [level.flag] },
          environment: level.variable === undefined ? {} : { NEWSLETTER_ALLOW: level.variable },
          workingFolder: foldersWith([level.folder, level.above]),
        },
      );
      expect([settings.get('allow'), settings.origin('allow')]).toEqual([value, origin]);
    },
  );

  it.each([
    ['max-changes', 5, 6, false],
    ['max-changes', 6, 6, true],
    ['max-changes', 10, 9, true],
    ['max-changes', undefined, 9, true],
    ['allow', 'import', 'draft', true],
    ['allow', 'draft', 'draft', true],
    ['allow', 'read', 'draft', false],
  ] as const)('of %s, %s allows as much as %s: %s', (name, value, than, is) => {
    expect(isLooser(name, value, than)).toBe(is);
  });

  it('that do not stand on the line do not hold for a sandbox that `sandbox exec` started', () => {
    const address = 'http://127.0.0.1:8977';
    onTestFinished(recordSandbox(address, () => expect.unreachable()));
    const stored = { profiles: { work: { allow: 'read', 'expect-account': 'acme' } }, current: 'work' };
    const environment = { NEWSLETTER_BASE_URL: address, NEWSLETTER_EXPECT_ACCOUNT: 'paper-boat' };
    expect(settingsWith(stored, { environment }).expectedAccounts()).toEqual([]);
    const typed = settingsWith(stored, { environment, flags: { expectAccount: 'acme' } });
    expect(typed.expectedAccounts()).toMatchObject([{ value: 'acme', origin: 'flag' }]);
    expect(settingsWith(stored, { environment }).get('allow')).toBeUndefined();
    expect(settingsWith(stored, { environment, flags: { allow: ['draft'] } }).get('allow')).toBe('draft');
    expect(
      settingsWith(stored, { environment: { NEWSLETTER_BASE_URL: 'http://127.0.0.1:8978' } }).get('allow'),
    ).toBe('read');
  });
});
