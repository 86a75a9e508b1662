import type { CustomField, Subscriber } from '../contract/index.ts';
import { AtomicFile } from '../lib/files/atomic-file.ts';
import type { AllSubscribers } from '../people/read-all.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type ExportFormat, type ExportLayout, layoutOf } from './export-formats.ts';

/** Where to export to, and how. */
export interface ExportOptions {
  /** Undefined: standard output. */
  readonly file: string | undefined;
  readonly format: ExportFormat;
  /** Escapes cells that a spreadsheet would run as formulas. */
  readonly safe: boolean;
}

/**
 * Writes all subscribers to a file, which appears when it is complete (mode 0600), or to standard output.
 *
 * @throws Failure write_failed, usage: then no file is written; partly_done: what came, and was written, is not what
 *   the service counts
 */
export async function exportSubscribers(
  subscribers: AllSubscribers,
  fields: readonly CustomField[],
  { file, format, safe }: ExportOptions,
  terminal: Terminal,
): Promise<void> {
  const layout = layoutOf(format, fields, safe);
  const hint = 'newsletter subscribers export <another file>';
  const target = file === undefined ? undefined : new AtomicFile(file, { mode: 0o600, hint });
  const write =
    target === undefined
      ? (text: string) => terminal.printBytes(Buffer.from(text))
      : async (text: string) => target.write(text);
  const progress = terminal.progress('exporting');
  try {
    await writeAll(layout, subscribers.pages(progress), write);
    target?.commit();
  } finally {
    progress.stop();
    // A file that is in its place by now stays.
    target?.discard();
  }
  tell(subscribers, layout, file, terminal);
}

async function writeAll(
  layout: ExportLayout,
  pages: AsyncIterable<readonly Subscriber[]>,
  write: (text: string) => Promise<void>,
): Promise<void> {
  await write(layout.start);
  let first = true;
  for await (const page of pages) {
    await write(layout.page(page, first));
    if (page.length > 0) first = false;
  }
  await write(layout.end);
}

function tell(
  subscribers: AllSubscribers,
  layout: ExportLayout,
  file: string | undefined,
  terminal: Terminal,
): void {
  if (layout.leftOut.size > 0) {
    terminal.warn(
      `left out, since the account has no such fields: ${[...layout.leftOut].join(', ')} (--format json keeps all)`,
    );
  }
  const { selected: count } = subscribers;
  if (file !== undefined) terminal.note(`${count} subscriber${count === 1 ? '' : 's'}: ${file}`);
  subscribers.report(terminal);
}
