/**
 * The data of a sandbox, in memory as in the data file. Times are milliseconds since 1970. The id of a record is
 * computed from its index in the list.
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
  /** Indexes of `SandboxState.tags`. */
  tags: readonly number[];
}

/** The counts at the end of a delivery; until then a growing share of them is shown. */
export interface DeliveryTotals {
  sent: number;
  bounced: number;
  complaints: number;
  likes: number;
  unsubscribed: number;
}

export interface StoredEmail extends Dated {
  /** `sending` covers review and delivery, which the clock tells apart. */
  phase: 'draft' | 'scheduled' | 'paused' | 'sending' | 'denied' | 'sent';
  /** Index of `SandboxState.groups`. */
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
  /** How many rows were skipped, by reason. */
  skipped: Record<string, number>;
  error: string | null;
  createdAt: number;
  completedAt: number | null;
  /** All rows while the job runs; empty when it is over. */
  rows: readonly Json[];
  /** How many of `rows` have been imported or skipped. */
  done: number;
  /** Indexes of `SandboxState.tags`. */
  tags: readonly number[];
}

/** The tokens that follow from one authorization, which are revoked together. */
export interface TokenFamily {
  clientId: string;
  refreshToken: string;
  expiresAt: number;
  /** Refresh tokens that were used: a second use shows that the token has leaked. */
  spent: string[];
  access: { token: string; expiresAt: number }[];
}

export interface SandboxState {
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
