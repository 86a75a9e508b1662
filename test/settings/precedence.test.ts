import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveSettings, type SettingSources } from '../../src/settings/resolve.ts';
import { temporaryFolder } from '../support/home.ts';

/** Settings with this config.json on disk. */
function settingsWith(config: object, more: Partial<SettingSources> = {}) {
  const configDir = temporaryFolder();
  writeFileSync(join(configDir, 'config.json'), JSON.stringify(config));
  return resolveSettings({ flags: {}, environment: {}, configDir, ...more });
}

const work = {
  profiles: { work: { timeout: 7, 'base-url': 'https://work.example.com' } },
  current: 'work',
};

describe('precedence', () => {
  const flags = { timeout: '5' };
  const environment = { NEWSLETTER_TIMEOUT: '6' };

  it.each([
    {
      title: 'all four',
      sources: { flags, environment },
      config: work,
      value: 5,
      origin: 'flag',
    },
    {
      title: 'no flag',
      sources: { environment },
      config: work,
      value: 6,
      origin: 'environment',
    },
    {
      title: 'the profile only',
      sources: {},
      config: work,
      value: 7,
      origin: 'profile',
    },
    {
      title: 'nothing',
      sources: {},
      config: { profiles: {} },
      value: 30,
      origin: 'default',
    },
    {
      title: 'flag and profile',
      sources: { flags },
      config: work,
      value: 5,
      origin: 'flag',
    },
  ])('when $title is given, then $origin decides', ({ sources, config, value, origin }) => {
    const settings = settingsWith(config, sources);
    expect(settings.get('timeout')).toBe(value);
    expect(settings.origin('timeout')).toBe(origin);
  });

  it('when a setting has no value anywhere, then it is undefined, and needing it names flag and variable', () => {
    const settings = settingsWith({ profiles: {} });
    expect(settings.get('base-url')).toBeUndefined();
    expect(settings.origin('base-url')).toBeUndefined();
    expect(() => settings.need('base-url')).toThrow(
      expect.objectContaining({
        code: 'missing_setting',
        hint: expect.stringMatching(/--base-url.*NEWSLETTER_BASE_URL/),
      }),
    );
  });

  it('when a setting has several words, then its variable has underscores and its flag is in camel case', () => {
    expect(settingsWith({}, { environment: { NEWSLETTER_MAX_WAIT: '12' } }).get('max-wait')).toBe(12);
    expect(
      settingsWith({}, { environment: { NEWSLETTER_PER_PAGE_PARAM: 'size' } }).get('per-page-param'),
    ).toBe('size');
    expect(settingsWith({}, { flags: { maxWait: '13' } }).get('max-wait')).toBe(13);
  });
});

describe('empty values', () => {
  it.each([
    ['baseUrl', '--base-url'],
    ['output', '--output'],
    ['expectAccount', '--expect-account'],
    ['profile', '--profile'],
  ])('when the flag for %s is empty, then it is refused, naming %s', (key, flag) => {
    for (const text of ['', '  ']) {
      expect(() => settingsWith(work, { flags: { [key]: text } })).toThrow(
        expect.objectContaining({
          code: 'invalid_value',
          message: expect.stringContaining(flag),
        }),
      );
    }
  });

  it('when a variable is empty or blank, then it counts as unset', () => {
    const environment = {
      NEWSLETTER_TIMEOUT: '',
      NEWSLETTER_BASE_URL: ' ',
      NEWSLETTER_PROFILE: '',
    };
    const settings = settingsWith(work, { environment });
    expect(settings.profile).toBe('work');
    expect(settings.get('timeout')).toBe(7);
    expect(settings.get('base-url')).toBe('https://work.example.com');
  });
});

