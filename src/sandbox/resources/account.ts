import { invalidField } from '../http/error.ts';
import { type Handlers, time } from './handler.ts';
import { isAddress } from './subscribers.ts';

export const accountHandlers = {
  getAccount: ({ state }) => ({ status: 200, record: state.account }),

  updateAccount({ state, options }, { body }) {
    if (body.name?.trim() === '') throw invalidField('name', 'name must not be empty.');
    if (body.slug !== undefined && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(body.slug)) {
      throw invalidField('slug', 'slug must be lower-case letters, digits and single hyphens.');
    }
    if (body.email_address && !isAddress(body.email_address)) {
      throw invalidField('email_address', 'email_address must be an email address.');
    }
    Object.assign(state.account, body);
    if (body.email_address === '') state.account.email_address = null;
    if (body.physical_address === '') state.account.physical_address = null;
    if (Object.keys(body).length > 0) state.account.updated_at = time(options.clock());
    return { status: 200, record: state.account };
  },
} satisfies Partial<Handlers>;
