/** Choices on a terminal when a required record was not named. */
import { basename } from 'node:path';
import type { Context } from '../context.ts';
import type { Email, ListName, RecordIn } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import { counted } from '../terminal/numbers.ts';
import type { Choice } from '../terminal/terminal.ts';
import type { Offer } from './command.ts';

/** Maximum number of records offered: the user searches them by typing. */
const most = 1000;

interface Kind {
  readonly name: string;
  /** Each value can be passed as the argument. */
  choices(context: Context): Promise<Choice<string>[]>;
  /** For an empty list. */
  readonly hint: string;
}

type OpenList = Extract<ListName, 'listEmails' | 'listGroups'>;

function firstOf<N extends OpenList>(name: N, choice: (record: RecordIn<N>) => Choice<string>) {
  return async (context: Context) => (await firstRecords(context, name)).map(choice);
}

const emailChoice = ({ id, subject, status, body_html, body_text, updated_at: changed }: Email) => {
  const state = status !== 'draft' ? status : body_html || body_text ? 'draft with text' : 'empty draft';
  // What can be typed comes first: without a subject, the beginning of the id.
  const name = `${subject || `${id.slice(0, 8)}, no subject`}  (${state}, changed ${String(changed).slice(0, 10)})`;
  return { name, value: id };
};

const drafts = async (context: Context) =>
  (await firstRecords(context, 'listEmails')).filter(({ status }) => status === 'draft').map(emailChoice);

const noDraft = 'create a draft in the web editor: newsletter open emails';

const kinds: Readonly<Record<Offer, Kind>> = {
  email: { name: 'email', choices: firstOf('listEmails', emailChoice), hint: noDraft },
  draft: { name: 'draft', choices: drafts, hint: noDraft },
  group: {
    name: 'group',
    choices: firstOf('listGroups', ({ id, name, subscribers_count: count }) => ({
      name: `${name}  (${counted(Number(count), 'subscriber')})`,
      value: id,
    })),
    hint: 'newsletter groups create',
  },
  profile: { name: 'profile', choices: profileChoices, hint: 'newsletter login' },
};

async function profileChoices({ configDir, workingFolder }: Context): Promise<Choice<string>[]> {
  const { accountInProfile, defaultProfile, readConfig } = await import('../settings/profiles.ts');
  const { current = defaultProfile, profiles } = readConfig(configDir);
  // Enter takes the first: that of the folder's name, if any, not that of made-up data.
  const rank = (name: string) => (name === basename(workingFolder) ? 0 : name === 'sandbox' ? 2 : 1);
  const listed = Object.entries(profiles).sort(([a], [b]) => rank(a) - rank(b));
  return listed.map(([name, settings]) => {
    const where = settings[accountInProfile] ?? settings['base-url'] ?? 'no base URL';
    const about = [...(name === current ? ['current'] : []), where];
    return { name: `${name}  (${about.join(', ')})`, value: name };
  });
}

async function firstRecords<N extends OpenList>(context: Context, name: N): Promise<RecordIn<N>[]> {
  const found: RecordIn<N>[] = [];
  const api = await context.api();
  for await (const { data } of api.pages(name)) {
    for (const each of data) found.push(each);
    if (found.length >= most) break;
  }
  return found;
}

/**
 * Lets the user choose a record.
 *
 * @param instead the argument or option that names it, for the hint without a terminal
 * @returns an id or a name
 * @throws Failure missing_argument when there is nothing to choose
 */
export async function pick(context: Context, offer: Offer, instead: string): Promise<string> {
  const { name: kind, choices, hint } = kinds[offer];
  const all = await choices(context);
  if (all.length === 0) throw new Failure('missing_argument', `no ${kind} to choose from`, { hint });
  // Enter takes the first: the name itself, then those that begin with it.
  const rank = (name: string, text: string) =>
    [`${text}  (`, text, ''].findIndex(start => name.toLowerCase().startsWith(start));
  const found = (text: string) => {
    const typed = text.toLowerCase();
    const fits = all.filter(({ name }) => name.toLowerCase().includes(typed));
    return typed === '' ? fits : fits.sort((a, b) => rank(a.name, typed) - rank(b.name, typed));
  };
  return await context.terminal.search(`Which ${kind}?`, found, instead);
}
