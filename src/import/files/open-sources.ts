import { rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { Failure } from '../../lib/failure.ts';
import { inputName } from '../../lib/files/file-errors.ts';
import { fileId } from '../../lib/files/file-id.ts';
import { type Bytes, bytesOfFile, bytesOfMember, firstBytes } from './bytes.ts';
import {
  isZip,
  looksLikeJson,
  memberKind,
  type UnsupportedFile,
  unsupportedKind,
  zipKind,
} from './file-kinds.ts';
import type { Source, TableName } from './source.ts';
import { spoolStdin } from './stdin-spool.ts';
import type { ChooseEncoding } from './text/encoding.ts';
import { textSource } from './text/text-source.ts';
import type { ChooseSheets } from './workbook/workbook-source.ts';
import { ZipArchive } from './zip-archive.ts';

export interface SourceContext {
  /** Read to its end when one of the files is `-`. */
  readonly stdin: Readable;
  /** An existing folder for the copy of standard input, which is removed when the files are closed. */
  readonly spoolFolder: string;
  readonly stop: AbortSignal;
  /** The name of the encoding; or what chooses one if it cannot be detected with certainty. */
  readonly encoding: (table: TableName) => string | ChooseEncoding;
  readonly sheets: (table: TableName) => ChooseSheets;
  /** Whether the name of a sheet may say that its people must not be emailed: then it is not one to choose. */
  readonly meansOptOut: (name: string) => boolean;
}

/** A file in an archive, or a sheet, that is not read, and why. */
export interface SkippedFile {
  readonly name: string;
  readonly reason: string;
}

/**
 * Opens files by their paths, or `-`.
 *
 * @throws Failure usage when one is named twice; unreadable_file, empty_file, binary_file, bad_encoding,
 *   write_failed; the reason of `stop`
 */
export async function openSources(names: readonly string[], context: SourceContext): Promise<OpenFiles> {
  refuseRepeated(names);
  const opening = new OpenFiles(context);
  try {
    for (const name of names) await opening.open(name);
  } catch (error) {
    await opening.close(!names.includes('-'));
    throw error;
  }
  return opening;
}

/** @throws Failure usage when two names mean one file */
function refuseRepeated(names: readonly string[]): void {
  const known = new Map<string, string>();
  for (const name of names) {
    const id = name === '-' ? name : fileId(name);
    const other = known.get(id);
    if (other !== undefined) {
      const same = other === name ? `${name} is named twice` : `${other} and ${name} are the same file`;
      throw new Failure('usage', same, { hint: 'give each file once' });
    }
    known.set(id, name);
  }
}

export class OpenFiles {
  /** Tables: later ones win. */
  readonly sources: Source[] = [];
  readonly skipped: SkippedFile[] = [];
  /** Absolute paths in the order given; for standard input the path of its copy. */
  readonly paths: string[] = [];
  readonly #context: SourceContext;
  readonly #archives: ZipArchive[] = [];
  #stdinCopy: string | undefined;

  constructor(context: SourceContext) {
    this.#context = context;
  }

  async open(name: string): Promise<void> {
    const { stdin, spoolFolder, stop } = this.#context;
    const path = name === '-' ? await spoolStdin(stdin, spoolFolder, stop) : resolve(name);
    // A resumed import names the copy of the earlier run.
    if (dirname(path) === resolve(spoolFolder)) this.#stdinCopy = path;
    const bytes = await bytesOfFile(path, inputName(name));
    const table = { name, id: path, isMember: false, allNames: [name] };
    if (isZip(bytes.head)) await this.#openZip(bytes, table);
    else this.sources.push(await openText(bytes, table, this.#context));
    this.paths.push(path);
  }

  /** Closes archives. @param keep leaves the copy of standard input, to resume from */
  async close(keep: boolean): Promise<void> {
    for (const archive of this.#archives) archive.close();
    if (this.#stdinCopy !== undefined && !keep) await rm(this.#stdinCopy, { force: true });
  }

  async #openZip(file: Bytes, table: TableName): Promise<void> {
    const archive = await ZipArchive.open(file.path, file.shown);
    this.#archives.push(archive);
    const kind = zipKind(archive.members);
    if (kind === 'archive') await this.#openMembers(archive, file, table);
    else if (kind === 'workbook') {
      const { sheets, meansOptOut } = this.#context;
      const { sheetSources } = await import('./workbook/workbook-source.ts');
      const book = await sheetSources(archive, file, table, sheets(table), meansOptOut);
      for (const one of book.sources) this.sources.push(one);
      for (const name of book.skipped) this.skipped.push({ name, reason: 'no email addresses' });
    } else throw unsupportedFile(file.shown, kind);
  }

  async #openMembers(archive: ZipArchive, file: Bytes, { id, allNames }: TableName): Promise<void> {
    const before = this.sources.length;
    for (const member of archive.members) {
      const kind = memberKind(member.name.replaceAll('\\', '/'));
      const name = `${file.shown}/${member.name}`;
      if (kind === 'hidden') continue;
      if (kind === 'nested') throw nested(file.shown, member.name);
      if (typeof kind === 'object') this.skipped.push({ name, reason: kind.skipped });
      else {
        const names = [...allNames, ...member.name.split(/[/\\]/)];
        const table = { name, id: `${id}/${member.name}`, isMember: true, allNames: names };
        const bytes = await bytesOfMember(file, member, () => archive.bytesOf(member.name));
        await this.#orSkip(name, async () => {
          this.sources.push(await openText(bytes, table, this.#context));
        });
      }
    }
    if (this.sources.length > before) return;
    const details = this.skipped.slice(0, 5).map(({ name, reason }) => `${name}: ${reason}`);
    throw new Failure('empty_file', `${file.shown} contains no table`, { details });
  }

  /** Skips a file that is no table, since the user did not name it. */
  async #orSkip(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const isNoTable =
        error instanceof Failure && (error.code === 'empty_file' || error.code === 'binary_file');
      if (!isNoTable) throw error;
      this.skipped.push({ name, reason: error.code === 'empty_file' ? 'empty' : 'not a table' });
    }
  }
}

/** Opens CSV or JSON, perhaps as gzip. @throws Failure empty_file, binary_file, bad_encoding, unreadable_file */
async function openText(bytes: Bytes, table: TableName, { encoding }: SourceContext): Promise<Source> {
  const { head, shown } = bytes;
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const start = isPacked ? await firstBytes(bytes.read(true)) : head;
  if (start.length === 0) throw new Failure('empty_file', `${shown} is empty`);
  const unsupported = unsupportedKind(start);
  if (unsupported !== undefined) throw unsupportedFile(shown, unsupported);
  const text = await textSource(bytes, table, { start, isPacked, encoding: encoding(table) });
  if (!looksLikeJson(start)) return text;
  const { jsonSource } = await import('./json.ts');
  return await jsonSource(text, shown);
}

function unsupportedFile(shown: string, { what, hint }: UnsupportedFile): Failure {
  return new Failure('binary_file', `${shown} is ${what}, not a list of subscribers`, { hint });
}

function nested(shown: string, member: string): Failure {
  const what = /\.xls[xm]$/i.test(member) ? 'a workbook' : 'another archive';
  return new Failure('unreadable_file', `${shown} contains ${what}: ${member}`, {
    hint: 'unpack it, and import the files in it together, so that no opt-out is missed',
  });
}
