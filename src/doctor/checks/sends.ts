import { describeEarlier, unresolvedSends } from '../../emails/send/earlier-sends.ts';
import { serviceAddress } from '../../http/url.ts';
import { type Check, warning } from '../run-checks.ts';

/** Names the sends of the chosen service whose outcome was never learned. */
export const unresolvedEmails: Check = {
  name: 'sends',
  needs: ['folder', 'base-url'],
  async run(context) {
    const service = serviceAddress((await context.settings()).need('base-url')).href;
    return unresolvedSends(context.configDir)
      .filter(send => send.service === service)
      .map(send =>
        warning(
          `${describeEarlier(send)} ("${send.subject ?? 'no subject'}")`,
          `newsletter emails watch ${send.email}`,
        ),
      );
  },
};
