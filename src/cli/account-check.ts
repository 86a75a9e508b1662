/** Where a write goes, and why there: said before it goes. */
import { relative } from 'node:path';
import type { Context } from '../context.ts';
import type { Settings } from '../settings/schema.ts';

/**
 * Makes sure of the account before a write: the expected one, if one is expected, and on a terminal the one
 * that the person sees named.
 *
 * @throws Failure wrong_account
 */
export async function checkAccount(context: Context): Promise<void> {
  if (context.options.dryRun) return;
  const settings = await context.settings();
  const { terminal } = context;
  const isSaid = terminal.stderrIsTerminal && !terminal.quiet;
  if (settings.get('expect-account') === undefined && !isSaid) return;
  const { name, slug } = await context.account();
  if (!isSaid) return;
  const { usesEnvironmentKey } = await import('../auth/session.ts');
  const by = usesEnvironmentKey(settings, context.environment)
    ? 'with the key in NEWSLETTER_API_KEY'
    : `profile ${settings.profile}${settings.profileOrigin === 'flag' ? ' (named by --profile)' : namedBy(context, settings)}`;
  terminal.note(`account: ${name} (${slug}), ${by}`);
}

/** Who named the profile, where it is neither the current one nor just typed; for the end of a sentence. */
export function namedBy({ workingFolder }: Context, { profileOrigin, projectFile }: Settings): string {
  switch (profileOrigin) {
    case 'environment':
      return ' (named by NEWSLETTER_PROFILE)';
    case 'folder':
      return ` (named by ${shortPath(workingFolder, projectFile)})`;
    case 'flag':
    case 'current':
      return '';
  }
}

/** A path as short as it can be said from here. */
function shortPath(from: string | undefined, path = ''): string {
  const near = from === undefined ? path : relative(from, path);
  return near.length < path.length ? near : path;
}
