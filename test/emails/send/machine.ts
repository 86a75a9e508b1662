/** What a send needs of the command, with a service and a terminal that note what is asked, said and sent. */
import type { Email, Group } from '../../../src/contract/index.ts';
import { SendJournal } from '../../../src/emails/send/journal.ts';
import { nameEarlierSend, type Sending, sendApproved } from '../../../src/emails/send/send.ts';
import { testClock } from '../../support/clock.ts';
import { temporaryFolder } from '../../support/home.ts';
import { type ScreenOptions, screens } from '../../terminal/screens.ts';
import { anEmail } from '../an-email.ts';

export const draft = anEmail({ id: 'e1', status: 'draft', group_id: 'g1', body_text: 'Hello' });
export const group = (subscribers_count: number) =>
  ({ id: 'g1', name: 'Readers', filters: [], subscribers_count }) as unknown as Group;
export const sendable = (size: number, email = draft) => ({
  email,
  group: group(size),
  limits: { most: undefined, expected: undefined },
});

interface Circumstances {
  /** The status in the response to the request, or what is thrown in its place (default: `sending`). */
  readonly answer?: string | Error;
  /** What else the response shows (default: the draft). */
  readonly shows?: Partial<Email>;
  readonly agrees?: boolean | ((question: string) => boolean);
  readonly screen?: ScreenOptions;
  /** How the last looks find the email (default: as it is), and how large its group is (default: 10). */
  readonly looks?: readonly (Partial<Email> | Error)[];
  readonly size?: number;
  /** What is different about the group, or what reading it throws. */
  readonly to?: object;
  readonly rails?: object;
}

export function machine({
  answer = 'sending',
  shows = {},
  agrees = true,
  screen = {},
  looks = [],
  size = 10,
  to = {},
  rails,
}: Circumstances = {}) {
  const configDir = temporaryFolder();
  const log: string[] = [];
  const screenful = screens({ color: false, ...screen });
  const terminal = {
    ...screenful.terminal,
    confirm: async (question: string, flag: string) => {
      const [, people] = /Send "\w+" to (\d+)/.exec(question) ?? [];
      log.push(
        people === undefined
          ? `${question} ${flag}`
          : `ask ${people} ${question.startsWith('It has changed')}`,
      );
      return typeof agrees === 'function' ? agrees(question) : agrees;
    },
  };
  const journal = new SendJournal(configDir, 'a1', 'e1');
  const limits = { maxWait: 3, signal: new AbortController().signal, clock: testClock(), rails };
  const found = [...looks];
  const call = async (name: string) => {
    if (name === 'getGroup') {
      if (to instanceof Error) throw to;
      return { ...group(size), ...to };
    }
    log.push(`send, ${journal.attempts().length} in the journal`);
    if (answer instanceof Error) throw answer;
    return { ...draft, ...shows, status: answer };
  };
  const api = { call, limits } as never;
  const sending: Sending = {
    api,
    terminal,
    account: { id: 'a1', name: 'Ours' },
    journal,
    shown: sendable(10),
    earlier: undefined,
    read: async () => {
      log.push('look');
      const look = found.shift();
      if (look instanceof Error) throw look;
      return { ...draft, ...look };
    },
    before: '',
    show: async () => String(log.push('show')),
  };
  const outcomes = () => journal.attempts().map(({ outcome, status }) => `${outcome} ${status}`);
  /** A send that was killed, or ended so. */
  const sentBefore = async (
    outcome?: 'sent' | 'not_sent' | 'unknown',
    status?: string,
    created_at: string | null = draft.created_at,
  ) => {
    (await journal.lock({}))?.();
    const facts = { account: 'a1', email: 'e1', created_at, subject: 'May' };
    const key = await journal.begin(facts, journal.earlier(created_at));
    if (outcome !== undefined) journal.end(key, outcome, status);
  };
  return {
    api,
    log,
    said: screenful.err,
    journal,
    limits,
    outcomes,
    named: async (again = false) => {
      const earlier = journal.earlier(draft.created_at);
      return earlier && (await nameEarlierSend(earlier, terminal, again));
    },
    sentBefore,
    send: (more: Partial<Sending> = {}) => sendApproved({ ...sending, ...more }),
    terminal,
  };
}
