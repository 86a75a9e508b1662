/**
 * Rails: what a run may send at most (`allow`, `send`, `max-recipients`, `max-changes`). The client has them judge every
 * request before a byte of it leaves, by the method and path that are sent.
 */
import { type Allowance, allowances, type Endpoint } from '../contract/endpoint.ts';
import { asFailure } from '../lib/as-failure.ts';
import { Failure } from '../lib/failure.ts';
import { parseObject } from '../lib/json/is-object.ts';
import { endpointFor, sendsEmail } from './targets.ts';
import type { TransportRequest } from './transport.ts';

/** A value, and who set it: `NEWSLETTER_ALLOW`, `/home/ann/list/.newsletterrc.json`. */
interface Rail<T> {
  readonly value: T;
  readonly from: string;
}

export interface RailValues {
  readonly allow?: Rail<Allowance> | undefined;
  readonly send?: Rail<'person' | 'yes'> | undefined;
  readonly 'max-recipients'?: Rail<number> | undefined;
  readonly 'max-changes'?: Rail<number> | undefined;
}

/** Who agreed to a send, and how many get it; undefined if that is unknown. */
interface SendConsent {
  readonly recipients: number | undefined;
  /** Answered at a terminal, not by --yes. */
  readonly byPerson: boolean;
}

type Asked = Pick<TransportRequest, 'method' | 'url' | 'headers' | 'content'> & { readonly path: string };

export class Rails {
  /** Those of the account's own profile are added once the account is known. */
  values: RailValues;
  /** How many people the requests that have left may have changed. */
  #changed = 0;
  #consent: SendConsent | undefined;
  /** The first refusal of what a dry run shows: the run ends with it, as the real one would. */
  refusal: Failure | undefined;

  constructor(values: RailValues) {
    this.values = values;
  }

  /** Judges what a dry run shows, instead of sending it. */
  preview(judge: (rails: this) => unknown): void {
    try {
      judge(this);
    } catch (error) {
      this.refusal ??= asFailure(error);
    }
  }

  /** Before a command that would write does anything. @param least that allows it @throws Failure not_allowed */
  checkWrite(least: Allowance): void {
    this.#checkLevel(least, 'this command changes the account');
  }

  /** @param instead hint of what a person can do @throws Failure not_allowed */
  checkSender(byPerson: boolean, instead?: string): void {
    const { allow, send } = this.values;
    if (allow !== undefined && allow.value !== 'all')
      throw notAllowed('sending an email', 'allow', allow, 'all');
    if (send?.value === 'person' && !byPerson)
      throw notAllowed('a send without an answer typed at a terminal', 'send', send, 'yes', instead);
  }

  /** Notes that a send was agreed to; the next request that sends uses it up. @throws Failure not_allowed */
  approveSend(consent: SendConsent): void {
    this.checkSender(consent.byPerson);
    this.checkRecipients(consent.recipients);
    this.#consent = consent;
  }

  /** @param recipients undefined if their number is unknown @throws Failure not_allowed */
  checkRecipients(recipients = Number.POSITIVE_INFINITY): void {
    const most = this.values['max-recipients'];
    if (most === undefined || recipients <= most.value) return;
    throw notAllowed(`sending to ${subscribers(recipients)}`, 'max-recipients', most, recipients);
  }

  /** Before the first of several requests, so that nothing is begun that cannot be sent. @throws Failure not_allowed */
  planChanges(people: number): void {
    if (people > 0) this.#checkLevel('import', `changing ${subscribers(people)}`);
    this.#checkChanges(people);
  }

