import { createHash } from 'node:crypto';
import type { Account } from '../contract/index.ts';

/** An account as files on this machine identify it: by its id, as an address can be spelled in several ways. */
export interface LocalAccount {
  readonly id: string;
  readonly baseUrl: string;
}

/** Without an id by slug or name, and address: service.txt does not show the response of GET /v1/account. */
export function localAccount({ id, slug, name }: Account, baseUrl: string): LocalAccount {
  if (typeof id === 'string') return { id, baseUrl };
  const own = [slug, name].find(one => typeof one === 'string') ?? '';
  return { id: `${own} at ${baseUrl}`, baseUrl };
}

/** A file name for an account, whose id may have any characters. */
export function fileNameOf({ id }: LocalAccount): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 20);
}
