import { type Command, InvalidArgumentError, Option } from 'commander';
import { columnOptions, type FileFlags, fileOptions, valueOptions } from '../../cli/column-options.ts';
import { ofFiles, requests } from '../../cli/command-metadata.ts';
import { examples } from '../../cli/examples.ts';
import { seconds, wholeNumber } from '../../cli/option-parsers.ts';
import { isId } from '../../cli/resolve-id.ts';
import { type Input, inputOf } from '../../cli/stdin.ts';
import { themed } from '../../cli/themes.ts';
import type { Context } from '../../context.ts';
import type { ImportOptions } from '../../import/options.ts';
import type { DryRunRequests } from '../../import/preview.ts';
import { Failure } from '../../lib/failure.ts';
import type { Row } from '../../terminal/terminal.ts';

interface ImportFlags extends FileFlags {
  readonly tagId?: string[];
  readonly batchSize: number;
  readonly maxBody: number;
  readonly concurrency: number;
  readonly wait: boolean;
  readonly waitTimeout: number;
  readonly rejects?: string | boolean;
  readonly report?: string;
  readonly allowRejects?: boolean;
  readonly shard?: NonNullable<ImportOptions['shard']>;
  readonly resume?: boolean;
  readonly restart?: boolean;
}

/** `import`: the main job. */
export function register(parent: Command, context: Context): void {
  const command = parent
    .command('import')
    .summary('bring a CSV of subscribers into the account')
    .description(
      'Bring a CSV of subscribers into the account. The whole file is checked before anything is sent; rows that cannot be sent come back in a file with the reason; people whom the file marks as unsubscribed, bounced or not confirmed are left out.',
    )
    .argument('<file>', 'a CSV file, also gzipped; - for stdin');
  for (const option of [
    ...columnOptions(),
    ...themed('Columns:', [
      new Option('--tag-id <uuid>', 'the id of a tag for every row (repeatable)').argParser(tagIds),
    ]),
    ...valueOptions(),
    ...sendingOptions(),
    ...continuingOptions(),
    ...resultOptions(),
  ]) {
    command.addOption(option);
  }
  command.action(async (file: string, flags: ImportFlags) => {
    const given = Object.keys(flags).filter(name => command.getOptionValueSource(name) === 'cli');
    const input = await inputOf(context, file);
    await run(context, optionsOf(input.file, flags, given, context.options.dryRun === true), input);
  });
  command.addHelpText('after', '\nMoving a list over, step by step: newsletter help import');
  requests(command, ['listFields', 'createField', 'createImport', 'getImport', 'listImports'], {
    here: true,
    // Fields that were created are found again.
    repeat: 'upsert',
    codes: [
      ...ofFiles,
      'file_changed',
      'unfinished_import',
      'import_running',
      'confirmation_needed',
      'declined',
      'partly_done',
      'import_failed',
      'still_running',
    ],
  });
  examples(command, [
    ['see what would happen; nothing is sent', 'newsletter import people.csv --dry-run'],
    ['import, with a tag on everybody', 'newsletter import people.csv --tag "Moved over"'],
    ['say where columns go', 'newsletter import people.csv --map Vorname=fields.first_name --map Notes=skip'],
    ['say whose export it is', 'newsletter import people.csv --from substack'],
    ['from another program, for another program', 'cat people.csv | newsletter import - --output json'],
    ['go on where an import was interrupted', 'newsletter import people.csv --resume'],
  ]);
}

function sendingOptions(): Option[] {
  return themed('Sending:', [
    new Option('--batch-size <rows>', 'rows in an import job, at the most')
      .argParser(wholeNumber)
      .default(5000),
    new Option('--max-body <bytes>', 'size of a request, at the most')
      .argParser(wholeNumber)
      .default(16 * 1024 * 1024, '16 MiB'),
    new Option('--concurrency <n>', 'jobs under way at a time').argParser(wholeNumber).default(4),
    new Option('--no-wait', 'do not wait for the jobs; print their ids'),
    new Option('--wait-timeout <seconds>', 'how long to wait for one job').argParser(seconds).default(3600),
  ]);
}

function continuingOptions(): Option[] {
  return themed('Continuing, dividing:', [
    new Option(
      '--resume',
      'continue an interrupted import of the file: nothing is lost, what is done is not sent again',
    ),
    new Option('--restart', 'forget an interrupted import of the file and start anew'),
    new Option(
      '--shard <i/n>',
      'take only share i of n of the addresses: several machines can share a file',
    ).argParser(shard),
  ]);
}

