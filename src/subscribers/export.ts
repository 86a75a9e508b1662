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

type Write = (part: string | Uint8Array) => Promise<void>;

/**
 * Writes all subscribers to a file, which appears when it is complete (mode 0600), or to standard output.
 *
 * @throws Failure write_failed, usage: then no file is written
 */
export async function exportSubscribers(
  subscribers: AllSubscribers,
  fields: readonly CustomField[],
  { file, format, safe }: ExportOptions,
  terminal: Terminal,
): Promise<void> {
  const target =
    file === undefined
      ? undefined
      : new AtomicFile(file, { mode: 0o600, hint: 'name another file, or - for stdout' });
  const write: Write = async part =>
    target === undefined ? await terminal.printBytes(Buffer.from(part)) : target.write(part);
  const progress = terminal.progress('exporting');
  try {
    const pages = subscribers.pages(progress);
    const leftOut =
      format === 'xlsx'
        ? await writeWorkbook(pages, fields, write, terminal)
        : await writeText(layoutOf(format, fields, safe), pages, write);
    target?.commit();
    progress.stop();
    const why = 'since the account has no such fields, or no cell can hold them';
    if (leftOut.size > 0)
      terminal.warn(`left out, ${why}: ${[...leftOut].join(', ')} (--format json keeps all)`);
  } finally {
    progress.stop();
    target?.discard();
  }
}

/** @returns names of the values that had no column */
async function writeText(
  layout: ExportLayout,
  pages: AsyncIterable<readonly Subscriber[]>,
  write: Write,
): Promise<ReadonlySet<string>> {
  await write(layout.start);
  let first = true;
  for await (const page of pages) {
    await write(layout.page(page, first));
    if (page.length > 0) first = false;
  }
  await write(layout.end);
  return layout.leftOut;
}

/** @returns names of the values that had no column or fit into no cell */
async function writeWorkbook(
  pages: AsyncIterable<readonly Subscriber[]>,
  fields: readonly CustomField[],
  write: Write,
  terminal: Terminal,
): Promise<ReadonlySet<string>> {
  const { workbookOf } = await import('./export-xlsx.ts');
  const workbook = workbookOf(pages, fields);
  for await (const part of workbook.bytes) await write(part);
  if (workbook.sheets > 1)
    terminal.warn(
      `a sheet holds 1,048,575 people: there are ${workbook.sheets} sheets, to be imported one by one`,
    );
  return workbook.leftOut;
}
