/** `--all-profiles`: reads from every profile and prints the records of all in one list. */
import type { Context, GlobalOptions } from '../../context.ts';
import { Failure } from '../../lib/failure.ts';
import type { Row, View } from '../../terminal/terminal.ts';
import { fieldsOf } from '../../terminal/view-fields.ts';
import { flag } from '../option.ts';
import { type AccountRecords, ProfileReader } from './profile-reader.ts';

/** The option of commands that can read from all profiles. */
export const allProfiles = {
  allProfiles: flag('--all-profiles', 'run for every profile (newsletter help accounts)'),
};

/**
 * Prints the records of the account in use or, with `--all-profiles`, of every profile.
 *
 * @param open reads from one account; what it throws is that profile's failure
 * @throws Failure usage; partly_done if some profiles could not be read; the code of the first failure if none could
 */
export async function showList(
  context: Context,
  view: View,
  open: (context: Context) => Promise<AccountRecords>,
): Promise<void> {
  const { terminal, options } = context;
  if (!options.allProfiles) {
    const { rows, meta, after } = await open(context);
    await terminal.list(rows, view, meta);
    after?.();
    return;
  }
  rejectOptionsForOneAccount(options);
  const reader = new ProfileReader(context, await profilesWithAccount(context), open);
  await terminal.list(reader.rows(), withProfileColumn(view));
  reader.report();
}

/** As `showList`, for a command that prints one record of an account. */
export async function showRecord(
  context: Context,
  view: View,
  read: (context: Context) => Promise<Row>,
): Promise<void> {
  if (!context.options.allProfiles) return await context.terminal.record(await read(context), view);
  await showList(context, view, async own => ({ rows: [await read(own)] }));
}

function withProfileColumn(view: View): View {
  return {
    ...view,
    columns: ['profile', ...view.columns.filter(column => column !== 'profile')],
    kinds: view.kinds && { profile: { kind: 'text' }, ...view.kinds },
    fields: ['profile', 'service_profile', ...fieldsOf(view).filter(field => field !== 'profile')],
    empty: undefined,
  };
}

/** @throws Failure usage */
function rejectOptionsForOneAccount(options: GlobalOptions): void {
  const { profile, baseUrl, authUrl, expectAccount, envelope } = options;
  const why =
    (profile !== undefined && '--profile selects one') ||
    (baseUrl !== undefined && '--base-url would send all credentials to one URL') ||
    (authUrl !== undefined && '--auth-url would send all credentials to one URL') ||
    (expectAccount !== undefined && '--expect-account expects one account') ||
    (envelope && '--envelope needs a single list');
  if (why) throw new Failure('usage', `--all-profiles runs for every profile: ${why}`);
}

/** The profiles with a base URL; one without has only settings and no account. @throws Failure not_signed_in */
async function profilesWithAccount({ configDir, terminal }: Context): Promise<readonly string[]> {
  const { configFile, readConfig } = await import('../../settings/profiles.ts');
  const names: string[] = [];
  for (const [name, settings] of Object.entries(readConfig(configDir).profiles)) {
    if (settings['base-url'] === undefined) terminal.note(`${name}: skipped, it has no base-url`);
    else names.push(name);
  }
  if (names.length > 0) return names;
  throw new Failure('not_signed_in', `no profile with an account in ${configFile(configDir)}`, {
    hint: 'newsletter login --profile <name>',
  });
}
