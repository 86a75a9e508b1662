import type { Context } from '../context.ts';
import type { LocalAccount } from '../people/local-account.ts';

/** The account in use, as files on this machine identify it. Requests it from the service. */
export async function accountHere(context: Context): Promise<LocalAccount> {
  const { localAccount } = await import('../people/local-account.ts');
  return localAccount(await context.account(), (await context.settings()).need('base-url'));
}
