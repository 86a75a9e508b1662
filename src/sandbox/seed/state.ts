import { createHash, randomBytes } from 'node:crypto';
import { time } from '../resources/handler.ts';
import { RecordIds, randomNumbers } from '../store/ids.ts';
import type { SandboxState, StoredField, StoredGroup, StoredImport, StoredTag } from '../store/state.ts';
import { seedEmails } from './emails.ts';
import { historyDays, seedSubscribers } from './subscribers.ts';

const day = 24 * 3600_000;

/**
 * The data of a new sandbox: the account of a newsletter about travelling by train. The same arguments give the same
 * data, but for a new API key.
 *
 * @param options.now milliseconds since 1970
 */
export function seedState(options: {
  seed: number;
  subscribers: number;
  now: number;
  apiKey: string | undefined;
  accountName?: string | undefined;
}): SandboxState {
  const { seed, now } = options;
  const random = randomNumbers(seed);
  const start = now - historyDays * day;
  const subscribers = seedSubscribers(options.subscribers, now, random);
  return {
    seed,
    apiKey: options.apiKey ?? `sandbox-key-${randomBytes(8).toString('hex')}`,
    account: { ...account(seed, start, now), ...named(options.accountName, seed) },
    tags: tags(start),
    fields: fields(start),
    groups: groups(start),
    emails: seedEmails(subscribers, now, random),
    imports: options.subscribers === 0 ? [] : [pastImport(subscribers.length, start)],
    families: [],
    subscribers,
  };
}

function account(seed: number, start: number, now: number): SandboxState['account'] {
  return {
    id: new RecordIds(seed, 0).at(0),
    name: 'The Slow Carriage',
    slug: 'slow-carriage',
    email_address: 'mira@slow-carriage.example',
    physical_address: 'Halte Books, Gleisdreieck 9, 10963 Berlin, Germany',
    status: 'active',
    image_url: 'https://slow-carriage.example/cover.png',
    logo_svg:
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9" fill="#a63d22"/></svg>',
    created_at: time(start - 3 * day),
    updated_at: time(now - 12 * day),
  };
}

/** What tells accounts apart. */
function named(name: string | undefined, seed: number): Partial<SandboxState['account']> {
  if (name === undefined) return {};
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = letters.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  const hash = createHash('sha256').update(name).digest().readUInt32BE();
  return {
    id: new RecordIds(seed + hash, 0).at(0),
    name,
    slug,
    email_address: `news@${slug || 'account'}.example`,
  };
}

function tags(start: number): StoredTag[] {
  const seeded: readonly [string, string][] = [
    ['member', 'green'],
    ['founding reader', 'yellow'],
    ['night trains', 'indigo'],
    ['photography', 'teal'],
    ['berlin meetup', 'orange'],
    ['lisbon issue', 'blue'],
    ['press', 'gray'],
    ['interrail', 'pink'],
  ];
  return seeded.map(([name, color], i) => ({ name, color, ...dated(start + i * 9 * day) }));
}

function fields(start: number): StoredField[] {
  const seeded: readonly [string, string, StoredField['kind']][] = [
    ['First name', 'first_name', 'text'],
    ['Last name', 'last_name', 'text'],
    ['City', 'city', 'text'],
    ['Birthday', 'birthday', 'date'],
    ['Member since', 'member_since', 'date'],
    ['VIP', 'vip', 'boolean'],
    ['Orders', 'orders', 'number'],
  ];
  return seeded.map(([name, variable, kind], i) => ({ name, variable, kind, ...dated(start + i * day) }));
}

function groups(start: number): StoredGroup[] {
  const group = (name: string, description: string, color: string, filters: StoredGroup['filters']) => ({
    name,
    description,
    color,
    filters,
    ...dated(start + 20 * day),
  });
  return [
    group('Everyone', 'All who read us', 'gray', []),
    group('Members', 'Those who pay for the paper', 'green', [
      { field: 'tags', operator: 'equals', value: 'member' },
    ]),
    group('Berlin readers', 'For meetings on platform 9', 'orange', [
      { field: 'fields.city', operator: 'equals', value: 'Berlin' },
    ]),
    group('Night trains', 'The sleepless', 'indigo', [
      { field: 'tags', operator: 'equals', value: 'night trains' },
    ]),
    group('Good customers', 'Five orders and more', 'yellow', [
      { field: 'fields.orders', operator: 'greater_than', value: 4 },
    ]),
  ];
}

function pastImport(subscribers: number, start: number): StoredImport {
  const created = Math.ceil(subscribers * 0.3);
  const skipped = 3;
  return {
    fileName: 'readers-from-the-old-list.csv',
    status: 'completed',
    total: created + skipped,
    created,
    updated: 0,
    skipped: { 'without a valid email address': skipped },
    error: `Rows skipped: ${skipped} without a valid email address.`,
    createdAt: start,
    completedAt: start + 4000,
    rows: [],
    done: 0,
    tags: [],
  };
}

const dated = (at: number) => ({ createdAt: at, updatedAt: at });
