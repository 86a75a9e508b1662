/** The large providers of mailboxes whose names are unlike any other name: a letter more or less is a slip. */
const byProvider: Readonly<Record<string, string>> = {
  gmail: 'com',
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
  't-online': 'de',
};

/** Names of large providers that differ from other names by a letter: only what stands behind the dot is looked at. */
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
  gmx: 'com',
};

const ends = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** The ends that the domains of each provider have. */
export const providers: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(byProvider).map(([name, list]) => [name, ends(list)]),
);

/** Likewise, of all large providers. */
export const allProviders: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...providers,
  ...Object.entries(byShortName).map(([name, list]) => [name, ends(list)] as const),
]);
