/**
 * What a person, or a command line, agreed to when an email is sent: an email and its group, as they were shown or
 * pushed. The last look before the request is compared with it, and with nothing else.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Email, Group } from '../contract/index.ts';
import { shownText } from '../http/response-body.ts';
import { Failure } from '../lib/failure.ts';
import { counted } from '../terminal/numbers.ts';
import { sanitizeLine } from '../terminal/shown-text.ts';
import { digest } from './digest.ts';
import { emailName, sentState } from './naming.ts';

export interface SendApproval {
  readonly email: Email;
  readonly group: Group;
}

/** Emails that went out, as far as the lists show them that a send reads anyway. */
export class SeenSends {
  /** With a digest as their body. */
  readonly #sends: Email[] = [];

  see(email: Email): void {
    if (sentState(email)) this.#sends.push({ ...email, body_html: bodyDigest(email), body_text: null });
  }

  /** Says that an email with the same text, or subject, went to the same group before; the text stops a script. */
  twinOf({ email, group }: SendApproval): { said: string; refusal: Failure | undefined } | undefined {
    const others = this.#sends
      .filter(each => each.id !== email.id && each.group_id === group.id)
      .sort((a, b) => String(b.sent_at).localeCompare(String(a.sent_at)));
    const body = bodyDigest(email);
    const same = others.find(each => each.body_html === body);
    const last = same ?? others.find(each => each.subject?.trim() === email.subject?.trim());
    if (last === undefined) return undefined;
    const when = last.sent_at ? ` on ${last.sent_at.slice(0, 10)}` : '';
    const text = same === undefined ? '' : ', with the same text';
    const said = `${sanitizeLine(emailName(last))} was already sent to ${sanitizeLine(group.name)}${when}${text}`;
    const hint = `if a person agrees: newsletter emails send ${email.id} --yes --send-again`;
    const refusal = new Failure('already_sent', `${emailName(email)} was not sent: ${said}`, { hint });
    return { said, refusal: same && refusal };
  }
}

const bodyDigest = ({ body_html, body_text }: Pick<Email, 'body_html' | 'body_text'>) =>
  digest(String(body_html || body_text));

/** A group may grow and shrink by 5 people, and by 1 % of them, without another question. */
const peopleAllowed = 5;
const shareAllowed = 0.01;

/** What readers see, with its names in messages. */
const parts = {
  subject: 'subject',
  preview: 'preview',
  // To readers both are one.
  body_html: 'text',
  body_text: 'text',
  background_color: 'background color',
  foreground_color: 'foreground color',
  font_id: 'font',
  like_enabled: 'like button',
  scheduled_at: 'time',
} as const satisfies Partial<Record<keyof Email, string>>;

type Part = keyof typeof parts;

const partNames = Object.keys(parts) as Part[];
/** Parts that are short enough to be quoted. */
const quoted: ReadonlySet<Part> = new Set(['subject', 'preview', 'scheduled_at']);

/** The size of a group; null if the service sent no whole number. */
export function sizeOf({ subscribers_count: count }: Group): number | null {
  return /^\d+$/.test(String(count)) && Number.isSafeInteger(Number(count)) ? Number(count) : null;
}

/** What has changed since the approval, as clauses; empty if nothing has. */
export function changesSince(approved: SendApproval, now: SendApproval): string[] {
  const [before, after] = [approved.group, now.group];
  const groups = after.id === before.id ? groupChanges(before, after) : [otherGroup(before, after)];
  const changes = [...contentChanges(approved.email, now.email), ...groups];
  const { updated_at } = now.email;
  if (changes.length > 0 || approved.email.updated_at === updated_at) return changes;
  return [`the email was saved again (updated_at ${shownText(updated_at)})`];
}

