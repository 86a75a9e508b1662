/** What a terminal offers when a command needs an email, a group or a subscriber and none was named. */
import type { Context } from '../context.ts';
import type { Email } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import type { ReceivedPage } from '../http/received-page.ts';
import type { Choice } from '../terminal/terminal.ts';
import { type ArgumentSpec, argumentName } from './command.ts';

/** Most records that are offered: a person searches them by typing. */
const most = 1000;

/** The choices of a kind, by the name of the argument; each value is what the argument would be. */
const offers: Readonly<Record<string, (api: Api, argument: ArgumentSpec) => Promise<Choice<string>[]>>> = {
  email: async (api, { offers: wanted }) =>
    (await firstRecords(api.pages('listEmails', {})))
      .filter(email => wanted !== 'drafts' || email.status === 'draft')
      .map(email => ({ name: nameOfEmail(email), value: email.id })),
  group: async api =>
    (await firstRecords(api.pages('listGroups', {}))).map(({ id, name, subscribers_count: count }) => ({
      name: `${name}  (${Number(count).toLocaleString('en')} subscribers)`,
      value: id,
    })),
  subscriber: async api =>
    (await firstRecords(api.pages('listSubscribers', {}))).map(({ id, email }) => ({
      name: String(email),
      value: id,
    })),
};

function nameOfEmail({ subject, status, updated_at: changed }: Email): string {
  return `${subject || '(no subject)'}  (${status}, changed ${String(changed).slice(0, 10)})`;
}

async function firstRecords<T>(pages: AsyncIterable<ReceivedPage<T>>): Promise<T[]> {
  const found: T[] = [];
  for await (const { data } of pages) {
    found.push(...data);
    if (found.length >= most) break;
  }
  return found;
}

/** Whether a terminal can offer what a required argument stands for. */
export function isPickable(argument: ArgumentSpec): boolean {
  return /^<\w+>$/.test(argument.name) && Object.hasOwn(offers, argumentName(argument));
}

/**
 * Lets the user choose what an argument stands for.
 *
 * @param argument one that `isPickable`
 * @returns the id; or what was typed, where that is a whole address that is not among those offered
 * @throws Failure not_found when there is nothing to choose
 */
export async function pick({ api, terminal }: Context, argument: ArgumentSpec): Promise<string> {
  const kind = argumentName(argument);
  const choices = (await offers[kind]?.(await api(), argument)) ?? [];
  const found = (typed: string): readonly Choice<string>[] => {
    const fits = choices.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()));
    const isAddress = kind === 'subscriber' && /^\S+@\S+$/.test(typed);
    return fits.length === 0 && isAddress ? [{ name: `look up ${typed}`, value: typed }] : fits;
  };
  return await terminal.search(`Which ${kind}? (type to search)`, found, `<${kind}>`);
}
