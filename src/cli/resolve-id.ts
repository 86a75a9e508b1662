/** Finds records by id, name or address. Names and addresses are searched in the lists of the service. */
import { type CustomField, type Email, endpoints, type Group, type Subscriber } from '../contract/index.ts';
import type { Api, ReceivedPage } from '../http/api.ts';
import { WholeList } from '../http/pages.ts';
import { requireFields } from '../http/response-body.ts';
import { isId } from '../http/url.ts';
import { Failure } from '../lib/failure.ts';
import { nameHint } from '../lib/text/nearest.ts';
import { firstOf } from '../terminal/numbers.ts';

/**
 * The records of a list that match, at most `most`.
 *
 * @throws Failure partly_done when fewer match, and the service has not sent the whole list
 */
async function search<T>(
  pages: AsyncIterable<ReceivedPage<T>>,
  matches: (record: T) => boolean,
  most: number,
): Promise<T[]> {
  const found: T[] = [];
  const list = new WholeList(pages);
  for await (const page of list) {
    for (const record of page.data) if (matches(record) && found.length < most) found.push(record);
    if (found.length === most) return found;
  }
  // What matches may be among those that are missing.
  list.checkComplete();
  return found;
}

export async function groupsNamed(api: Api, name: unknown): Promise<Group[]> {
  return await search(api.pages('listGroups'), isNamed(name), Number.POSITIVE_INFINITY);
}

export async function fieldsNamed(api: Api, name: unknown): Promise<CustomField[]> {
  return await search(api.pages('listFields'), isNamed(name), Number.POSITIVE_INFINITY);
}

/** Whether a record has a name, ignoring spaces around it, which the service may trim. */
export function isNamed(name: unknown): (record: { readonly name: unknown }) => boolean {
  return record => typeof record.name === 'string' && record.name.trim() === String(name).trim();
}

/** Finds a group by id or exact name. @throws Failure not_found, invalid_value when the name is not unique */
export async function findGroup(api: Api, text: string): Promise<Group> {
  if (isId(text)) return await api.call('getGroup', { id: text });
  const names: string[] = [];
  const isWanted = ({ name }: Group) => {
    // Records may come without it.
    names.push(name ?? '');
    return name === text;
  };
  const found = await search(api.pages('listGroups'), isWanted, 2);
  return single(found, 'group', text, nameHint(text, names, 'newsletter groups list'));
}

/** The name of a group, or its id if the name is not unique; '' without a group. */
export async function groupName(api: Api, id: string | null): Promise<string> {
  if (id === null) return '';
  const { name } = await api.call('getGroup', { id });
  const isClear = name !== '' && !isId(name) && (await groupsNamed(api, name)).length === 1;
  return isClear ? name : id;
}

/** Finds a subscriber by id or address, ignoring case. @throws Failure not_found */
export async function findSubscriber(api: Api, text: string): Promise<Subscriber> {
  if (isId(text)) return await api.call('getSubscriber', { id: text });
  if (!text.includes('@')) {
    throw new Failure('not_found', `"${text}" is not an id or an email address`, {
      hint: 'newsletter subscribers list',
    });
  }
  const wanted = text.trim().toLowerCase();
  const found = await search(
    api.pages('listSubscribers'),
    ({ email }) => typeof email === 'string' && email.toLowerCase() === wanted,
    1,
  );
  return single(found, 'subscriber', text, 'newsletter subscribers list');
}

/** Finds a custom field by id, variable or name. @throws Failure not_found, invalid_value */
export function fieldNamed(all: readonly CustomField[], text: string): CustomField {
  const exact = all.filter(field => field.id === text || field.variable === text);
  return single(
    exact.length > 0 ? exact : all.filter(field => field.name === text),
    'field',
    text,
    'newsletter fields list',
  );
}

/** The beginning of an id, as a narrow table prints it, with or without `…`. */
const idBeginning = /^[0-9a-f]{8}[0-9a-f-]*…?$/i;

/**
 * Finds an email by id, by its subject, or by the beginning of its id (eight characters or more: fewer may be a word).
 * Reads the list: the API documentation shows no request for a single email.
 *
 * @param see gets the emails of the pages read
 * @throws Failure not_found; invalid_value, with the emails that match, when there are several
 */
export async function findEmail(api: Api, text: string, see?: (email: Email) => void): Promise<Email> {
  const tests = emailTests(text);
  const subjects: string[] = [];
  const isCandidate = (email: Email) => {
    see?.(email);
    subjects.push(email.subject ?? '');
    return tests.some(matches => matches(email));
  };
  const most = isId(text) ? 1 : Number.POSITIVE_INFINITY;
  const candidates = await search(api.pages('listEmails'), isCandidate, most);
  return emailAmong(candidates, text, subjects);
}

/** The fields that identify an email, and those that readers see. */
const content = [
  'id',
  'subject',
  'preview',
  'body_html',
  'body_text',
  'group_id',
  'background_color',
  'foreground_color',
  'font_id',
  'like_enabled',
  'updated_at',
] as const;

/**
 * As `findEmail`, for commands that need its content.
 *
 * @throws Failure unexpected_answer when a field of it is invalid
 */
export async function findWholeEmail(api: Api, text: string): Promise<Email> {
  const email = await findEmail(api, text);
  checkWhole(email);
  return email;
}

/** @throws Failure unexpected_answer when a field of an email is invalid; fields may be missing */
export function checkWhole(email: Email): void {
  requireFields(
    endpoints.listEmails.response,
    email,
    content.filter(name => email[name] !== undefined),
  );
}

/** As `findEmail`, in emails already read. @param subjects of all emails @throws Failure as `findEmail` */
export function emailAmong(
  all: readonly Email[],
  text: string,
  subjects = all.map(({ subject }) => subject ?? ''),
): Email {
  const matching = emailTests(text).map(matches => all.filter(matches));
  const found = matching.find(each => each.length > 0) ?? [];
  const [email] = found;
  if (email !== undefined && found.length === 1) return email;
  if (email === undefined) {
    const hint = nameHint(text, subjects, 'newsletter emails list');
    throw new Failure('not_found', `no email "${text}"`, { hint });
  }
  const shown = found.map(({ id, status, subject, updated_at }) => {
    return `${id}  ${status}, changed ${String(updated_at).slice(0, 10)}: ${subject || '(no subject)'}`;
  });
  throw new Failure('invalid_value', `"${text}" matches ${found.length} emails: use the id`, {
    details: firstOf(shown, 10),
    hint: 'newsletter emails list --all',
  });
}

/** The ways in which a text may name an email; the first that any email passes decides. */
function emailTests(text: string): readonly ((email: Email) => boolean)[] {
  const folded = foldedSubject(text);
  const known = text.toLowerCase().replace('…', '');
  return [
    email => email.id === known,
    email => (email.subject ?? '') === text,
    email => folded !== '' && foldedSubject(email.subject ?? '') === folded,
    ({ id }) => idBeginning.test(text) && typeof id === 'string' && id.startsWith(known),
  ];
}

/** A subject without case, surrounding and repeated spaces. */
function foldedSubject(subject: unknown): string {
  return String(subject).normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}

function single<T>(found: readonly T[], what: string, text: string, list: string): T {
  const [first, second] = found;
  if (first === undefined) throw new Failure('not_found', `no ${what} "${text}"`, { hint: list });
  if (second !== undefined) {
    throw new Failure('invalid_value', `"${text}" matches several ${what}s: use the id`, { hint: list });
  }
  return first;
}
