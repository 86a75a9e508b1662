import { invalid } from '../http/error.ts';
import { isAddress } from './addresses.ts';
import type { Handlers } from './handler.ts';
import { time } from './handler.ts';

/** GET and PATCH /v1/account. */
export const accountHandlers = {
  getAccount: ({ state }) => ({ status: 200, record: state.account }),

  updateAccount({ state, rules }, { body }) {
    if (body.name?.trim() === '') invalid('name', 'name must not be empty.');
    if (body.slug !== undefined && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(body.slug)) {
      invalid('slug', 'slug must be lower-case letters, digits and single hyphens.');
    }
    if (body.email_address && !isAddress(body.email_address)) {
      invalid('email_address', 'email_address must be an e-mail address.');
    }
    Object.assign(state.account, body, body.email_address === '' ? { email_address: null } : {});
    if (body.physical_address === '') state.account.physical_address = null;
    if (Object.keys(body).length > 0) state.account.updated_at = time(rules.clock());
    return { status: 200, record: state.account };
  },
} satisfies Partial<Handlers>;
