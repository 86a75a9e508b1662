import type { StoredSubscriber } from '../store/state.ts';
import { domains, peoples } from './people.ts';

interface Name {
  readonly latin: string;
  readonly native: string;
}

const words = (list: string) => list.split(' ');
const names = (list: string): Name[] =>
  words(list).map(word => {
    const [latin = word, native = word] = word.split('=');
    return { latin: latin.toLowerCase(), native };
  });
const groups = peoples.map(({ first, last, cities }) => ({
  first: names(first),
  last: names(last),
  cities: words(cities),
}));

const day = 24 * 3600_000;
/** How long ago the first subscriber came. */
export const historyDays = 730;
/** So many have addresses without a number, where two don't share a name. */
const plainAddresses = 5000;
/** How many days ago the last letter went out. */
export const lastLetterDays = 6;
/** Above 1, more people join each month than in the one before. */
const growth = 1.8;

/** @returns when a letter went out so many days ago, in milliseconds: at 6:12, when its readers take their train */
export const letterTime = (now: number, days: number): number =>
  Math.floor(now / day - days) * day + (6 * 60 + 12) * 60_000;

/**
 * Makes up subscribers, the oldest first: over two years, ever more of them.
 *
 * @param count how many
 * @param now milliseconds; the last one came shortly before
 * @param random numbers in [0, 1)
 */
export function seedAudience(count: number, now: number, random: () => number): StoredSubscriber[] {
  const taken = new Set<string>();
  const subscribers: StoredSubscriber[] = [];
  for (let i = 0; i < count; i++) {
    const age = historyDays * day * (1 - ((i + random()) / count) ** (1 / growth));
    subscribers.push(subscriber(i, Math.floor(now - age), now, random, taken));
  }
  return subscribers;
}

function subscriber(
  place: number,
  createdAt: number,
  now: number,
  random: () => number,
  taken: Set<string>,
): StoredSubscriber {
  const people = pick(groups, random());
  const first = pick(people.first, random());
  const last = pick(people.last, random());
  const member = random() < 0.22;
  const lastLetter = letterTime(now, lastLetterDays);
  return {
    email: freeAddress(place, first.latin, last.latin, random, taken),
    source: sourceOf(random()),
    status: random() < 0.03 ? 'unsubscribed' : 'subscribed',
    emailedAt: createdAt < lastLetter ? lastLetter : null,
    createdAt,
    updatedAt: Math.floor(createdAt + (now - createdAt) * random() ** 3),
    fields: values(first.native, last.native, pick(people.cities, random()), member, createdAt, random),
    tags: tagSet(member, random()),
  };
}

function freeAddress(
  place: number,
  first: string,
  last: string,
  random: () => number,
  taken: Set<string>,
): string {
  const domain = pick(domains, random() ** 2);
  const form = random();
  const local =
    form < 0.6
      ? `${first}.${last}`
      : form < 0.8
        ? `${first}${last}`
        : form < 0.9
          ? `${first}_${last}`
          : first;
  // Among many, a number makes an address free without looking at all the others.
  if (place >= plainAddresses) return `${local}${place}@${domain}`;
  const plain = `${local}@${domain}`;
  const email = taken.has(plain) ? `${local}${place}@${domain}` : plain;
  taken.add(email);
  return email;
}

function values(
  first_name: string,
  last_name: string,
  city: string,
  member: boolean,
  createdAt: number,
  random: () => number,
): StoredSubscriber['fields'] {
  const birthday = random() < 0.4 ? { birthday: date(1950 + random() * 55, random) } : {};
  const membership = member ? { member_since: new Date(createdAt).toISOString().slice(0, 10) } : {};
  const orders = Math.floor(random() ** 3 * 12);
  return { first_name, last_name, city, ...birthday, ...membership, vip: orders > 8, orders };
}

function date(year: number, random: () => number): string {
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  return `${Math.floor(year)}-${two(1 + random() * 12)}-${two(1 + random() * 28)}`;
}

const sourceOf = (random: number): StoredSubscriber['source'] =>
  random < 0.68 ? 'form' : random < 0.86 ? 'app' : random < 0.97 ? 'api' : 'mcp';

/** Places in `seedTags`. The lists are shared: a million subscribers hold but a few of them. */
const tagSets = [[], [], [], [2], [2, 3], [4], [3], [5], [2, 7], [6]];
const memberTagSets = tagSets.map((tags, i) => (i % 3 === 0 ? [0, 1, ...tags] : [0, ...tags]));

const tagSet = (member: boolean, random: number) => pick(member ? memberTagSets : tagSets, random);

function pick<T>(from: readonly T[], random: number): T {
  const picked = from[Math.floor(random * from.length)];
  if (picked === undefined) throw new RangeError('nothing to pick from');
  return picked;
}
