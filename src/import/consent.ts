import { basename } from 'node:path';
import type { Dialect } from './dialect.ts';
import { looseName } from './headers.ts';
import type { Row } from './rows.ts';

/**
 * Who must not be mailed. A file says so by a status word, an opt-in or opt-out column, a date that is not
 * empty, or its own name; any one of them wins, and only words known to be good make an active subscriber.
 */
export interface Consent {
  /** Columns that are read as marks, for the summary. */
  readonly columns: readonly string[];
  /** Why the person in this row must not be mailed; undefined when nothing speaks against it. */
  reason(cells: readonly string[]): string | undefined;
}

type Kind = 'status' | 'opt-in' | 'opt-out';

const loose = (names: readonly string[]) => new Set(names.map(looseName));

const statusNames = loose([
  ...[
    'status',
    'subscription status',
    'subscriber status',
    'email status',
    'email permission status',
    'contact status',
  ],
  ...[
    'subscriber_type',
    'email subscription status',
    'email marketing status',
    'marketing status',
    'opt-in status',
    'member status',
  ],
  ...[
    'statut',
    'estado',
    'stato',
    'subscription state',
    'list status',
    'email subscriber status',
    'abonnement status',
  ],
]);
/** A column of this name is about consent only if its words are: it may be the state somebody lives in. */
const doubtfulStatusNames = loose(['state', 'type', 'subscription', 'subscriber', 'confirmed']);
const optInNames = loose([
  ...[
    'accepts email marketing',
    'accepts marketing',
    'opted in',
    'opt in',
    'optin',
    'subscribed',
    'is subscribed',
  ],
  ...[
    'subscribed_to_emails',
    'email marketing consent',
    'email consent',
    'marketing consent',
    'email opt in',
    'email_opt_in',
  ],
  ...[
    'accepts emails',
    'newsletter consent',
    'consent',
    'is active',
    'active',
    'enabled',
    'email enabled',
    'abonniert',
  ],
]);
const optOutNames = loose([
  ...[
    'unsubscribed',
    'unsub',
    'unsubscribed_at',
    'unsubscribed at',
    'unsubscribe date',
    'unsub_time',
    'unsubscription_date',
  ],
  ...[
    'unsubscribed on',
    'date unsubscribed',
    'unsubscribed date',
    'unsubscribed from all email',
    'email_disabled',
    'opted out',
  ],
  ...[
    'opt out',
    'optout',
    'email opt out',
    'email_opt_out',
    'opted out at',
    'do not email',
    'do not contact',
    'donotemail',
  ],
  ...[
    'deleted_at',
    'deleted',
    'clean_time',
    'bounced',
    'bounced_at',
    'hard_bounce',
    'hard bounced',
    'email hard bounce reason',
  ],
  ...[
    'complained',
    'spam',
    'blocked',
    'blocklisted',
    'blacklisted',
    'email_blacklisted',
    'suppressed',
    'abgemeldet',
    'désabonné',
  ],
]);