  #checkLevel(level: Allowance, what: string): void {
    const { allow } = this.values;
    if (allow !== undefined && allowances.indexOf(level) > allowances.indexOf(allow.value))
      throw notAllowed(what, 'allow', allow, level);
  }

  #checkChanges(people: number): void {
    const most = this.values['max-changes'];
    if (most === undefined || this.#changed + people <= most.value) return;
    const all = this.#changed + people;
    throw notAllowed(`changing ${subscribers(all)}`, 'max-changes', most, all);
  }

  /**
   * @param base of all requests
   * @param instead how many people the request may have changed that was redirected to this one
   * @returns how many this one may change
   * @throws Failure not_allowed
   */
  check(request: Asked, base: URL, instead = 0): number {
    const { send } = this.values;
    const asked = askedOf(request, base);
    this.#changed -= instead;
    if (asked.level === 'read') return 0;
    this.#checkLevel(asked.level, `${request.method} ${request.path}`);
    if (asked.sends && (send?.value === 'person' || this.values['max-recipients'] !== undefined)) {
      this.approveSend(this.#consent ?? { recipients: undefined, byPerson: false });
      this.#consent = undefined;
    }
    const people = this.values['max-changes'] === undefined ? 0 : peopleIn(request, asked.endpoint);
    this.#checkChanges(people);
    this.#changed += people;
    return people;
  }
}

/** Headers that override method or path on some servers; CGI reads _ in their names as -. */
const override = /^x[-_].*(?:method|override|rewrite|ur[il]|path|prefix)/;

/** What a request does. It counts as anything (`all`) unless it is spelled exactly as in the contract. */
function askedOf({ method, url, headers, content }: Asked, base: URL) {
  const prefix = base.pathname === '/' ? '' : base.pathname;
  const path = url.pathname.slice(prefix.length);
  const isOverridden =
    Object.keys(headers).some(name => override.test(name)) ||
    [...url.searchParams.keys()].some(name => name.toLowerCase() === '_method');
  const sends = sendsEmail(path);
  const isRead = (method === 'GET' || method === 'HEAD') && content.length === 0;
  if (isRead && !isOverridden && !sends) return { level: 'read', sends: false, endpoint: undefined } as const;
  // An id that holds an encoded slash may lead elsewhere.
  const isPlain = /^[\w/-]+$/.test(path) && !isOverridden;
  const found = isPlain ? endpointFor(method, path) : undefined;
  // A member that service.txt does not show, such as a status, may send the email.
  const endpoint = found?.needs === 'draft' && !hasOnly(content, found.body) ? undefined : found;
  const level: Allowance = endpoint?.repeat === 'read' ? 'all' : (endpoint?.needs ?? 'all');
  // What is not in the contract may send, too.
  return { level, sends: sends || endpoint === undefined, endpoint };
}

/** Whether a body is a JSON object with these members alone. */
function hasOnly(content: Asked['content'], fields: Endpoint['body'] = {}): boolean {
  const body = parseObject(Buffer.concat(content).toString('utf8'));
  return body !== undefined && Object.keys(body).every(name => Object.hasOwn(fields, name));
}

const subscribers = (people: number) =>
  `${people === Number.POSITIVE_INFINITY ? 'an unknown number of' : people} subscriber${people === 1 ? '' : 's'}`;

/** How many people a request may change; unknown for what is not in the contract, such as an array of subscribers. */
function peopleIn({ content }: Asked, endpoint: Endpoint | undefined): number {
  if (endpoint !== undefined && !endpoint.path.startsWith('/v1/subscriber')) return 0;
  const body = parseObject(Buffer.concat(content).toString('utf8'));
  if (endpoint === undefined || body === undefined) return Number.POSITIVE_INFINITY;
  if (endpoint.path !== '/v1/subscriber-imports') return 1;
  return Array.isArray(body.subscribers) ? body.subscribers.length : Number.POSITIVE_INFINITY;
}

/** @param needed the value that would allow it */
function notAllowed(
  what: string,
  name: keyof RailValues,
  { value, from }: Rail<string | number>,
  needed: string | number,
  instead = `it needs ${name} ${needed}; to see who set it: newsletter whoami`,
): Failure {
  const isKnown = needed !== Number.POSITIVE_INFINITY;
  return new Failure('not_allowed', `not allowed: ${what} (${name} is ${value}, set by ${from})`, {
    details: ['Nothing was sent.'],
    hint: isKnown ? instead : undefined,
  });
}
