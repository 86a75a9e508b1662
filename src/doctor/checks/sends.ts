import { describeEarlier, unresolvedSends } from '../../emails/send-journal.ts';
import { type Check, warning } from '../run-checks.ts';

export const unresolvedEmails: Check = {
  name: 'sends',
  needs: ['folder'],
  run: ({ configDir }) =>
    unresolvedSends(configDir).map(send =>
      warning(
        `${describeEarlier(send)} ("${send.subject ?? 'no subject'}", ${send.service})`,
        `newsletter emails watch ${send.email}`,
      ),
    ),
};