function shard(text: string): NonNullable<ImportOptions['shard']> {
  const [, share, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (share === undefined || of === undefined || Number(share) < 1 || Number(share) > Number(of)) {
    throw new InvalidArgumentError('two numbers are needed, as in 2/8.');
  }
  return { share: Number(share), of: Number(of) };
}

function resultOptions(): Option[] {
  return themed('Results:', [
    new Option('--rejects <file>', 'where rows go that were not sent (<file>.rejects.csv)'),
    new Option('--no-rejects', 'no such file'),
    new Option('--report <file>', 'NDJSON: a line for every row that was not sent as it stands'),
    new Option('--allow-rejects', 'rejected rows alone do not make the exit status 8'),
  ]);
}

function tagIds(text: string, before: readonly string[] = []): string[] {
  if (!isId(text)) throw new InvalidArgumentError('an id (UUID) is needed; --tag takes names.');
  return [...before, text];
}

/** Options whose flags are called in the singular. */
const plurals: Readonly<Record<string, string>> = { tag: 'tags', tagId: 'tagIds' };

function optionsOf(
  file: string,
  flags: ImportFlags,
  given: readonly string[],
  dryRun: boolean,
): ImportOptions {
  const { rejects } = flags;
  return {
    file,
    ...fileOptions(flags),
    tagIds: flags.tagId ?? [],
    batchSize: flags.batchSize,
    maxBody: flags.maxBody,
    concurrency: flags.concurrency,
    wait: flags.wait,
    waitTimeout: flags.waitTimeout,
    rejects:
      rejects === false
        ? undefined
        : typeof rejects === 'string'
          ? rejects
          : `${file === '-' ? 'stdin' : file}.rejects.csv`,
    report: flags.report,
    allowRejects: flags.allowRejects === true,
    shard: flags.shard,
    resume: flags.resume === true,
    restart: flags.restart === true,
    given: given.map(name => plurals[name] ?? name),
    dryRun,
  };
}

async function run(context: Context, options: ImportOptions, { stdin }: Input): Promise<void> {
  if (options.file === '-' && stdin.isTTY) {
    throw new Failure('usage', 'stdin is a terminal: there is nothing to import', {
      hint: 'newsletter import people.csv',
    });
  }
  if (options.file === '-' && options.resume) {
    throw new Failure(
      'usage',
      '--resume needs the file: the interrupted import has said which copy of stdin that is',
    );
  }
  if (options.resume && (options.restart || options.dryRun)) {
    throw new Failure('usage', `--resume does not go with ${options.restart ? '--restart' : '--dry-run'}`);
  }
  const { importFile } = await import('../../import/import.ts');
  const { terminal, interrupted } = context;
  const { failure } = await importFile(options, {
    terminal,
    stdin,
    configDir: context.configDir,
    service: (await context.settings()).need('base-url'),
    account: () => context.account(),
    // What is under way is brought to its end: the first Ctrl-C must not cut it off.
    api: () => context.api(new AbortController().signal),
    beforeWrite: () => context.beforeWrite(),
    async publish(summary, unsent) {
      const isData = ['json', 'ndjson', 'yaml'].includes(terminal.format);
      const requests = unsent && (await unsentRequests(context, unsent, { ...options, ...summary }, isData));
      if (!isData) return;
      const row = { ...summary, ...(requests !== undefined && { requests }) };
      await terminal.record(row, { plural: 'imports', columns: Object.keys(row) });
    },
    stop: interrupted,
  });
  if (failure !== undefined) throw failure;
}

/** The requests of a dry run: as data, or told on stderr. An import of everybody would be as large as the file. */
async function unsentRequests(
  context: Context,
  { fields, first }: DryRunRequests,
  { accepted, batchSize }: { readonly accepted: number; readonly batchSize: number },
  isData: boolean,
): Promise<readonly Row[]> {
  const { curlText, rowOf } = await import('../../cli/dry-run.ts');
  const api = await context.api();
  const previews = fields.map(body => api.preview('createField', { body }));
  const { content, rows } = first ?? { content: undefined, rows: 0 };
  if (content !== undefined) previews.push(api.preview('createImport', { body: {} }, { content }));
  if (!isData && previews.length > 0) {
    const most = batchSize.toLocaleString('en-US');
    const part = rows < accepted ? ` (the first ${rows} rows stand for all; a job has up to ${most})` : '';
    const lines = await Promise.all(previews.map(preview => curlText(context, preview)));
    context.terminal.show([`as curl lines${part}:`, ...lines, 'nothing was sent (--dry-run)'].join('\n'));
  }
  return await Promise.all(previews.map(preview => rowOf(context, preview)));
}
