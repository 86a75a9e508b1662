/** All words about mail and consent with what they stand for, folded: one vocabulary for headers, values, titles and names. */
import { foldEach } from '../../rows/values/folded-lists.ts';
import elsewhere from './elsewhere.table.ts';
import answers from './ideas-answers.table.ts';
import answersOfTheWorld from './ideas-answers-world.table.ts';
import directions from './ideas-direction.table.ts';
import european from './ideas-europe.table.ts';
import mail from './ideas-mail.table.ts';
import refused from './ideas-refused.table.ts';
import world from './ideas-world.table.ts';
import statuses from './opted-out-words.table.ts';

/** In order: where two are equally long, the first counts. */
const roles = {
  unsubscribed: [refused.unsubscribed],
  deceased: [refused.deceased],
  jargon: [directions.jargon],
  left: [refused.left],
  newsletter: [mail.newsletter],
  consent: [mail.consent],
  subscription: [mail.subscription],
  advertising: [mail.advertising],
  mail: [mail.mail],
  privacy: [mail.privacy],
  until: [directions.until],
  contact: [mail.contact],
  channel: [directions.channels],
  matter: [elsewhere.matters],
  trade: [elsewhere.trade],
  thing: [elsewhere.things],
  negation: [directions.negations],
  declined: [directions.declined],
  given: [directions.given],
  status: [directions.status],
  remark: [directions.remark],
  news: [mail.news],
  sending: [mail.sending],
  joined: [mail.joined],
  ended: [refused.ended],
  wanted: [directions.wanted],
  neutral: [elsewhere.neutral],
} as const;

export type Role = Exclude<keyof typeof roles, 'jargon'>;

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

const byLanguage = [european, world, answers, answersOfTheWorld]
  .flatMap(Object.values<string>)
  .flatMap(text =>
    text.split(';').flatMap(part => {
      const [name = '', list = ''] = part.split(':');
      const role = shortNames[name.trim()];
      return role === undefined ? [] : entriesOf(role, list, 'whole');
    }),
  );

const own = Object.entries(roles).flatMap(([name, lists]) => {
  const role: Role = name === 'jargon' ? 'unsubscribed' : (name as Role);
  return lists.flatMap(list => entriesOf(role, list, areStems.has(name as Role) ? 'anywhere' : 'whole'));
});

const order = Object.keys(roles).filter(name => name !== 'jargon');
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
  ...statuses.suppressedWords.whole.map(text => ({ text, mode: 'whole' as const })),
  ...statuses.suppressedWords.beginnings.map(text => ({ text, mode: 'beginning' as const })),
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

/** Each as text, number of its role, number of its mode, and 1 if it is one word. */
export default {
  roles: order as Role[],
  /** Beginnings of two words. */
  pairs: pairs.map(([first, second, role]) => [first, second, order.indexOf(role)] as const),
  entries: [...distinct.values()].map(
    ({ text, role, mode, isOneWord }) =>
      [text, order.indexOf(role), modes.indexOf(mode), Number(isOneWord)] as const,
  ),
};