function contentChanges(before: Email, after: Email): string[] {
  const changes = partNames.flatMap(part => {
    const [was, is] = [textIn(before, part), textIn(after, part)];
    if (was === is) return [];
    const how = quoted.has(part) ? ` from ${inShort(was)} to ${inShort(is)}` : '';
    return `the ${parts[part]} was changed${how}`;
  });
  return [...new Set(changes)];
}

/** What the answer to a send shows to have changed after the last look; parts that it lacks are not compared. */
export function changesSent(looked: Email, sent: Email): string[] {
  const shown = partNames.filter(part => part !== 'scheduled_at' && textIn(sent, part) !== '');
  return contentChanges(looked, { ...looked, ...Object.fromEntries(shown.map(part => [part, sent[part]])) });
}

function otherGroup(before: Group, after: Group): string {
  const [was, is] = [before, after].map(group => `${inShort(group.name)} (${peopleIn(sizeOf(group))})`);
  return `the group was changed from ${was} to ${is}`;
}

function groupChanges(before: Group, after: Group): string[] {
  const changes: string[] = [];
  const name = inShort(after.name);
  if (!isDeepStrictEqual(before.filters ?? null, after.filters ?? null)) {
    changes.push(`the filters of the group ${name} were changed`);
  }
  const [size, sizeNow] = [sizeOf(before), sizeOf(after)];
  if (!isSameSize(size, sizeNow)) {
    changes.push(`the group ${name} had ${peopleIn(size)}, and now has ${peopleIn(sizeNow)}`);
  }
  return changes;
}

function isSameSize(before: number | null, after: number | null): boolean {
  if (before === null || after === null) return before === after;
  const difference = Math.abs(after - before);
  return difference <= peopleAllowed || difference <= before * shareAllowed;
}

const peopleIn = (size: number | null) =>
  size === null ? 'an unknown number of subscribers' : counted(size, 'subscriber');

/** The service may show an empty text as null. */
function textIn(email: Email, part: Part): string {
  return String(email[part] ?? '');
}

/** A text in quotes, on one line of at most 60 characters. */
export function inShort(text: string): string {
  const line = sanitizeLine(text);
  return line === '' ? 'empty' : `"${line.length > 60 ? `${line.slice(0, 59)}…` : line}"`;
}

/**
 * The email that a push approves: as it was read, with what was sent.
 *
 * @param read as it was compared with the file
 * @param sent the fields of the request
 * @param answer of the request: the service may write the same in its own way
 */
export async function pushedEmail(
  read: Email,
  sent: Readonly<Partial<Email>>,
  answer: Email,
): Promise<Email> {
  const made: Partial<Email> = {};
  for (const part of partNames) {
    if (sent[part] === undefined || answer[part] === undefined) continue;
    if (await readsTheSame(part, textIn({ ...read, ...sent }, part), textIn(answer, part)))
      Object.assign(made, { [part]: answer[part] });
  }
  return { ...read, ...sent, ...made, updated_at: answer.updated_at };
}

/** Whether readers see the same: services trim texts, and write HTML in their own way. */
async function readsTheSame(part: Part, sent: string, made: string): Promise<boolean> {
  if (words(sent) === words(made)) return true;
  if (part !== 'body_html') return false;
  const { plainTextOf } = await import('./body/plain-text.ts');
  const images = (html: string) => [...html.matchAll(/\bsrc\s*=\s*["']?([^"'\s>]+)/gi)].map(([, of]) => of);
  const seen = (html: string) => words([plainTextOf(html), ...images(html)].join('\n'));
  return seen(sent) === seen(made);
}

const words = (text: string) => text.trim().replace(/\s+/g, ' ');

/** @throws Failure changed_since_approval, with every change */
export function checkUnchanged(approved: SendApproval, now: SendApproval): void {
  const changes = changesSince(approved, now);
  if (changes.length === 0) return;
  const { email } = approved;
  const message = `${emailName(email)} was not sent: it changed after it was approved`;
  throw new Failure('changed_since_approval', message, {
    details: changes,
    hint: `review it, then send it: newsletter emails send ${email.id}`,
  });
}
