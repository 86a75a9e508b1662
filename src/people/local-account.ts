import { createHash } from 'node:crypto';
import type { Account } from '../contract/index.ts';

/** The account that something is kept of on this machine. */
export interface LocalAccount {
  readonly id: string;
  readonly baseUrl: string;
}

/** What identifies an account: service.txt does not show the response of GET /v1/account. */
export function localAccount({ id, slug, name }: Account, baseUrl: string): LocalAccount {
  return { id: [id, slug, name].find(one => typeof one === 'string') ?? '', baseUrl };
}

/** A file name for an account: what the service calls it may hold anything. */
export function fileNameOf({ id, baseUrl }: LocalAccount): string {
  return createHash('sha256').update(`${baseUrl}\n${id}`).digest('hex').slice(0, 20);
}
