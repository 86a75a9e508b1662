import type { StoredSubscriber } from '../store/state.ts';
import data from './account.json' with { type: 'json' };

interface Name {
  readonly latin: string;
  readonly native: string;
}

/** `latin=native` in the data: the spelling in email addresses, and the one that its owner uses. */
const parseNames = (list: string): Name[] =>
  list.split(' ').map(word => {
    const [latin = word, native = word] = word.split('=');
    return { latin: latin.toLowerCase(), native };
  });
const regions = data.regions.map(({ first, last, cities }) => ({
  first: parseNames(first),
  last: parseNames(last),
  cities: cities.split(' '),
}));

const day = 24 * 3600_000;
/** How many days ago the first subscriber signed up. */
export const historyDays = 730;
/** Addresses of the first subscribers get a number only if they are taken, those of all others always. */
const checkedAddresses = 5000;
/** How many days ago the last email was sent. */
export const lastEmailDays = 6;
/** Above 1: sign-ups increase from month to month. */
const growth = 1.8;

/** 6:12 (UTC) on the morning `days` days ago, when emails are sent; in milliseconds since 1970. */
export function sendTime(now: number, days: number): number {
  return Math.floor(now / day - days) * day + (6 * 60 + 12) * 60_000;
}

/**
 * Invents subscribers who signed up within two years, the oldest first.
 *
 * @param now milliseconds since 1970; the newest subscriber signed up shortly before
 * @param random returns numbers in [0, 1)
 */
export function seedSubscribers(count: number, now: number, random: () => number): StoredSubscriber[] {
  const freeAddress = addresses(random);
  return Array.from({ length: count }, (_, at) => {
    const age = historyDays * day * (1 - ((at + random()) / count) ** (1 / growth));
    return subscriber(Math.floor(now - age), now, random, freeAddress);
  });
}

function subscriber(
  createdAt: number,
  now: number,
  random: () => number,
  freeAddress: ReturnType<typeof addresses>,
): StoredSubscriber {
  const region = pick(regions, random());
  const first = pick(region.first, random());
  const last = pick(region.last, random());
  const member = random() < 0.22;
  const lastEmail = sendTime(now, lastEmailDays);
  return {
    email: freeAddress(first.latin, last.latin),
    source: sourceOf(random()),
    status: random() < 0.03 ? 'unsubscribed' : 'subscribed',
    emailedAt: createdAt < lastEmail ? lastEmail : null,
    createdAt,
    updatedAt: Math.floor(createdAt + (now - createdAt) * random() ** 3),
    fields: {
      first_name: first.native,
      last_name: last.native,
      city: pick(region.cities, random()),
      ...values(member, createdAt, random),
    },
    tags: tagSet(member, random()),
  };
}

/** @returns makes the address of the next subscriber, which no other has */
function addresses(random: () => number): (first: string, last: string) => string {
  const taken = new Set<string>();
  let index = -1;
  return (first, last) => {
    index++;
    const domain = pick(data.domains, random() ** 2);
    const form = random();
    const separator = form < 0.6 ? '.' : form < 0.8 ? '' : '_';
    const local = form < 0.9 ? `${first}${separator}${last}` : first;
    const plain = `${local}@${domain}`;
    if (index >= checkedAddresses || taken.has(plain)) return `${local}${index}@${domain}`;
    taken.add(plain);
    return plain;
  };
}

function values(member: boolean, createdAt: number, random: () => number): StoredSubscriber['fields'] {
  const birthday = random() < 0.4 ? { birthday: date(1950 + random() * 55, random) } : {};
  const membership = member ? { member_since: new Date(createdAt).toISOString().slice(0, 10) } : {};
  const orders = Math.floor(random() ** 3 * 12);
  return { ...birthday, ...membership, vip: orders > 8, orders };
}

function date(year: number, random: () => number): string {
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  return `${Math.floor(year)}-${two(1 + random() * 12)}-${two(1 + random() * 28)}`;
}

const sourceOf = (random: number): StoredSubscriber['source'] =>
  random < 0.68 ? 'form' : random < 0.86 ? 'app' : random < 0.97 ? 'api' : 'mcp';

/** Indexes of seeded tags. Subscribers share these arrays, so that a million of them need little memory. */
const tagSets = [[], [], [], [2], [2, 3], [4], [3], [5], [2, 7], [6]];
const memberTagSets = tagSets.map((tags, i) => (i % 3 === 0 ? [0, 1, ...tags] : [0, ...tags]));

const tagSet = (member: boolean, random: number) => pick(member ? memberTagSets : tagSets, random);

function pick<T>(from: readonly T[], random: number): T {
  const picked = from[Math.floor(random * from.length)];
  if (picked === undefined) throw new RangeError('nothing to pick from');
  return picked;
}
