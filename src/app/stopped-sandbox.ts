import type { Context } from '../context.ts';
import type { Failure } from '../lib/failure.ts';
import { sandboxProfile } from '../settings/schema.ts';

/** The failure where nothing listens at the service's address; that of a stopped sandbox says what to start. */
export async function named(failure: Failure, context: Context): Promise<Failure> {
  const settings = await context.settings().catch(() => undefined);
  if (settings?.profile !== sandboxProfile || settings.origin('base-url') !== 'profile') return failure;
  return failure.reworded('the sandbox is not running', {
    details: failure.details,
    hint: 'newsletter sandbox, in another terminal',
  });
}
