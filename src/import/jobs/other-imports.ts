/** Other unfinished imports of the same files: of other shards, or into another account. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import type { ImportOptions } from '../options.ts';
import type { Shard } from '../shards/shard.ts';
import { type ImportIdentity, importsFolder, journalPath, lockImport } from './imports-folder.ts';
import { type JournalStart, readJournal } from './journal-contents.ts';

interface OtherImport {
  readonly path: string;
  readonly start: JournalStart;
}

/**
 * Refuses an import if an unfinished one of the same file has other shards or further files, and refuses
 * `--resume` in another account than that of the unfinished import.
 *
 * @throws Failure unfinished_import
 */
export function refuseOtherImports(
  configDir: string,
  identity: ImportIdentity,
  { shard, resume }: Pick<ImportOptions, 'shard' | 'resume'>,
): void {
  const others = importsOf(configDir, identity, shard);
  const divided = others.filter(({ start }) => isDividedOtherwise(start, identity, shard));
  if (divided.length > 0) {
    const what = shard === undefined ? 'in shards' : 'in other shards, or as a whole';
    throw unfinished(`this file has an unfinished import ${what}`, divided, '');
  }
  const [mixed, ...more] = others.filter(({ start }) => isMixedOtherwise(start, identity));
  if (mixed !== undefined) {
    const name = identity.files.find(file => mixed.start.files.includes(file));
    throw unfinished(`${name} is part of an unfinished import of other files`, [mixed, ...more], '');
  }
  const elsewhere = others.filter(
    ({ start }) => !isSameAccount(start, identity) && hasSameFiles(start, identity),
  );
  if (!resume || elsewhere.length === 0) return;
  const message = 'the unfinished import of this file goes to another account';
  throw unfinished(message, elsewhere, ' (with the profile of that account)');
}

/** Discards unfinished imports of the same file with other shards or further files. @throws Failure import_running */
export async function forgetOtherDivisions(
  configDir: string,
  identity: ImportIdentity,
  shard: Shard | undefined,
  clock: Clock,
): Promise<void> {
  for (const { path, start } of importsOf(configDir, identity, shard)) {
    if (!isDividedOtherwise(start, identity, shard) && !isMixedOtherwise(start, identity)) continue;
    const release = await lockImport(path, clock);
    rmSync(path, { force: true });
    release();
  }
}

function importsOf(configDir: string, identity: ImportIdentity, shard: Shard | undefined): OtherImport[] {
  const folder = importsFolder(configDir);
  const own = journalPath(configDir, identity, shard);
  return readdirSync(folder)
    .filter(name => name.endsWith('.journal'))
    .map(name => join(folder, name))
    .flatMap(path => {
      const start = path === own ? undefined : startOf(path);
      return start?.files.some(file => identity.files.includes(file)) ? [{ path, start }] : [];
    });
}

function startOf(path: string): JournalStart | undefined {
  try {
    return readJournal(path)?.start;
  } catch {
    // An unreadable journal of another import does not matter here.
    return undefined;
  }
}

function isSameAccount({ base_url, account }: JournalStart, identity: ImportIdentity): boolean {
  return base_url === identity.service && account === identity.account;
}

function isDividedOtherwise(
  start: JournalStart,
  identity: ImportIdentity,
  shard: Shard | undefined,
): boolean {
  return isSame(start, identity) && partOf(start)?.of !== shard?.of;
}

/** Whether an unfinished import into the same account has some of these files, and others. */
function isMixedOtherwise(start: JournalStart, identity: ImportIdentity): boolean {
  return isSameAccount(start, identity) && !hasSameFiles(start, identity);
}

function isSame(start: JournalStart, identity: ImportIdentity): boolean {
  return isSameAccount(start, identity) && hasSameFiles(start, identity);
}

function hasSameFiles({ files }: JournalStart, identity: ImportIdentity): boolean {
  return files.join('\n') === identity.files.join('\n');
}

/** The shard of a journal; journals of earlier versions have no options. */
export function partOf({ options }: Pick<Partial<JournalStart>, 'options'>): Shard | undefined {
  const shard = options?.shard;
  return typeof shard === 'object' && shard !== null && 'of' in shard ? (shard as Shard) : undefined;
}

function unfinished(message: string, others: readonly OtherImport[], how: string): Failure {
  const commands = others.map(({ start }) => resumeCommand(start.files, partOf(start)));
  const accounts = new Set(others.map(({ start }) => `account ${start.account} at ${start.base_url}`));
  return new Failure('unfinished_import', message, {
    details: how === '' ? commands.slice(1) : [...accounts],
    hint: `to resume it${how}: ${commands[0]}; to start over, add --restart`,
  });
}

/** The command that resumes an import. */
export function resumeCommand(files: readonly string[], shard: Shard | undefined): string {
  const part = shard === undefined ? '' : ` --shard ${shard.share}/${shard.of}`;
  return `newsletter import ${files.map(shellWord).join(' ')}${part} --resume`;
}
