import type { Context } from '../context.ts';
import { type Account, type ArgumentsOf, type CallName, endpoints } from '../contract/index.ts';
import { Failure } from '../failure.ts';
import type { Row } from '../terminal/terminal.ts';
import { viewOf } from './views.ts';

/**
 * Makes sure of the account before a write: the expected one, if one is expected, and on a terminal the one
 * that the person sees named.
 *
 * @throws Failure wrong_account
 */
export async function checkAccount(context: Context): Promise<void> {
  const settings = await context.settings();
  const expected = settings.get('expect-account');
  const { terminal } = context;
  if (expected === undefined && !(terminal.stderrIsTerminal && !terminal.quiet)) return;
  const account = await context.account();
  if (expected !== undefined && expected !== account.slug && expected !== account.id) {
    throw new Failure('wrong_account', `these credentials belong to ${account.slug}, not to ${expected}`, {
      details: [`account ${account.name} (${account.slug}, ${account.id}), profile ${settings.profile}`],
      hint: '--profile <name> chooses another account',
    });
  }
  terminal.note(`account: ${nameOf(account)}, profile ${settings.profile}`);
}

/** An account as people know it. */
export function nameOf(account: Account): string {
  return `${account.name} (${account.slug})`;
}

/**
 * Carries out one write and prints the answer; with `--dry-run` prints the request instead and sends nothing.
 */
export async function write<N extends CallName>(
  context: Context,
  name: N,
  args: ArgumentsOf<N>,
): Promise<void> {
  const { terminal } = context;
  const api = await context.api();
  if (context.options.dryRun) {
    const preview: Row = { ...api.preview(name, args) };
    await terminal.record(preview, {
      plural: 'requests',
      columns: ['method', 'url', 'body'],
    });
    return;
  }
  await context.beforeWrite();
  const answer: Row = await api.call(name, args);
  await terminal.record(answer, viewOf(endpoints[name].answer));
}
