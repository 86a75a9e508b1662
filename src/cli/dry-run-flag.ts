import type { Context } from '../context.ts';
import { Failure } from '../lib/failure.ts';

/**
 * For commands that write on this machine alone: there is no request to show, and doing it all the same is not what
 * was asked for.
 *
 * @throws Failure usage
 */
export function refuseDryRun({ options }: Context): void {
  if (!options.dryRun) return;
  throw new Failure(
    'usage',
    '--dry-run shows what would be written to the service; this command writes on this machine only',
  );
}
