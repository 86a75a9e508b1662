/** Commands that resume imports, and unfinished imports of the same files into other accounts. */
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import type { Shard } from '../rows/shard.ts';
import { type ImportIdentity, storedJournals } from './imports-folder.ts';
import type { JournalStart } from './journal.ts';

/**
 * Refuses `--resume` in another account than that of the unfinished import: it would begin a new one there.
 *
 * @throws Failure unfinished_import
 */
export function refuseOtherAccount(configDir: string, { files, service, account }: ImportIdentity): void {
  const elsewhere = storedJournals(configDir).flatMap(({ contents }) => {
    if (contents?.start.files.join('\n') !== files.join('\n')) return [];
    const { start } = contents;
    return start.base_url === service && start.account === account ? [] : [start];
  });
  const [first] = elsewhere;
  if (first === undefined) return;
  const accounts = new Set(elsewhere.map(({ account, base_url }) => `account ${account} at ${base_url}`));
  const command = resumeCommand(first.files, partOf(first));
  throw new Failure('unfinished_import', 'the unfinished import of this file goes to another account', {
    details: [...accounts],
    hint: `to resume it (with the profile of that account): ${command}; to start over, add --restart`,
  });
}

/** The shard of a journal. */
export function partOf({ options }: Pick<JournalStart, 'options'>): Shard | undefined {
  const { shard } = options;
  return typeof shard === 'object' && shard !== null && 'of' in shard ? (shard as Shard) : undefined;
}

/** The command that resumes an import. */
export function resumeCommand(files: readonly string[], shard: Shard | undefined): string {
  const part = shard === undefined ? '' : ` --shard ${shard.share}/${shard.of}`;
  return `newsletter import ${files.map(shellWord).join(' ')}${part} --resume`;
}
