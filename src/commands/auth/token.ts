import { command } from '../../cli/command.ts';
import type { Context } from '../../context.ts';
import { fieldsFrom } from '../../contract/schema.ts';
import type { View } from '../../terminal/terminal.ts';

const view: View = { plural: 'tokens', columns: ['token'], kinds: fieldsFrom('token:text') };

export const token = command({
  name: 'token',
  description:
    'Print a valid bearer token of this profile, refreshed if needed. It is a secret. With --expect-account, its account is checked first.',
  requests: ['oauth', 'getAccount'],
  output: view,
  prints: 'record',
  examples: [
    [
      'use it with curl',
      'curl -H "Authorization: Bearer $(newsletter token)" https://api.example.com/v1/account',
    ],
    ['token of another profile', 'newsletter token --profile work'],
  ],
  run: printToken,
});

async function printToken(context: Context): Promise<void> {
  const { createSession } = await import('../../auth/session.ts');
  const settings = await context.settings();
  if (settings.get('expect-account') !== undefined) await context.account();
  const session = createSession(context.sessionSources(settings));
  const bearer = await session.credentials.bearer();
  const { terminal } = context;
  await (terminal.isDefaultFormat ? terminal.print(bearer) : terminal.record({ token: bearer }, view));
}
