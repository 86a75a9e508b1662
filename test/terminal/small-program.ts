/** A small program on the real terminal layer, for the tests that need real pipes and a real terminal. */

import type { OutputFormat } from '../../src/lib/output-formats.ts';
import { createTerminal } from '../../src/terminal/create-terminal.ts';
import { reportError } from '../../src/terminal/error-report.ts';

const [task = '', format] = process.argv.slice(2);
const { stdin, stdout, stderr, env: environment } = process;
const terminal = createTerminal({
  stdin,
  stdout,
  stderr,
  environment,
  typed: [],
  format: format as OutputFormat | undefined,
  envelope: false,
  quiet: false,
  color: true,
  showAddresses: false,
  yes: false,
  input: true,
});
const view = {
  plural: 'numbers',
  columns: ['n', 'status'],
  kinds: { status: { kind: 'enumeration', values: [] } },
} as const;

async function* endless() {
  try {
    for (let n = 0; ; n++) yield { n, status: 'sent', filler: 'x'.repeat(100) };
  } finally {
    terminal.note('stopped pulling');
  }
}

const tasks: Record<string, () => Promise<void>> = {
  async endless() {
    await terminal.list(endless(), view);
  },
  async three() {
    terminal.note('here they come');
    await terminal.list(
      [1, 2, 3].map(n => ({ n, status: 'sent' })),
      view,
    );
  },
  async ask() {
    terminal.note(`answer ${await terminal.confirm('Send \x1b[31mit?', '--yes')}`);
  },
  async key() {
    terminal.note(`length ${(await terminal.secret('API key', '--api-key')).length}`);
  },
  async fail() {
    terminal.progress('working', 10).update(1);
    // What draws the bar has loaded now, and the bar is up.
    await import('cli-progress');
    await new Promise(resolve => setImmediate(resolve));
    throw new Error('broken');
  },
};

tasks[task]?.().catch((error: unknown) => {
  const json = terminal.format === 'json';
  process.exitCode = reportError(error, {
    stderr,
    environment,
    color: true,
    showAddresses: false,
    json,
    verbose: false,
  });
});
