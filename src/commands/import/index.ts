import { columnOptions, fileOptions, peopleOptions, readingOptions } from '../../cli/column-options.ts';
import { command } from '../../cli/command.ts';
import { fileCodes } from '../../cli/command-metadata.ts';
import {
  choice,
  flag,
  InvalidValue,
  negative,
  number,
  type OptionValues,
  optionGroup,
  parsed,
  repeatable,
  seconds,
  text,
  wholeNumber,
} from '../../cli/option.ts';
import { isId } from '../../cli/resolve-id.ts';
import { type Inputs, inputsOf } from '../../cli/stdin.ts';
import type { Context } from '../../context.ts';
import type { ImportOptions } from '../../import/options.ts';
import type { DryRunRequests } from '../../import/preview.ts';
import type { ImportSummary } from '../../import/report.ts';
import { Failure } from '../../lib/failure.ts';
import type { Row, View } from '../../terminal/terminal.ts';

const options = {
  ...columnOptions,
  ...peopleOptions,
  ...optionGroup('People', {
    checkDomains: flag('--check-domains', 'ask DNS, once a domain, whether it takes mail'),
  }),
  ...optionGroup('Columns', {
    saveMapping: text('--save-mapping <file>', 'write where columns go, and your answers, to a JSON file'),
    tagId: repeatable('--tag-id <uuid>', 'the id of a tag for every row (repeatable)', { parse: tagId }),
  }),
  ...readingOptions,
  ...optionGroup('Sending', {
    batchSize: number('--batch-size <rows>', 'rows in an import job, at the most', wholeNumber, {
      default: 5000,
    }),
    maxBody: number('--max-body <bytes>', 'size of a request, at the most', wholeNumber, {
      default: 16 * 1024 * 1024,
      defaultText: '16 MiB',
    }),
    concurrency: number('--concurrency <n>', 'jobs under way at a time', wholeNumber, { default: 4 }),
    wait: negative('--no-wait', 'do not wait for the jobs; print their ids'),
    waitTimeout: number('--wait-timeout <seconds>', 'how long to wait for one job', seconds, {
      default: 3600,
    }),
  }),
  ...optionGroup('People who are in the account', {
    compare: choice(
      '--compare <when>',
      'read the account first, and send only what changes it (auto: when that is quick)',
      ['auto', 'always', 'never'],
      { default: 'auto' },
    ),
    tags: choice(
      '--tags <rule>',
      'what the service does with the tags that people have: add to them, or replace them (default: found out)',
      ['add', 'replace'],
    ),
    verify: flag('--verify', 'read everybody back afterwards, not only a sample'),
  }),
  ...optionGroup('Continuing, dividing', {
    resume: flag(
      '--resume',
      'continue an interrupted import of the file: nothing is lost, what is done is not sent again',
    ),
    restart: flag('--restart', 'forget an interrupted import of the file and start anew'),
    shard: parsed(
      '--shard <i/n>',
      'take only share i of n of the addresses: several machines can share a file',
      shard,
    ),
  }),
  ...optionGroup('Results', {
    rejects: text('--rejects <file>', 'where rows go that were not sent (<file>.rejects.csv)', {
      negation: 'no such file',
    }),
    report: text('--report <file>', 'NDJSON: a line for every row that was not sent as it stands'),
    allowRejects: flag('--allow-rejects', 'rejected rows alone do not make the exit status 8'),
  }),
};

type ImportFlags = OptionValues<typeof options>;

const fields = [
  'file',
  'rows',
  'accepted',
  'duplicates',
  'rejected',
  'suppressed',
  'created',
  'updated',
  'skipped',
  'failed',
  'unknown',
  'not_sent',
  'unchanged',
  'compared',
  'not_compared',
  'verified',
  'run',
  'jobs',
  'mapping',
  'ignored_columns',
  'reasons',
  'risks',
  'domains',
  'warnings',
  'files',
  'rejects_file',
  'resumed',
  'dry_run',
  'elapsed_seconds',
] as const satisfies readonly (keyof ImportSummary)[];

const view: View = { plural: 'imports', columns: fields, fields: [...fields, 'requests'] };

/** `import`: the main job. */
export const importCommand = command({
  name: 'import',
  description:
    'Bring lists of subscribers into the account. All files are checked before anything is sent; rows that cannot be sent come back in a file with the reason; people whom any file marks as unsubscribed, bounced or not confirmed are left out.',
  arguments: [
    {
      name: '<file...>',
      description: 'CSV, Excel (.xlsx), JSON, zip or gzip files, or folders of these; - for stdin',
    },
  ],
  options,
  requests: [
    'listFields',
    'createField',
    'createImport',
    'getImport',
    'listImports',
    'listSubscribers',
    'getSubscriber',
    'updateSubscriber',
  ],
  output: view,
  changesThisMachine: true,
  // Fields that were created are found again.
  repeat: 'upsert',
  codes: [
    ...fileCodes,
    'bad_column',
    'file_changed',
    'import_changed',
    'unfinished_import',
    'import_running',
    'confirmation_needed',
    'declined',
    'partly_done',
    'tags_replaced',
    'import_failed',
    'still_running',
  ],
  notes: '\nMoving a list over, step by step: newsletter help import',
  examples: [
    ['see what would happen; nothing is sent', 'newsletter import people.csv --dry-run'],
    ['import, with a tag on everybody', 'newsletter import people.csv --tag "Moved over"'],
    ['say where columns go', 'newsletter import people.csv --map Vorname=fields.first_name --map Notes=skip'],
    ['say whose export it is', 'newsletter import people.csv --from substack'],
    ['from another program, for another program', 'cat people.csv | newsletter import - --output json'],
    ['go on where an import was interrupted', 'newsletter import people.csv --resume'],
  ],
  run: async (context, [names], values, given) => {
    const { files, stdin } = await inputsOf(context, names);
    await run(context, optionsOf(files, values, given, context.options.dryRun === true), stdin);
  },
});

