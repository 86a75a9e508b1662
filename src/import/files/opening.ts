/** Opens one file after the other: texts, workbooks, archives, and folders of such. */
import { randomBytes } from 'node:crypto';
import { createWriteStream, type Stats } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../lib/failure.ts';
import { unwritable } from '../../lib/files/file-errors.ts';
import { makeFolder } from '../../lib/files/folder.ts';
import { ZipArchive, type ZipMember } from './archive/zip-archive.ts';
import { bytesOfFile, bytesOfMember } from './bytes.ts';
import { readHead } from './file-reader.ts';
import { filesBelow, memberKind, type SkippedFile, zipKind } from './members.ts';
import { isZip, openText, type TableContext, unsupportedFile } from './open-table.ts';
import type { Source, TableName } from './source.ts';
import { spoolStdin } from './stdin-spool.ts';
import { sheetSources } from './workbook/workbook-source.ts';

export interface SourceContext extends TableContext {
  /** Read to its end when one of the files is `-`. */
  readonly stdin: Readable;
  /** An existing folder for copies, which are removed when the files are closed. */
  readonly spoolFolder: string;
  /** Ends the wait for standard input. */
  readonly stop: AbortSignal;
}

interface DiskFile {
  readonly path: string;
  /** As the user named it. */
  readonly name: string;
  /** Its name in messages. */
  readonly shown: string;
  readonly head: Buffer;
  readonly info: Stats;
  /** Whether the user named its folder, not the file. */
  readonly isMember: boolean;
}

/** Opens one file after the other, and closes all of them. */
export class Opening {
  readonly sources: Source[] = [];
  readonly skipped: SkippedFile[] = [];
  readonly #context: SourceContext;
  readonly #archives: ZipArchive[] = [];
  readonly #copies: string[] = [];
  #stdinCopy: string | undefined;

  constructor(context: SourceContext) {
    this.#context = context;
  }

  /** @returns the path of the file, or of the copy of standard input */
  async open(name: string): Promise<string> {
    const { stdin, spoolFolder, stop } = this.#context;
    const path = name === '-' ? await spoolStdin(stdin, spoolFolder, stop) : resolve(name);
    // A resumed import names the copy of the earlier run.
    if (dirname(path) === resolve(spoolFolder)) this.#stdinCopy = path;
    const info = name === '-' ? undefined : await stat(path).catch(() => undefined);
    if (info?.isDirectory()) await this.#openFolder(path, name);
    else await this.#openFile(path, name, false);
    return path;
  }

  async close(keep: boolean): Promise<void> {
    for (const archive of this.#archives) archive.close();
    for (const copy of this.#copies) await rm(copy, { force: true });
    if (this.#stdinCopy !== undefined && !keep) await rm(this.#stdinCopy, { force: true });
  }

  async #openFile(path: string, name: string, isMember: boolean): Promise<void> {
    const shown = name === '-' ? 'standard input' : name;
    const { head, info } = await readHead(path, shown);
    const file = { path, name, shown, head, info, isMember };
    if (isZip(head)) await this.#openZip(file);
    else {
      const table = { name, id: path, isMember, allNames: [name] };
      this.sources.push(await openText(bytesOfFile(path, shown, head, info), table, this.#context));
    }
  }

  async #openZip(file: DiskFile): Promise<void> {
    const { path, name, shown, isMember } = file;
    const archive = await ZipArchive.open(path, shown);
    this.#archives.push(archive);
    const kind = zipKind(archive.members);
    if (kind === 'archive') await this.#openMembers(archive, file);
    else if (kind === 'workbook')
      await this.#openWorkbook(archive, file, { name, id: path, isMember, allNames: [name] });
    else throw unsupportedFile(shown, kind);
  }

  async #openWorkbook(
    archive: ZipArchive,
    file: Pick<DiskFile, 'path' | 'shown' | 'info'>,
    table: TableName,
  ): Promise<void> {
    const { sheet: chooser, meansOptOut } = this.#context;
    const sheets = await sheetSources(archive, file, chooser(table), meansOptOut);
    for (const { sheet, ...found } of sheets) {
      const isOne = sheets.length === 1;
      this.sources.push({
        ...table,
        ...found,
        name: isOne ? table.name : `${table.name}/${sheet}`,
        id: isOne ? table.id : `${table.id}/${sheet}`,
        allNames: [...table.allNames, sheet],
        path: file.path,
      });
    }
  }

  /** Reads texts from the archive itself; only a workbook is copied. */
  async #openMembers(archive: ZipArchive, file: DiskFile): Promise<void> {
    const before = this.sources.length;
    for (const member of archive.members) {
      const kind = memberKind(member.name.replaceAll('\\', '/'));
      const name = `${file.name === '-' ? file.shown : file.name}/${member.name}`;
      if (kind === 'hidden') continue;
      if (kind === 'archive') throw nested(file.shown, member.name);
      if (typeof kind === 'object') this.skipped.push({ name, reason: kind.skipped });
      else {
        const allNames = [file.name, ...member.name.split(/[/\\]/)];
        const table = { name, id: `${file.path}/${member.name}`, isMember: true, allNames };
        await this.#orSkip(name, async () => {
          if (kind === 'workbook') await this.#copyWorkbook(archive, member, table);
          else
            this.sources.push(
              await openText(await bytesOfMember(archive, member, file), table, this.#context),
            );
        });
      }
    }
    if (this.sources.length === before) throw nothingIn(file.shown, this.skipped);
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

  async #copyWorkbook(archive: ZipArchive, member: ZipMember, table: TableName): Promise<void> {
    const path = join(this.#context.spoolFolder, `member-${randomBytes(6).toString('hex')}.xlsx`);
    this.#copies.push(path);
    try {
      makeFolder(this.#context.spoolFolder);
      await pipeline(archive.bytesOf(member.name), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    } catch (error) {
      throw error instanceof Failure ? error : unwritable(path, error);
    }
    const inner = await ZipArchive.open(path, table.name);
    this.#archives.push(inner);
    const kind = zipKind(inner.members);
    if (kind !== 'workbook') throw new Failure('binary_file', `${table.name} is not a workbook`);
    await this.#openWorkbook(inner, { path, shown: table.name, info: await stat(path) }, table);
  }

  async #openFolder(folder: string, name: string): Promise<void> {
    const before = this.sources.length;
    for (const below of filesBelow(folder)) {
      const kind = memberKind(below);
      const shown = join(name, below);
      if (kind === 'hidden') continue;
      if (typeof kind === 'object') this.skipped.push({ name: shown, reason: kind.skipped });
      else if (kind === 'archive' && !below.toLowerCase().endsWith('.zip')) throw nested(name, below);
      else await this.#orSkip(shown, () => this.#openFile(join(folder, below), shown, true));
    }
    if (this.sources.length === before) throw nothingIn(name, this.skipped);
  }
}

function nested(shown: string, member: string): Failure {
  return new Failure('unreadable_file', `${shown} contains another archive: ${member}`, {
    hint: 'unpack it, and import the files in it together, so that no opt-out is missed',
  });
}

function nothingIn(shown: string, skipped: readonly SkippedFile[]): Failure {
  const names = skipped.slice(0, 5).map(({ name, reason }) => `${name}: ${reason}`);
  return new Failure('empty_file', `${shown} contains no table`, { details: names });
}
