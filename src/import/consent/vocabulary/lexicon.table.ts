/** All words about mail and consent with what they stand for, folded: one vocabulary for headers, values, titles and names. */
import { foldEach } from '../../rows/values/folded-lists.ts';
import ideas from './ideas.table.ts';
import languages from './languages.table.ts';
import words from './words.table.ts';

export type Role = Exclude<keyof typeof ideas, 'jargon'>;

/** The short names of the ideas in the tables by language. */
const shortNames: Readonly<Record<string, Role>> = {
  news: 'newsletter',
  info: 'news',
  mail: 'mail',
  sub: 'subscription',
  join: 'joined',
  unsub: 'unsubscribed',
  leave: 'left',
  not: 'negation',
  want: 'wanted',
  send: 'sending',
  contact: 'contact',
  adv: 'advertising',
  consent: 'consent',
  stop: 'ended',
  end: 'ended',
  deny: 'declined',
  ok: 'given',
  status: 'status',
  fill: 'neutral',
};

/** How an entry is found: as whole words, at the beginning of a word, or wherever it stands in a word. */
type Mode = 'whole' | 'beginning' | 'anywhere';

interface Entry {
  readonly text: string;
  readonly role: Role;
  readonly mode: Mode;
}

/** Roles whose lists hold beginnings of words without a mark. */
const areStems: ReadonlySet<Role> = new Set([
  'unsubscribed',
  'deceased',
  'left',
  'newsletter',
  'consent',
  'subscription',
  'advertising',
  'mail',
  'contact',
  'privacy',
  'news',
  'sending',
  'joined',
  'ended',
]);

/** A shorter beginning is that of other words, too. */
const isShort = (text: string) => /^[\p{Script=Latin}\p{Script=Cyrillic}'-]{1,3}\*$/u.test(text);

function entriesOf(role: Role, list: string, otherwise: Mode): Entry[] {
  return list.split(/[,،;]/).map(word => {
    const text = word.trim();
    const isOpen = text.startsWith('^') || (text.endsWith('*') && !isShort(text));
    return { text, role, mode: isOpen ? 'beginning' : otherwise };
  });
}

const byLanguage = Object.values<string>(languages).flatMap(text =>
  text.split(';').flatMap(part => {
    const [name = '', list = ''] = part.split(':');
    const role = shortNames[name.trim()];
    return role === undefined ? [] : entriesOf(role, list, 'whole');
  }),
);

const own = Object.entries(ideas).flatMap(([name, list]) => {
  const role: Role = name === 'jargon' ? 'unsubscribed' : (name as Role);
  return entriesOf(role, list, areStems.has(name as Role) ? 'anywhere' : 'whole');
});

const order = Object.keys(ideas).filter(name => name !== 'jargon');
const given = [...own, ...byLanguage].filter(({ text }) => text !== '');
/** Two words of which both have endings: `zrušen* odběr*`. */
const isPair = ({ text }: Entry) => /\*\s+\S/.test(text);
const all = given.filter(entry => !isPair(entry));
const pairs = given.filter(isPair).map(({ text, role }) => {
  const [first = '', ...others] = foldEach(text.split(/\s+/));
  return [first, others.join(''), role] as const;
});
const folded = foldEach(all.map(({ text }) => text));
/** Words that say of mail or a list alone that somebody left. */
const certain = new Set<Role>(['unsubscribed', 'left', 'deceased']);
const stems = all
  .flatMap(({ role }, i) => (certain.has(role) ? [folded[i] ?? ''] : []))
  .filter(text => text !== '');
/** Status words are words of headers, too. */
const ofStatus = [
  ...words.statuses.suppressed.whole.map(text => ({ text, mode: 'whole' as const })),
  ...words.statuses.suppressed.beginnings.map(text => ({ text, mode: 'beginning' as const })),
]
  .filter(({ text }) => !stems.some(stem => text.startsWith(stem)))
  .map(one => ({ ...one, role: 'ended' as const, isOneWord: false }));
const entries = all
  .map((entry, i) => ({ ...entry, isOneWord: !/\S[\s'’/·-]\S/.test(entry.text), text: folded[i] ?? '' }))
  .concat(ofStatus)
  .filter(({ text }) => text !== '')
  .sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role) || Number(a.isOneWord) - Number(b.isOneWord));

const modes: readonly Mode[] = ['whole', 'beginning', 'anywhere'];

/** Each entry once, in the role that comes first. */
const distinct = new Map<string, (typeof entries)[number]>();
for (const entry of entries) {
  const key = `${entry.text} ${entry.mode}`;
  if (!distinct.has(key)) distinct.set(key, entry);
}

/** By their first two letters, the longest first: each as text, number of its role, number of its mode, and 1 if it is one word. */
const byStart: Record<string, string> = {};
const byLength = [...distinct.values()].sort((a, b) => b.text.length - a.text.length);
for (const { text, role, mode, isOneWord } of byLength) {
  const line = [text, order.indexOf(role), modes.indexOf(mode), Number(isOneWord)].join();
  const start = text.slice(0, 2);
  byStart[start] = start in byStart ? `${byStart[start]};${line}` : line;
}

export default {
  roles: order as Role[],
  /** Beginnings of two words. */
  pairs: pairs.map(([first, second, role]) => [first, second, order.indexOf(role)] as const),
  entries: byStart,
};