function shard(typed: string): NonNullable<ImportOptions['shard']> {
  const [, share, of] = /^(\d+)\/(\d+)$/.exec(typed) ?? [];
  if (share === undefined || of === undefined || Number(share) < 1 || Number(share) > Number(of)) {
    throw new InvalidValue('two numbers are needed, as in 2/8.');
  }
  return { share: Number(share), of: Number(of) };
}

function tagId(typed: string): string {
  if (!isId(typed)) throw new InvalidValue('an id (UUID) is needed; --tag takes names.');
  return typed;
}

/** Options whose flags are called in the singular. */
const plurals: Readonly<Record<string, string>> = {
  tag: 'tags',
  tags: 'tagsRule',
  tagId: 'tagIds',
  optOutValue: 'optOutValues',
};

function optionsOf(
  files: readonly string[],
  flags: ImportFlags,
  given: readonly string[],
  dryRun: boolean,
): ImportOptions {
  const { rejects } = flags;
  return {
    files,
    chosenEncodings: [],
    chosenSheets: [],
    innocentNames: [],
    ...fileOptions(flags),
    tagIds: flags.tagId ?? [],
    saveMapping: flags.saveMapping,
    checkDomains: flags.checkDomains === true,
    dns: undefined,
    compare: flags.compare,
    tagsRule: flags.tags,
    verify: flags.verify === true,
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
          : defaultRejects(files, flags.shard),
    report: flags.report,
    allowRejects: flags.allowRejects === true,
    shard: flags.shard,
    resume: flags.resume === true,
    restart: flags.restart === true,
    given: given.map(name => plurals[name] ?? name),
    dryRun,
  };
}

/** Beside the first file. Each shard has its own: several machines may write into one folder. */
function defaultRejects([file = '-']: readonly string[], shard: ImportOptions['shard']): string {
  const part = shard === undefined ? '' : `.${shard.share}-of-${shard.of}`;
  return `${file === '-' ? 'stdin' : file}.rejects${part}.csv`;
}

async function run(context: Context, options: ImportOptions, stdin: Inputs['stdin']): Promise<void> {
  const hasStdin = options.files.includes('-');
  if (hasStdin && stdin.isTTY) {
    throw new Failure('usage', 'stdin is a terminal: there is nothing to import', {
      hint: 'newsletter import people.csv',
    });
  }
  if (hasStdin && options.resume) {
    throw new Failure(
      'usage',
      '--resume needs the file: the interrupted import has said which copy of stdin that is',
    );
  }
  if (options.resume && (options.restart || options.dryRun)) {
    throw new Failure('usage', `--resume does not go with ${options.restart ? '--restart' : '--dry-run'}`);
  }
  const { importFiles } = await import('../../import/import.ts');
  const { terminal, interrupted } = context;
  const settings = await context.settings();
  const { failure } = await importFiles(options, {
    terminal,
    stdin,
    configDir: context.configDir,
    service: await context.baseUrl(),
    profile: settings.profile,
    account: () => context.account(),
    dnsServers: (context.environment.NEWSLETTER_DNS_SERVERS ?? '').split(/[\s,]+/).filter(one => one !== ''),
    // What is under way is brought to its end: the first Ctrl-C must not cut it off.
    api: () => context.api(new AbortController().signal),
    beforeWrite: () => context.beforeWrite(),
    holdOn: lastWords => context.holdOn(lastWords),
    async publish(summary, unsent) {
      const isData = terminal.isStructured;
      const requests = unsent && (await unsentRequests(context, unsent, { ...options, ...summary }, isData));
      if (!isData) return;
      const row = { ...summary, ...(requests !== undefined && { requests }) };
      await terminal.record(row, view);
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
  if (!isData && previews.length > 0 && context.options.verbose) {
    const most = batchSize.toLocaleString('en-US');
    const part = rows < accepted ? ` (the first ${rows} rows stand for all; a job has up to ${most})` : '';
    const lines = await Promise.all(previews.map(preview => curlText(context, preview)));
    context.terminal.show([`as curl lines${part}:`, ...lines].join('\n'));
  }
  if (!isData) context.terminal.note('Nothing was sent. To import, run the command without --dry-run.');
  return await Promise.all(previews.map(preview => rowOf(context, preview)));
}
