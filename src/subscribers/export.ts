import { statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { CustomField, Subscriber } from '../contract/index.ts';
import { AtomicFile } from '../lib/files/atomic-file.ts';
import { unwritable } from '../lib/files/file-errors.ts';
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

/** Where an export goes. */
interface Target {
  write(part: string | Uint8Array): Promise<void>;
  /** Called when all was written. */
  complete?(): void;
  close?(): void | Promise<void>;
}

/**
 * Writes all subscribers to a file, which appears when it is complete (mode 0600), or to standard output; to a named
 * pipe or a device as they come.
 *
 * @returns whether it was a file
 * @throws Failure write_failed, usage: then no file is written
 */
export async function exportSubscribers(
  subscribers: AllSubscribers,
  fields: readonly CustomField[],
  { file, format, safe }: ExportOptions,
  terminal: Terminal,
): Promise<boolean> {
  const isFile = file !== undefined && !isStream(file);
  const target: Target =
    file === undefined
      ? { write: part => terminal.printBytes(Buffer.from(part)) }
      : isFile
        ? atomicFile(file)
        : streamTo(file);
  const progress = terminal.progress('exporting');
  try {
    const pages = subscribers.pages(progress);
    const leftOut =
      format === 'xlsx'
        ? await writeWorkbook(pages, fields, target, terminal)
        : await writeText(layoutOf(format, fields, safe), pages, target);
    target.complete?.();
    progress.stop();
    tell(leftOut, terminal);
    return isFile;
  } finally {
    progress.stop();
    await target.close?.();
  }
}

function atomicFile(path: string): Target {
  const file = new AtomicFile(path, { mode: 0o600, hint: 'newsletter subscribers export <another file>' });
  return {
    async write(part) {
      file.write(part);
    },
    complete: () => void file.commit(),
    // A file that is in its place by now stays.
    close: () => file.discard(),
  };
}

/** Whether a named pipe or a device is at the path: `>(gzip > people.gz)` of a shell. */
function isStream(path: string): boolean {
  const existing = statSync(path, { throwIfNoEntry: false });
  return existing?.isFIFO() === true || existing?.isCharacterDevice() === true;
}

/** Opens it with the first part, which waits for the reader of a pipe. */
function streamTo(path: string): Target {
  let handle: FileHandle | undefined;
  return {
    async write(part) {
      try {
        handle ??= await open(path, 'w');
        await handle.appendFile(part);
      } catch (error) {
        throw unwritable(path, error);
      }
    },
    close: () => handle?.close(),
  };
}

/** @returns names of the values that had no column */
async function writeText(
  layout: ExportLayout,
  pages: AsyncIterable<readonly Subscriber[]>,
  target: Target,
): Promise<ReadonlySet<string>> {
  await target.write(layout.start);
  let first = true;
  for await (const page of pages) {
    await target.write(layout.page(page, first));
    if (page.length > 0) first = false;
  }
  await target.write(layout.end);
  return layout.leftOut;
}

/** @returns names of the values that had no column or fit into no cell */
async function writeWorkbook(
  pages: AsyncIterable<readonly Subscriber[]>,
  fields: readonly CustomField[],
  target: Target,
  terminal: Terminal,
): Promise<ReadonlySet<string>> {
  const { workbookOf } = await import('./export-xlsx.ts');
  const workbook = workbookOf(pages, fields);
  for await (const part of workbook.bytes) await target.write(part);
  if (workbook.sheets > 1)
    terminal.warn(
      `a sheet holds 1,048,575 people: there are ${workbook.sheets} sheets, to be imported one by one`,
    );
  return workbook.leftOut;
}

function tell(leftOut: ReadonlySet<string>, terminal: Terminal): void {
  if (leftOut.size > 0) {
    terminal.warn(
      `left out, since the account has no such fields, or no cell can hold them: ${[...leftOut].join(', ')} (--format json keeps all)`,
    );
  }
}
