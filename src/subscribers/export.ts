import { fstatSync, statSync } from 'node:fs';
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

/** Where the text of an export goes. */
interface Target {
  write(text: string): Promise<void>;
  /** Called when all was written. */
  complete?(): void;
  close?(): void | Promise<void>;
}

/**
 * Writes all subscribers to a file, which appears when it is complete (mode 0600), or to standard output; to a named
 * pipe or a device as they come.
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
  const target = targetOf(file, terminal);
  const progress = terminal.progress('exporting');
  try {
    await writeAll(layout, subscribers.pages(progress), text => target.write(text));
    target.complete?.();
  } finally {
    progress.stop();
    await target.close?.();
  }
  tell(subscribers, layout, file, terminal);
}

function targetOf(path: string | undefined, terminal: Terminal): Target {
  if (path === undefined || isStandardOutput(path))
    return { write: text => terminal.printBytes(Buffer.from(text)) };
  if (isStream(path)) return streamTo(path);
  const file = new AtomicFile(path, { mode: 0o600, hint: 'newsletter subscribers export <another file>' });
  return {
    async write(text) {
      file.write(text);
    },
    complete: () => void file.commit(),
    // A file that is in its place by now stays.
    close: () => file.discard(),
  };
}

/** Whether this is another name of standard output, such as /dev/stdout, which cannot always be opened. */
function isStandardOutput(path: string): boolean {
  try {
    const [named, output] = [statSync(path), fstatSync(1)];
    return named.ino === output.ino && named.dev === output.dev;
  } catch {
    return false;
  }
}

/** Whether a named pipe or a device is at the path. */
function isStream(path: string): boolean {
  const existing = statSync(path, { throwIfNoEntry: false });
  return existing?.isFIFO() === true || existing?.isCharacterDevice() === true;
}

/** Opens it with the first text, which waits for the reader of a pipe. */
function streamTo(path: string): Target {
  let handle: FileHandle | undefined;
  return {
    async write(text) {
      try {
        handle ??= await open(path, 'w');
        await handle.appendFile(text);
      } catch (error) {
        throw unwritable(path, error);
      }
    },
    close: () => handle?.close(),
  };
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
  const { chosen: count } = subscribers;
  if (file !== undefined) terminal.note(`${count} subscriber${count === 1 ? '' : 's'}: ${file}`);
  subscribers.report(terminal);
}