const goodWords = loose([
  ...[
    'subscribed',
    'active',
    'enabled',
    'confirmed',
    'opted in',
    'opt in',
    'optin',
    'regular',
    'yes',
    'true',
    '1',
    'y',
  ],
  ...[
    'premium',
    'gifted',
    'trialed',
    'unpaid',
    'churned',
    'churning',
    'past_due',
    'paused',
    'upcoming',
    'cold',
  ],
  ...[
    'express',
    'implied',
    'subscriber',
    'abonniert',
    'aktiv',
    'abonné',
    'actif',
    'suscrito',
    'activo',
    'iscritto',
    'attivo',
  ],
]);
const unconfirmedWords = loose([
  ...[
    'pending',
    'unconfirmed',
    'unactivated',
    'awaiting confirmation',
    'needs approval',
    'not confirmed',
    'unverified',
  ],
]);
const badWords = loose([
  ...[
    'unsubscribed',
    'inactive',
    'cleaned',
    'bounced',
    'complained',
    'spam',
    'deleted',
    'removed',
    'blocked',
    'blocklisted',
  ],
  ...[
    'blacklisted',
    'disabled',
    'cancelled',
    'canceled',
    'undeliverable',
    'suppressed',
    'opted out',
    'opt out',
    'archived',
  ],
  ...[
    'non-subscribed',
    'nonsubscribed',
    'transactional',
    'invalid',
    'junk',
    'banned',
    'abgemeldet',
    'désabonné',
    'inaktiv',
  ],
  ...[
    'no',
    'false',
    '0',
    'n',
    'never',
    'not subscribed',
    'unsubscribe',
    'hard bounced',
    'hard bounce',
    'complaint',
  ],
]);
const yesWords = loose([...goodWords, 'x', 'on', 't', 'ja', 'oui', 'si', 'sí', '✓']);
const emptyWords = loose([
  '',
  'no',
  'false',
  '0',
  'n',
  'f',
  'off',
  'never',
  'null',
  'none',
  'nil',
  'n/a',
  '-',
  'nein',
  'non',
  '0.0',
]);

const fileNames: readonly (readonly [RegExp, string])[] = [
  [/^unsubscribed[_-]/i, 'the file is an export of unsubscribed people'],
  [/^cleaned[_-]/i, 'the file is an export of addresses that bounced'],
  [/^non-?subscribed[_-]/i, 'the file is an export of people who never subscribed'],
];

/**
 * Finds the marks of a file.
 *
 * @param choice a column by name or number that is the status column; false: no column is; undefined: guess
 */
export function findConsent(
  fileName: string,
  dialect: Dialect,
  sample: readonly Row[],
  choice: number | false | undefined,
): Consent {
  const byName = fileNames.find(([pattern]) => pattern.test(basename(fileName)))?.[1];
  const marks: { column: number; kind: Kind }[] = [];
  if (choice !== false) {
    dialect.header.forEach((header, column) => {
      const kind = column === choice ? 'status' : markKind(header, column, sample);
      if (kind !== undefined) marks.push({ column, kind });
    });
  }
  return {
    columns: marks.map(({ column }) => dialect.names[column] ?? ''),
    reason: cells => {
      if (byName !== undefined) return byName;
      for (const { column, kind } of marks) {
        const cell = cells[column] ?? '';
        const against = judge(kind, cell);
        if (against !== undefined) return `${dialect.names[column]}: ${against}`;
      }
      return undefined;
    },
  };
}

function markKind(header: string, column: number, sample: readonly Row[]): Kind | undefined {
  const name = looseName(header);
  if (optOutNames.has(name)) return 'opt-out';
  const words = sample.map(row => looseName(row.cells[column] ?? '')).filter(word => word !== '');
  // A column that is empty throughout says nothing about anybody.
  if (optInNames.has(name)) return words.length === 0 ? undefined : 'opt-in';
  if (statusNames.has(name)) return words.length === 0 ? undefined : 'status';
  if (!doubtfulStatusNames.has(name)) return undefined;
  const known = words.filter(word => goodWords.has(word) || badWords.has(word) || unconfirmedWords.has(word));
  return known.length > words.length / 2 ? 'status' : undefined;
}

/** What a cell says against mailing, in its own words; undefined when nothing. */
function judge(kind: Kind, cell: string): string | undefined {
  const word = looseName(cell);
  const shown = cell.trim();
  if (kind === 'opt-out') return emptyWords.has(word) ? undefined : shown;
  if (kind === 'opt-in') {
    if (yesWords.has(word) || /^\d{4}-\d\d-\d\d/.test(shown)) return undefined;
    return shown === '' ? 'empty' : shown;
  }
  if (goodWords.has(word)) return undefined;
  if (unconfirmedWords.has(word)) return `${shown} (not yet confirmed)`;
  return shown === ''
    ? 'empty'
    : badWords.has(word)
      ? shown
      : `"${shown}" is no status this program knows to be active`;
}
