import { createHash } from 'node:crypto';
import type { Account } from '../contract/index.ts';

/** An account as files on this machine identify it. */
export interface LocalAccount {
  readonly id: string;
  readonly baseUrl: string;
}

/** By id, slug or name: service.txt does not show the response of GET /v1/account. */
export function localAccount({ id, slug, name }: Account, baseUrl: string): LocalAccount {
  return { id: [id, slug, name].find(one => typeof one === 'string') ?? '', baseUrl };
}

/** A file name for an account, whose id may have any characters. */
export function fileNameOf({ id, baseUrl }: LocalAccount): string {
  return createHash('sha256').update(`${baseUrl}\n${id}`).digest('hex').slice(0, 20);
}
