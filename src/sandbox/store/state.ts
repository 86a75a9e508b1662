/**
 * All that a sandbox remembers, as plain data: what is in memory is what the data file holds.
 * Times are milliseconds since 1970; the place of a record in its list is what its id is made from.
 */

import type { Account, Group, Subscriber } from '../../contract/index.ts';
import type { Json, JsonObject } from '../../contract/schema.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Dated {
  createdAt: number;
  updatedAt: number;
}

export interface StoredTag extends Dated {
  name: string;
  /** A name of `colors`, or #rrggbb. */
  color: string;
}

export interface StoredField extends Dated {
  name: string;
  variable: string;
  kind: 'text' | 'number' | 'date' | 'boolean';
}

export interface StoredGroup extends Dated {
  name: string;
  description: string | null;
  color: string;
  filters: Group['filters'];
}

export type SubscriberStatus = 'subscribed' | 'unsubscribed';

export interface StoredSubscriber extends Dated {
  email: string;
  source: Subscriber['source'];
  status: SubscriberStatus;
  emailedAt: number | null;
  fields: JsonObject;
  /** Places in the list of tags. */
  tags: readonly number[];
}

/** What a delivery ends with; while it runs, a growing share of each has happened. */
export interface DeliveryTotals {
  sent: number;
  bounced: number;
  complaints: number;
  likes: number;
  unsubscribed: number;
}

export interface StoredEmail extends Dated {
  /** Where it stands; `sending` covers review, delivery and the end, told apart by the clock. */
  phase: 'draft' | 'scheduled' | 'paused' | 'sending' | 'denied' | 'sent';
  group: number | null;
  subject: string | null;
  preview: string | null;
  body_html: string | null;
  body_text: string | null;
  like_enabled: boolean;
  background_color: string;
  foreground_color: string;
  font_id: string;
  scheduledAt: number | null;
  sentAt: number | null;
  completedAt: number | null;
  totals: DeliveryTotals | null;
}

export interface StoredImport {
  fileName: string | null;
  status: 'pending' | 'processing' | 'completed' | 'failed';
  total: number;
  created: number;
  updated: number;
  /** Why rows were left out, and how many for each reason. */
  skipped: Record<string, number>;
  error: string | null;
  createdAt: number;
  completedAt: number | null;
  /** What is still to be done; empty when the job is over. */
  rows: readonly Json[];
  /** How many of `rows` are done. */
  done: number;
  /** Places in the list of tags. */
  tags: readonly number[];
}

/** All tokens that come from one authorization. Revoking one means revoking them together. */
export interface TokenFamily {
  clientId: string;
  refreshToken: string;
  expiresAt: number;
  /** Refresh tokens already used: seeing one again means that somebody else has it. */
  spent: string[];
  access: { token: string; expiresAt: number }[];
}

export interface State {
  seed: number;
  apiKey: string;
  account: Mutable<Account>;
  tags: StoredTag[];
  fields: StoredField[];
  groups: StoredGroup[];
  emails: StoredEmail[];
  imports: StoredImport[];
  families: TokenFamily[];
  subscribers: StoredSubscriber[];
}
