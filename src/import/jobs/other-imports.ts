/** Other unfinished imports of the same files: of other shards, with other files, or into another account. */
import { rmSync } from 'node:fs';
import type { Clock } from '../../lib/clock.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import type { ImportOptions } from '../options.ts';
import type { Shard } from '../shards/shard.ts';
import { type ImportIdentity, lockImport, storedJournals } from './imports-folder.ts';
import type { JournalStart } from './journal-contents.ts';

interface OtherImport {
  readonly path: string;
  readonly start: JournalStart;
  readonly relation: Relation;
}

/**
 * How an unfinished import is related to another one. `divided`: of the same files into the same account, but in other
 * shards, or as a whole; `mixed`: of some of the files and others; `elsewhere`: of the same files into another account.
 */
export type Relation = 'divided' | 'mixed' | 'elsewhere' | 'none';

export function relationOf(
  start: JournalStart,
  { files, service, account }: ImportIdentity,
  shard: Shard | undefined,
): Relation {
  const isHere = start.base_url === service && start.account === account;
  const hasSameFiles = start.files.join('\n') === files.join('\n');
  if (!isHere) return hasSameFiles ? 'elsewhere' : 'none';
  if (hasSameFiles) return partOf(start)?.of === shard?.of ? 'none' : 'divided';
  return start.files.some(file => files.includes(file)) ? 'mixed' : 'none';
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
  const [divided = [], mixed = [], elsewhere = []] = (['divided', 'mixed', 'elsewhere'] as const).map(
    wanted => others.filter(({ relation }) => relation === wanted),
  );
  if (divided.length > 0) {
    const what = shard === undefined ? 'in shards' : 'in other shards, or as a whole';
    throw unfinished(`this file has an unfinished import ${what}`, divided, '');
  }
  const [first] = mixed;
  if (first !== undefined) {
    const name = identity.files.find(file => first.start.files.includes(file));
    throw unfinished(`${name} is part of an unfinished import of other files`, mixed, '');
  }
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
  for (const { path, relation } of importsOf(configDir, identity, shard)) {
    if (relation === 'elsewhere') continue;
    const release = await lockImport(path, clock);
    rmSync(path, { force: true });
    release();
  }
}

/** The related ones. One that cannot be read does not matter here. */
function importsOf(configDir: string, identity: ImportIdentity, shard: Shard | undefined): OtherImport[] {
  return storedJournals(configDir).flatMap(({ path, contents }) => {
    if (contents === undefined) return [];
    const relation = relationOf(contents.start, identity, shard);
    return relation === 'none' ? [] : [{ path, start: contents.start, relation }];
  });
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
