/** A service with one email and a list of groups, which behaves around its writes as a test tells it to. */
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { isObject } from '../../src/lib/json/is-object.ts';
import { json, type Plain, type Responder, service } from './service.ts';

/** What it has: a test may change it. */
export interface MailState {
  email: Plain | undefined;
  /** By id; the first one is that of the email. */
  readonly groups: Map<string, Plain>;
  /** Emails that it lists beside this one. */
  others: Plain[];
}

/** What it does with a request that sends or creates. */
export interface Behaviour {
  /** Whether it does what it is asked to (default true). */
  readonly carriesOut?: boolean;
  /** Milliseconds until others can see that it did; Infinity for never (default 0). */
  readonly visibleAfter?: number;
  /** Whether it takes a second send of the same email (default: it refuses it with 409). */
  readonly takesSecond?: boolean;
  /** Its answer; by default the record, as it can be seen by then. */
  readonly answer?: Responder;
  /** Called when a request has come, with its number from 1, before anything is done about it. */
  readonly onRequest?: (n: number) => unknown;
  /** What an answer to a read of the emails waits for, once it is made. */
  readonly holdsBack?: () => Promise<unknown> | undefined;
  /** How it differs when the program comes. */
  readonly initial?: (state: MailState) => void;
  /** What somebody else changes once email and group were read (`shown`), or once the email was changed (`pushed`). */
  readonly meanwhile?: readonly ['shown' | 'pushed', change: (state: MailState) => void];
  /** What it makes of a change to the email (default: what it says); its answer is the email, unless said. */
  readonly saves?: (state: MailState, body: Plain) => Responder | undefined;
  /** Milliseconds until others can see that change (default 0). */
  readonly savedVisibleAfter?: number;
}

export const emailId = '5282b819-65d9-45d2-922e-58c22022e531';
export const groupId = 'b1a4d0de-0f0b-4c6b-8a3c-5c1a2a9d7e11';
export const otherGroupId = 'b1a4d0de-0f0b-4c6b-8a3c-5c1a2a9d7e12';
const time = '2025-05-31T12:00:00Z';

/** Changes the email, as somebody in the web editor would. */
export function edit(state: MailState, changes: Plain): void {
  if (state.email) Object.assign(state.email, { updated_at: '2025-06-01T08:30:00Z' }, changes);
}

/** Changes the group of the email. */
export function regroup({ groups }: MailState, changes: Plain): void {
  Object.assign(groups.get(groupId) ?? {}, changes);
}

/**
 * @param clock by which what it did becomes visible
 * @returns its environment, and what came: requests to write, and how many of them it carried out
 */
export async function mailService(
  behaviour: Behaviour,
  account: Plain = { id: 'a1', name: 'Ours', slug: 'ours' },
  clock: Pick<Clock, 'now'> = systemClock,
) {
  const { carriesOut = true, visibleAfter = 0, takesSecond = false, answer } = behaviour;
  const { initial, meanwhile, saves, savedVisibleAfter = 0 } = behaviour;
  const done: number[] = [];
  const wentOut: Plain[] = [];
  let posts = 0;
  const isVisible = (at: number) => clock.now() - at >= visibleAfter;
  const group = (id: string, name: string): Plain => ({ id, name, subscribers_count: 40, filters: [] });
  const state: MailState = {
    email: {
      id: emailId,
      group_id: groupId,
      subject: 'Bridges',
      preview: null,
      body_html: '<p>Bridges</p>',
      body_text: 'Bridges',
      like_enabled: true,
      background_color: '#ffffff',
      status: 'draft',
      scheduled_at: null,
      created_at: time,
      updated_at: time,
    },
    groups: new Map([[groupId, group(groupId, 'Everyone')]]),
    others: [],
  };
  initial?.(state);
  let before = { ...state.email };
  let savedAt = Number.NEGATIVE_INFINITY;
  const email = () => {
    if (state.email === undefined) return undefined;
    const saved = clock.now() - savedAt >= savedVisibleAfter ? state.email : before;
    return done.some(isVisible) ? { ...saved, status: 'sending' } : { ...saved };
  };
  const groups = () => [
    ...state.groups.values(),
    ...done.filter(isVisible).map((_, n) => group(`b1a4d0de-0f0b-4c6b-8a3c-5c1a2a9d7e2${n}`, 'New')),
  ];
  const page = (data: unknown[]) => ({
    data,
    meta: { current_page: 1, per_page: 50, total: data.length, last_page: 1 },
  });
  const reads: Readonly<Record<string, () => unknown>> = {
    '/v1/account': () => account,
    '/v1/emails': () => page([...state.others, email()].filter(Boolean)),
    '/v1/groups': () => page(groups()),
    '/v1/fields': () => page(groups().map(one => ({ ...one, variable: 'new', kind: 'text' }))),
  };
  let groupReads = 0;
  let requests = 0;
  const { url } = await service((request, response, seen) => {
    behaviour.onRequest?.(++requests);
    const respond = (responder: Responder) => responder(request, response, seen);
    const [, id = ''] = /^\/v1\/groups\/([^/?]+)$/.exec(seen.url) ?? [];
    if (id !== '') groupReads++;
    const isMoment = (moment: string) => meanwhile?.[0] === moment && meanwhile[1](state);
    if (seen.method === 'GET') {
      const found = id === '' ? reads[seen.url.replace(/\?.*/, '')]?.() : state.groups.get(id);
      const answered = () => respond(found ? json(found) : json({ message: 'Not found.' }, 404));
      const held = seen.url.startsWith('/v1/emails') ? behaviour.holdsBack?.() : undefined;
      if (held) void held.then(answered);
      else answered();
      if (id !== '' && groupReads === 1) isMoment('shown');
      return undefined;
    }
    if (seen.method === 'PATCH' && state.email === undefined)
      return respond(json({ message: 'Not found.' }, 404));
    if (seen.method === 'PATCH') {
      const body: unknown = JSON.parse(seen.body);
      before = { ...email() };
      savedAt = clock.now();
      edit(state, { ...(isObject(body) ? body : {}), updated_at: '2025-05-31T12:30:00Z' });
      respond(saves?.(state, isObject(body) ? body : {}) ?? json(state.email));
      return isMoment('pushed');
    }
    posts++;
    const isSend = seen.url.endsWith('/send');
    if (isSend && done.length > 0 && !takesSecond)
      return respond(json({ message: 'It is being sent.' }, 409));
    if (carriesOut) {
      done.push(clock.now());
      wentOut.push({ ...state.email, group: { ...state.groups.get(String(state.email?.group_id)) } });
    }
    const created = () => group(`b1a4d0de-0f0b-4c6b-8a3c-5c1a2a9d7e2${done.length - 1}`, 'New');
    return respond(answer ?? json(isSend ? email() : created(), 201));
  });
  return {
    env: { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' },
    /** How many requests came. */
    requests: () => requests,
    posts: () => posts,
    carriedOut: () => done.length,
    /** The emails as they went out, each with its group. */
    wentOut: () => wentOut,
    state,
  };
}
