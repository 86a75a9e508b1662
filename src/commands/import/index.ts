import { existsSync } from 'node:fs';
import { command } from '../../cli/command.ts';
import { fileCodes } from '../../cli/command-metadata.ts';
import type { OptionValues } from '../../cli/option.ts';
import { type Inputs, inputsOf } from '../../cli/stdin.ts';
import type { Context } from '../../context.ts';
import { fieldsFrom } from '../../contract/schema.ts';
import type { Preview } from '../../http/api.ts';
import type { ImportOptions } from '../../import/options.ts';
import type { DryRunRequests } from '../../import/outcome/end-import.ts';
import { summaryFields } from '../../import/summary-fields.ts';
import { Failure } from '../../lib/failure.ts';
import { isOwnSandbox } from '../../settings/own-sandbox.ts';
import type { View } from '../../terminal/terminal.ts';
import { importFlags, importOptions } from './options.ts';

/** What `import` prints with `--output json`. */
const view: View = {
  plural: 'imports',
  columns: Object.keys(summaryFields),
  kinds: { ...summaryFields, ...fieldsFrom('requests:maps~') },
};

/** `import`: the main job. */
export const importCommand = command({
  name: 'import',
  description:
    'Import subscribers from files. All files are checked before anything is sent. Rows to fix are written to a rejects file, with the reason. People whom any file marks as unsubscribed, bounced or not confirmed are left out.',
  arguments: [
    {
      name: '<file...>',
      description: 'CSV, Excel (.xlsx), JSON, zip or gzip files; - for stdin',
    },
  ],
  options: importFlags,
  usualOptions: [
    'map',
    'from',
    'createFields',
    'tag',
    'dateFormat',
    'encoding',
    'sheet',
    'statusColumn',
    'optOutValue',
    'suppress',
    'saveMapping',
    'mapping',
    'rejects',
    'resume',
  ],
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
  prints: 'record',
  changesThisMachine: true,
  // Fields that were created are found again.
  repeat: 'upsert',
  codes: [
    ...fileCodes,
    'left_out_earlier',
    'bad_column',
    'too_few_rows',
    'would_bounce',
    'file_changed',
    'import_changed',
    'unfinished_import',
    'already_running',
    'fields_missing',
    'confirmation_needed',
    'declined',
    'partly_done',
    'nothing_accepted',
    'stopped_early',
    'tags_replaced',
    'not_as_sent',
    'import_failed',
    'still_running',
  ],
  notes: '\nStep by step: newsletter help import',
  examples: [
    [
      'say who is new and who is in the account already; send nothing',
      'newsletter import people.csv --dry-run',
    ],
    ['import, and tag everyone', 'newsletter import people.csv --tag "Moved over"'],
    ['map columns', 'newsletter import people.csv --map Vorname=fields.first_name --map Notes=skip'],
    ['name the service that made the export', 'newsletter import people.csv --from substack'],
    ['read from stdin, and print JSON', 'cat people.csv | newsletter import - --output json'],
    ['resume an interrupted import', 'newsletter import people.csv --resume'],
  ],
  run: runImport,
});

/** @throws Failure usage; whatever ends the import */
async function runImport(
  context: Context,
  [names]: readonly [readonly string[]],
  flags: OptionValues<typeof importFlags>,
  given: readonly string[],
): Promise<void> {
  const { terminal, interrupted } = context;
  const { files, stdin } = await inputsOf(context, names);
  const { dryRun = false, showAddresses = false } = context.options;
  const options = await importOptions({ files, flags, given, dryRun, showAddresses });
  refuseUsage(options, stdin);
  const { importFiles } = await import('../../import/import.ts');
  const settings = await context.settings();
  const rate = options.rate && options.rate / (options.shard?.of ?? 1);
  // The first Ctrl-C must not abort requests under way.
  const api = async () =>
    await context.api(new AbortController().signal, rate).catch((error: unknown) => {
      if (!dryRun || !isMissing(error)) throw error;
      return undefined;
    });
  const { summary, unsent, failure } = await importFiles(options, {
    terminal,
    stdin,
    configDir: context.configDir,
    service: dryRun ? '' : await context.baseUrl(),
    profile: settings.profile,
    isSandbox: isOwnSandbox(settings.get('base-url')),
    account: async () => {
      await api();
      return await context.account();
    },
    api,
    beforeWrite: () => context.beforeWrite(),
    deferExit: lastWords => context.deferExit(lastWords),
    stop: interrupted,
  });
  const isSignedIn = unsent !== undefined && (await api()) !== undefined;
  const isPrinted = terminal.isStructured || context.options.verbose === true;
  const { requestRow, showFirstRequests } = await import('../../cli/dry-run.ts');
  const previews = isSignedIn && isPrinted ? await unsentRequests(context, unsent) : undefined;
  if (terminal.isStructured) {
    const requests = previews?.map(requestRow);
    await terminal.record({ ...summary, ...(requests && { requests }) }, view);
  } else if (previews !== undefined) {
    const { rows = summary.accepted } = unsent?.first ?? {};
    const most = options.batchSize.toLocaleString('en-US');
    const part = ` (the first ${rows} rows only; a job has up to ${most})`;
    showFirstRequests(context, previews, rows < summary.accepted ? part : '', previews.length);
  }
  if (failure !== undefined) throw failure;
}

const isMissing = (error: unknown) =>
  error instanceof Failure && (error.code === 'not_signed_in' || error.code === 'missing_setting');

/** What no import can do. @throws Failure usage, unreadable_file */
function refuseUsage({ files, resume, restart, dryRun }: ImportOptions, stdin: Inputs['stdin']): void {
  const [word = ''] = files;
  if (['list', 'get', 'watch'].includes(word) && !existsSync(word))
    throw new Failure('unreadable_file', `no file "${word}"`, {
      hint: `did you mean newsletter imports ${word}?`,
    });
  const hasStdin = files.includes('-');
  if (hasStdin && stdin.isTTY)
    throw new Failure('usage', 'nothing to import: stdin is a terminal', {
      hint: 'newsletter import <file> --dry-run',
    });
  if (hasStdin && resume)
    throw new Failure(
      'usage',
      '--resume needs a file: pass the copy of stdin that the interrupted import named',
    );
  if (resume && (restart || dryRun))
    throw new Failure('usage', `--resume cannot be combined with ${restart ? '--restart' : '--dry-run'}`);
}

/** The first requests of a dry run. */
async function unsentRequests(context: Context, { fields, first }: DryRunRequests): Promise<Preview[]> {
  const api = await context.api();
  const previews = fields.map(body => api.preview('createField', { body }));
  if (first !== undefined)
    previews.push(api.preview('createImport', { body: {} }, { content: first.content }));
  return previews;
}