describe('profiles', () => {
  const two = {
    profiles: { work: { timeout: 7 }, home: { timeout: 8 } },
    current: 'work',
  };

  it.each([
    {
      sources: { flags: { profile: 'home' } },
      profile: 'home',
      isExplicit: true,
    },
    {
      sources: { environment: { NEWSLETTER_PROFILE: 'home' } },
      profile: 'home',
      isExplicit: false,
    },
    { sources: {}, profile: 'work', isExplicit: false },
    {
      sources: {
        flags: { profile: 'work' },
        environment: { NEWSLETTER_PROFILE: 'home' },
      },
      profile: 'work',
      isExplicit: true,
    },
  ])('when given $sources, then profile $profile is used', ({ sources, profile, isExplicit }) => {
    const settings = settingsWith(two, sources);
    expect(settings).toMatchObject({
      profile,
      profileIsExplicit: isExplicit,
    });
    expect(settings.get('timeout')).toBe(profile === 'home' ? 8 : 7);
  });

  it('when nothing was ever set up, then profile default is used, whether or not it is named', () => {
    const configDir = join(temporaryFolder(), 'not', 'there');
    expect(resolveSettings({ flags: {}, environment: {}, configDir }).profile).toBe('default');
    const named = resolveSettings({
      flags: { profile: 'default' },
      environment: {},
      configDir,
    });
    expect(named).toMatchObject({
      profile: 'default',
      profileIsExplicit: true,
    });
  });

  it.each([
    { flags: { profile: 'wrok' } },
    { environment: { NEWSLETTER_PROFILE: 'wrok' } },
    { config: { ...two, current: 'wrok' } },
  ])('when the profile of %j does not exist, then that is an error and never a fallback', wrong => {
    const { config = two, ...sources } = wrong;
    expect(() => settingsWith(config, sources)).toThrow(
      expect.objectContaining({
        code: 'unknown_profile',
        details: ['profiles: work, home'],
        hint: 'did you mean work?',
      }),
    );
  });

  it('when nothing resembles the name, then the hint says how to create it', () => {
    expect(() => settingsWith(two, { flags: { profile: 'newspaper' } })).toThrow(
      expect.objectContaining({
        hint: expect.stringContaining('login --profile newspaper'),
      }),
    );
  });

  it('when the command creates the profile, then it need not exist', () => {
    expect(settingsWith(two, { flags: { profile: 'fresh' }, creating: true }).profile).toBe('fresh');
  });

  it.each(['__proto__', 'a b', '../x', '-x', 'x\u001b[0m', 'x'.repeat(80)])(
    'when the profile is called %j, then the name is refused',
    profile => {
      expect(() => settingsWith(two, { flags: { profile }, creating: true })).toThrow(
        expect.objectContaining({ code: 'invalid_value' }),
      );
    },
  );

  it('when the name is one that every object has, then it is still no profile', () => {
    expect(() => settingsWith(two, { flags: { profile: 'constructor' } })).toThrow(
      expect.objectContaining({ code: 'unknown_profile' }),
    );
  });
});

describe('malformed values', () => {
  it('when a flag is malformed, then it is refused at once, named as a flag', () => {
    expect(() => settingsWith(work, { flags: { timeout: 'soon' } })).toThrow(
      /^invalid value "soon" for --timeout/,
    );
  });

  it('when a variable is malformed, then it is refused when asked for, named as a variable', () => {
    const settings = settingsWith(work, {
      environment: { NEWSLETTER_RETRIES: '-1' },
    });
    expect(settings.get('timeout')).toBe(7);
    expect(() => settings.get('retries')).toThrow(/^invalid value "-1" for NEWSLETTER_RETRIES/);
  });

  it('when a stored value is malformed, then it is refused when asked for, naming the profile', () => {
    const settings = settingsWith({
      profiles: { work: { output: 'xml' } },
      current: 'work',
    });
    expect(() => settings.get('output')).toThrow(/^invalid value "xml" for output in profile work/);
  });

  it('when a flag is well-formed, then a malformed variable below it does not matter', () => {
    const environment = { NEWSLETTER_TIMEOUT: 'soon' };
    expect(settingsWith(work, { environment, flags: { timeout: '3' } }).get('timeout')).toBe(3);
  });
});
