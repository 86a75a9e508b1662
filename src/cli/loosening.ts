import type { Context } from '../context.ts';
import { Failure } from '../lib/failure.ts';
import { byPerson } from '../lib/text/shell-word.ts';
import type { Profile } from '../settings/profiles.ts';
import { railNames } from '../settings/schema.ts';

/**
 * Asks at a terminal before rails are loosened or removed. Scripts cannot do that, even with --yes.
 *
 * @param what the change, for the message of a refusal
 * @throws Failure not_allowed, declined
 */
export async function confirmLoosening(
  { terminal, typed }: Pick<Context, 'terminal' | 'typed'>,
  { what, question }: { readonly what: string; readonly question: string },
): Promise<void> {
  if (!terminal.asks) {
    throw new Failure('not_allowed', `not allowed: ${what} without an answer typed at a terminal`, {
      hint: byPerson(typed),
    });
  }
  if (await terminal.confirm(question, 'an answer at a terminal')) return;
  throw new Failure('declined', 'nothing was changed');
}

/** The rails in a profile: `allow read, max-changes 5`; empty if it has none. */
export function railsIn(profile: Profile): string {
  return railNames
    .filter(name => profile[name] !== undefined)
    .map(name => `${name} ${profile[name]}`)
    .join(', ');
}
