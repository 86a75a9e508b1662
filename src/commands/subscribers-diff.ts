import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { allFields } from '../import/account-fields.ts';
import type { Difference } from '../import/diff.ts';
import type { ImportOptions } from '../import/options.ts';
import type { Row, View } from '../terminal/terminal.ts';
import { examples } from './examples.ts';
import { columnOptions, type FileFlags, fileOptions, valueOptions } from './import-columns.ts';
import { collect, queryOf } from './listing.ts';
import { ofFiles, requests } from './requests.ts';

const kinds = ['new', 'changed', 'only'] as const;
type Kind = (typeof kinds)[number];

interface DiffFlags extends FileFlags {
  readonly show?: Kind;
  readonly exitCode?: boolean;
  readonly param?: readonly string[];
}

/** So many rows of a list go to a terminal. */
const mostOnTerminal = 50;

/** `subscribers diff`: what an import would change. */
export function registerDiff(parent: Command, context: Context): void {
  const command = parent
    .command('diff')
    .description(
      'Say what importing a file would change: who is new, whose fields or tags would change, who is only in the account. Nothing is written or deleted, and the file is read as `newsletter import` reads it.',
    )
    .argument('<file>', 'a CSV file, also gzipped; - for stdin')
    .addOption(
      new Option('--show <list>', 'list the new, the changed, or those only in the account').choices(kinds),
    )
    .option('--exit-code', 'exit status 8 when the import would create or change anybody')
    .option('--param <key=value>', 'a query parameter of your own (repeatable)', collect);
  for (const option of [...columnOptions(), ...valueOptions()]) command.addOption(option);
  command.action(async (file: string, flags: DiffFlags) => {
    await run(context, file, flags);
  });
  requests(command, ['listSubscribers', 'listFields'], { codes: [...ofFiles, 'would_change'] });
  examples(command, [
    ['how much would change', 'newsletter subscribers diff people.csv'],
    ['each value, old and new', 'newsletter subscribers diff people.csv --show changed'],
    ['who is missing from the file', 'newsletter subscribers diff people.csv --show only -o csv'],
  ]);
}

/** The options of an import of the file that would send it whole. */
function optionsOf(file: string, flags: DiffFlags): ImportOptions {
  return {
    ...fileOptions(flags),
    file,
    tagIds: [],
    batchSize: 5000,
    maxBody: 16 * 1024 * 1024,
    concurrency: 1,
    wait: false,
    waitTimeout: 0,
    rejects: undefined,
    report: undefined,
    allowRejects: true,
    dryRun: true,
    shard: undefined,
    resume: false,
    restart: false,
    given: [],
  };
}

async function run(context: Context, file: string, flags: DiffFlags): Promise<void> {
  const { terminal, stdin } = context;
  if (file === '-' && stdin.isTTY)
    throw new Failure('usage', 'stdin is a terminal: there is nothing to compare');
  const query = queryOf(flags.param);
  const { diffFile } = await import('../import/diff.ts');
  const { Everybody } = await import('../subscribers/everybody.ts');
  const api = await context.api();
  const everybody = new Everybody(api, { perPage: undefined, query });
  const progress = terminal.progress('comparing');
  const found = await diffFile(optionsOf(file, flags), {
    terminal,
    stdin,
    folder: context.folder,
    fields: await allFields(api),
    pages: () => everybody.pages(progress),
    stop: context.interrupted,
  }).finally(() => progress.stop());
  await print(context, found, flags.show);
  if (everybody.doubt !== undefined) terminal.warn(everybody.doubt);
  if (flags.exitCode && found.new.length + found.changed > 0) context.end(8);
}

async function print({ terminal }: Context, found: Difference, show: Kind | undefined): Promise<void> {
  if (show !== undefined) {
    const rows = listOf(found, show);
    const cut =
      terminal.format === 'table' && terminal.stdoutIsTerminal ? rows.slice(0, mostOnTerminal) : rows;
    await terminal.list(cut, views[show]);
    if (cut.length < rows.length) {
      terminal.note(`${cut.length} of ${rows.length} shown; -o csv shows all of them`);
    }
    return;
  }
  const { file, rows, duplicates, rejected, suppressed, unchanged, changed } = found;
  const counts = {
    ...{ file, rows, duplicates, rejected, suppressed },
    ...{ new: found.new.length, changed, unchanged, only_in_account: found.only.length },
  };
  const lists = {
    new_subscribers: found.new,
    changes: found.changes,
    only_in_account_subscribers: found.only,
  };
  const whole = ['json', 'ndjson', 'yaml'].includes(terminal.format);
  await terminal.record(whole ? { ...counts, ...lists } : counts, {
    plural: 'differences',
    columns: Object.keys(counts),
  });
  if (!whole && found.new.length + changed > 0) {
    terminal.hint(`newsletter subscribers diff ${file} --show ${changed > 0 ? 'changed' : 'new'}`);
  }
}

const views: Readonly<Record<Kind, View>> = {
  new: { plural: 'new subscribers', columns: ['email', 'fields', 'tags'] },
  changed: { plural: 'changes', columns: ['email', 'field', 'old', 'new'] },
  only: { plural: 'subscribers only in the account', columns: ['email', 'id'] },
};

function listOf(found: Difference, show: Kind): readonly Row[] {
  if (show === 'new') return found.new.map(({ email, fields = {}, tags = [] }) => ({ email, fields, tags }));
  return (show === 'changed' ? found.changes : found.only).map(one => ({ ...one }));
}
