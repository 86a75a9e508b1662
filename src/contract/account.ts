import { change, type Endpoint, type Resource, read } from './endpoint.ts';
import { identity, nullableText, text } from './schema.ts';

/** service.txt, "Account". */
export const account = {
  name: 'account',
  fields: {
    ...identity,
    name: text,
    slug: text,
    email_address: nullableText,
    physical_address: nullableText,
    status: { kind: 'enumeration', values: ['pending', 'active', 'paused', 'banned'] },
    image_url: nullableText,
    logo_svg: nullableText,
  },
  columns: ['id', 'name', 'slug', 'status', 'email_address', 'physical_address', 'created_at'],
} as const satisfies Resource;

const writable = { name: text, slug: text, email_address: text, physical_address: text } as const;

export const accountEndpoints = {
  // service.txt shows this request only as the example of authorization, without its response.
  getAccount: { ...read, path: '/v1/account', response: account },
  updateAccount: { ...change, path: '/v1/account', body: writable, response: account, needs: 'all' },
} as const satisfies Record<string, Endpoint>;
