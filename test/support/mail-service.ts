/** A service with one email and a list of groups, which behaves around its writes as a test tells it to. */
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { json, type Plain, type Responder, service } from './service.ts';

/** What it does with a request that sends or creates. */
export interface Behaviour {
  /** Whether it does what it is asked to (default true). */
  readonly carriesOut?: boolean;
  /** Milliseconds until others can see that it did; Infinity for never (default 0). */
  readonly visibleAfter?: number;
  /** Whether it takes a second send of the same email (default: it refuses it with 409). */
  readonly takesSecond?: boolean;
  /** Whether it goes away before the send: nothing listens by then. */
  readonly goesAway?: boolean;
  /** Its answer; by default the record, as it can be seen by then. */
  readonly answer?: Responder;
}

export const emailId = '5282b819-65d9-45d2-922e-58c22022e531';
const groupId = 'b1a4d0de-0f0b-4c6b-8a3c-5c1a2a9d7e11';
const time = '2025-05-31T12:00:00Z';

/**
 * @param clock by which what it did becomes visible
 * @returns its environment, and what came: requests to write, and how many of them it carried out
 */
export async function mailService(
  behaviour: Behaviour,
  account: Plain = { id: 'a1', name: 'Ours', slug: 'ours' },
  clock: Pick<Clock, 'now'> = systemClock,
) {
  const { carriesOut = true, visibleAfter = 0, takesSecond = false, answer, goesAway } = behaviour;
  const done: number[] = [];
  let posts = 0;
  const isVisible = (at: number) => clock.now() - at >= visibleAfter;
  const group = (id: string, name: string) => ({ id, name, subscribers_count: 40, filters: [] });
  const email = () => ({
    id: emailId,
    group_id: groupId,
    subject: 'Bridges',
    body_html: '<p>Bridges</p>',
    status: done.some(isVisible) ? 'sending' : 'draft',
    scheduled_at: null,
    created_at: time,
    updated_at: time,
  });
  const groups = () => [
    group(groupId, 'Everyone'),
    ...done.filter(isVisible).map((_, n) => group(`b1a4d0de-0f0b-4c6b-8a3c-5c1a2a9d7e2${n}`, 'New')),
  ];
  const page = (data: unknown[]) => ({
    data,
    meta: { current_page: 1, per_page: 50, total: data.length, last_page: 1 },
  });
  const reads: Readonly<Record<string, () => unknown>> = {
    '/v1/account': () => account,
    '/v1/emails': () => page([email()]),
    '/v1/groups': () => page(groups()),
    '/v1/fields': () => page(groups().map(one => ({ ...one, variable: 'new', kind: 'text' }))),
    [`/v1/groups/${groupId}`]: () => groups()[0],
  };
  let groupReads = 0;
  const { url, stop } = await service((request, response, seen) => {
    const respond = (responder: Responder) => responder(request, response, seen);
    // The second look at the group is the last request before a send.
    if (goesAway && seen.url.endsWith(groupId) && ++groupReads === 2) {
      response.setHeader('connection', 'close');
      stop();
    }
    if (seen.method === 'GET') return respond(json(reads[seen.url.replace(/\?.*/, '')]?.()));
    posts++;
    const isSend = seen.url.endsWith('/send');
    if (isSend && done.length > 0 && !takesSecond)
      return respond(json({ message: 'It is being sent.' }, 409));
    if (carriesOut) done.push(clock.now());
    const created = () => group(`b1a4d0de-0f0b-4c6b-8a3c-5c1a2a9d7e2${done.length - 1}`, 'New');
    return respond(answer ?? json(isSend ? email() : created(), 201));
  });
  return {
    env: { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' },
    posts: () => posts,
    carriedOut: () => done.length,
  };
}
