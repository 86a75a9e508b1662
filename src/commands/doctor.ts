import { command } from '../cli/command.ts';
import type { Context } from '../context.ts';
import { fieldsFrom } from '../contract/schema.ts';
import type { DoctorContext, ReportLine, ServiceProbe } from '../doctor/run-checks.ts';
import { Failure } from '../lib/failure.ts';
import { wrapText } from '../terminal/message-text.ts';
import type { Canvas, Paint, Row, View } from '../terminal/terminal.ts';

const view: View = {
  plural: 'checks',
  columns: ['name', 'status', 'message', 'fix'],
  kinds: fieldsFrom('name:text status:text message:text fix:text?'),
};

export const doctor = command({
  name: 'doctor',
  description:
    'Check this machine and account for problems: files and their permissions, settings and variables, the connection and its certificate, the clock, the credentials. Each check is ok, warning, failure or skipped (if it depends on a failed check), with the command that fixes it. Checks that do not apply are left out. Nothing is changed at the service, and no secrets are shown. Each network check takes up to 5 seconds, or --timeout.',
  requests: ['getAccount', 'oauth'],
  output: view,
  prints: 'list',
  codes: ['partly_done'],
  reportsFailures: true,
  notes:
    'Exit status: 0 if all checks are ok, 8 if there is a failure or a warning.\nWith --json: an array of {name, status, message, fix}.',
  examples: [
    ['check everything', 'newsletter doctor'],
    ['check another profile', 'newsletter doctor --profile work'],
    ['in a script', 'newsletter doctor --json=name,status,message'],
  ],
  run: printReport,
});

async function printReport(context: Context): Promise<void> {
  const [{ runChecks }, { checks }] = await Promise.all([
    import('../doctor/run-checks.ts'),
    import('../doctor/checks.ts'),
  ]);
  const { terminal } = context;
  const counts = { ok: 0, warning: 0, failure: 0, skipped: 0 };
  const lines = counted(runChecks(checks, doctorContext(context)), counts);
  if (terminal.isForPeople) {
    for await (const line of lines) await terminal.draw(canvas => formatLine(line, canvas));
  } else {
    await terminal.list(lines, view);
  }
  const { warning, failure, skipped } = counts;
  if (warning + failure === 0) {
    terminal.note('no problems found');
    return;
  }
  const summary = [
    some(failure, 'failure'),
    some(warning, 'warning'),
    skipped > 0 ? `${skipped} skipped` : '',
  ];
  throw new Failure('partly_done', summary.filter(text => text !== '').join(', '), {
    hint: 'each failure and warning says what fixes it',
  });
}

async function* counted(
  lines: AsyncIterable<ReportLine>,
  counts: Record<ReportLine['status'], number>,
): AsyncGenerator<ReportLine & Row> {
  for await (const line of lines) {
    counts[line.status]++;
    yield { ...line };
  }
}

function some(count: number, what: string): string {
  return count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;
}

function doctorContext(context: Context): DoctorContext {
  const { environment, configDir, interrupted: signal, version } = context;
  const parts = {
    environment,
    configDir,
    signal,
    userAgent: `newsletter-cli/${version}`,
    settings: () => context.settings(),
    sessionSources: context.sessionSources,
  };
  let probe: Promise<ServiceProbe> | undefined;
  return {
    ...parts,
    probe() {
      probe ??= import('../doctor/checks/service.ts').then(async ({ probeService }) =>
        probeService(parts, await context.settings()),
      );
      return probe;
    },
  };
}

const marks: Readonly<Record<ReportLine['status'], readonly [sign: string, tone: keyof Paint]>> = {
  ok: ['✓', 'green'],
  warning: ['!', 'yellow'],
  failure: ['✗', 'red'],
  skipped: ['-', 'dim'],
};

const indent = ' '.repeat(10);

/** `✓ ok      folder: …`, broken between words; the fix stays on one line so that it can be copied. */
function formatLine({ name, status, message, fix }: ReportLine, { width, paint }: Canvas): string {
  const [sign, tone] = marks[status];
  const room = Math.max(20, Math.min(width, 100) - indent.length);
  const [first = '', ...more] = wrapText(`${name}: ${message}`, room).split('\n');
  const title = `${paint.bold(first.slice(0, name.length + 1))}${first.slice(name.length + 1)}`;
  return [
    `${paint[tone](`${sign} ${status.padEnd(7)}`)} ${title}`,
    ...more.map(line => indent + line),
    ...(fix === null ? [] : [`${indent}${paint.cyan('fix:')} ${fix}`]),
  ].join('\n');
}
