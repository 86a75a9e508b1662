import type { Command } from 'commander';
import { requests } from '../../cli/command-metadata.ts';
import { examples } from '../../cli/examples.ts';
import type { Context } from '../../context.ts';

/** `token`: prints the bearer token. */
export function register(parent: Command, context: Context): void {
  const command = parent
    .command('token')
    .summary('print a valid bearer token, for curl')
    .description(
      'Print a currently valid bearer token of this profile, refreshed if need be. It is a secret. With --expect-account, the service is asked first whose it is.',
    )
    .action(async () => {
      await run(context);
    });
  requests(command, ['oauth', 'getAccount']);
  examples(command, [
    [
      'use it with curl',
      'curl -H "Authorization: Bearer $(newsletter token)" https://api.example.com/v1/account',
    ],
    ['of another profile', 'newsletter token --profile work'],
  ]);
}

async function run(context: Context): Promise<void> {
  const { createSession } = await import('../../auth/session.ts');
  const settings = await context.settings();
  if (settings.get('expect-account') !== undefined) await context.account();
  const session = createSession(context.sessionSources(settings));
  await context.terminal.print(await session.credentials.bearer());
}
