import { distance } from '../../../lib/text/nearest.ts';

/** Real names that look like a typo of a provider's. */
const real = new Set(['earthling', 'gail', 'grail', 'hitmail', 'laporte', 'libera', 'liberto']);

/** Top-level domains of countries that are also typos of `com` and `net`. */
const alikeEnds: Readonly<Record<string, readonly string[]>> = { com: ['co', 'cm', 'om'], net: ['ne', 'et'] };

/** The domain of a large provider that a domain in lower case is a misspelling of, if nobody may own that. */
export function misspeltProvider(domain: string, endExists: boolean): string | undefined {
  const dot = domain.indexOf('.');
  const [name, end] = [domain.slice(0, dot), domain.slice(dot + 1)];
  const own = allProviders.get(name);
  if (own !== undefined) return own.has(end) ? undefined : withEnd(name, end, own, endExists);
  if (real.has(name)) return undefined;
  for (const [provider, ends] of providers) {
    // `we` and `wet` are not `web`: of a short name letters are swapped.
    if (!isTypoOf(name, provider) || (provider.length <= 3 && sorted(name) !== sorted(provider))) continue;
    return ends.has(end) ? `${provider}.${end}` : withEnd(provider, end, ends, endExists);
  }
  return undefined;
}

const sorted = (name: string) => [...name].sort().join('');

/** A provider's domain whose end is mistyped. */
function withEnd(
  name: string,
  end: string,
  ends: ReadonlySet<string>,
  endExists: boolean,
): string | undefined {
  if (providers.has(name)) {
    for (const [meant, alike] of Object.entries(alikeEnds))
      if (ends.has(meant) && alike.includes(end)) return `${name}.${meant}`;
  }
  if (endExists) return undefined;
  const meant = [...ends].find(known => isTypoOf(end, known));
  return meant === undefined ? undefined : `${name}.${meant}`;
}

const commonEnds = ['com', 'net', 'org'];

/** The domain that is meant, where the top-level domain does not exist and is like one of the common ones. */
export function withCommonEnd(domain: string): string | undefined {
  const dot = domain.lastIndexOf('.');
  const end = commonEnds.find(known => isTypoOf(domain.slice(dot + 1), known));
  return end === undefined ? undefined : `${domain.slice(0, dot)}.${end}`;
}

/**
 * Whether a letter left out, put in, changed, or swapped with the next makes `typed` of `word`. The first stays,
 * unless it is left out of a long word. A hyphen or a digit is put in on purpose, unless it looks like a letter.
 */
function isTypoOf(typed: string, word: string): boolean {
  // Decides nearly all of the pairs.
  if (Math.abs(typed.length - word.length) > 1) return false;
  const letters = typed.replace(/(?<=[a-z])[01]/g, digit => (digit === '0' ? 'o' : 'l'));
  if (letters !== typed && letters === word) return true;
  const others = (name: string) => name.replace(/[a-z]+/g, '');
  if (others(typed) !== others(word) || distance(typed, word) !== 1) return false;
  return typed[0] === word[0] || (word.length > 6 && typed === word.slice(1));
}

/** The large providers of mailboxes whose names are unlike any other name: a slip is a typo. */
const byProvider: Readonly<Record<string, string>> = {
  gmail: 'com',
  gmx: 'net de at ch com',
  web: 'de',
  googlemail: 'com',
  yahoo:
    'com ca cn de dk es fr gr ie in it jp no pl ro se co.id co.in co.jp co.kr co.nz co.th co.uk com.ar com.au com.br ' +
    'com.cn com.co com.hk com.mx com.my com.pe com.ph com.sg com.tr com.tw com.ve com.vn',
  hotmail:
    'com at be ca ch cl cz de dk es fi fr gr hu it lt lv nl no ru se co.il co.jp co.nz co.th co.uk co.za com.ar ' +
    'com.au com.br com.mx com.tr',
  outlook:
    'com at be cl cz de dk es fr hu ie in it jp kr lv my ph pt sa sg sk co.id co.il co.nz co.th co.uk com.ar com.au ' +
    'com.br com.gr com.tr com.vn',
  icloud: 'com',
  protonmail: 'com ch',
  rocketmail: 'com',
  rediffmail: 'com',
  btinternet: 'com',
  bellsouth: 'net',
  comcast: 'net',
  earthlink: 'net',
  optonline: 'net',
  sbcglobal: 'net',
  verizon: 'net',
  wanadoo: 'fr',
  laposte: 'net',
  't-online': 'de',
  freenet: 'de',
  bluewin: 'ch',
  telenet: 'be',
  skynet: 'be',
  seznam: 'cz',
  centrum: 'cz sk',
  interia: 'pl eu',
  virgilio: 'it',
  tiscali: 'it',
  libero: 'it',
  yandex: 'ru com by kz ua com.tr',
  rambler: 'ru',
  citromail: 'hu',
  freemail: 'hu',
  videotron: 'ca',
  bigpond: 'com net.au',
};

/** Names of large providers that differ from other names by a letter: only the top-level domain is checked. */
const byShortName: Readonly<Record<string, string>> = {
  aol: 'com',
  live: 'com',
  mac: 'com',
  mail: 'com',
  me: 'com',
  msn: 'com',
  ymail: 'com',
  qq: 'com',
  '163': 'com',
};

const ends = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** The ends that the domains of each provider have. */
export const providers: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(byProvider).map(([name, list]) => [name, ends(list)]),
);

/** Likewise, of all large providers. */
const allProviders: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...providers,
  ...Object.entries(byShortName).map(([name, list]) => [name, ends(list)] as const),
]);
