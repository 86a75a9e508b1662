/** Brokers, and requests to them. */
import { temporaryFolder } from '../../support/home.ts';
import { start } from '../../support/program.ts';
import type { Running, RunOptions } from '../../support/run.ts';

/** A broker for a sandbox, in a process and a folder of its own. */
export async function brokerFor(
  { env, secret }: Readonly<Record<'env' | 'secret', Readonly<Record<string, string>>>>,
  args: readonly string[] = [],
  begin: (args: readonly string[], options: RunOptions) => Running = start,
) {
  const folder = temporaryFolder();
  const running = begin(['broker', '--port', '0', ...args], {
    home: folder,
    env: { ...env, ...secret },
  });
  const [, url = ''] = await running.said(/broker: (\S+)/);
  return { ...running, url, folder };
}

/** A POST of a form. */
export const form = (fields: Record<string, string>) => ({
  method: 'POST',
  body: new URLSearchParams(fields),
});
