import { type Command, Option } from 'commander';
import { requests } from '../../cli/command-metadata.ts';
import { refuseDryRun } from '../../cli/dry-run-flag.ts';
import { examples } from '../../cli/examples.ts';
import { collect, queryOf } from '../../cli/list-options.ts';
import { wholeNumber } from '../../cli/option-parsers.ts';
import type { Context } from '../../context.ts';
import { allFields } from '../../import/custom-fields.ts';
import { Failure } from '../../lib/failure.ts';
import type { ExportFormat } from '../../subscribers/export-formats.ts';

interface ExportFlags {
  readonly format?: ExportFormat;
  readonly spreadsheetSafe?: boolean;
  readonly perPage?: number;
  readonly param?: readonly string[];
}

/** `subscribers export`: everybody, as a file. */
export function registerExport(parent: Command, context: Context): void {
  const command = parent
    .command('export')
    .description(
      'Write all subscribers to a file, or to stdout. A CSV has a column for each custom field (fields.<variable>), and `newsletter import` reads it as it is. The file can be read by you alone (mode 0600) and replaces an older one when it is complete.',
    )
    .argument('[file]', 'a file; its ending says the format (.csv, .ndjson, .json); - or none for stdout')
    .addOption(
      new Option('--format <format>', 'the format (CSV unless the ending says another)').choices([
        'csv',
        'ndjson',
        'json',
      ]),
    )
    .option(
      '--spreadsheet-safe',
      'in CSV, an apostrophe before text that begins like a formula (=, +, -, @, tab); `import` takes it away',
    )
    .option('--per-page <n>', 'records on a page (500, if the service allows)', wholeNumber)
    .option('--param <key=value>', 'a query parameter of your own (repeatable)', collect)
    .action(async (file: string | undefined, flags: ExportFlags) => {
      if (file !== undefined && file !== '-') refuseDryRun(context);
      await run(context, file === '-' ? undefined : file, flags);
    });
  command.addHelpText(
    'after',
    '\nExit status 8: the list changed meanwhile, and the service sent fewer than it says\nthere are.',
  );
  requests(command, ['listSubscribers', 'listFields'], { here: true, codes: ['partly_done'] });
  examples(command, [
    ['a backup', 'newsletter subscribers export people.csv'],
    ['for a spreadsheet program', 'newsletter subscribers export people.csv --spreadsheet-safe'],
    ['one JSON object a line', 'newsletter subscribers export --format ndjson | head -n 2'],
  ]);
}

/** A file that claims to be what it is not would not open. @throws Failure invalid_value */
function checkEnding(file: string): void {
  const [ending] = /\.(?:xlsx?|ods|gz|zip|tsv|ya?ml|parquet)$/i.exec(file) ?? [];
  if (ending === undefined) return;
  throw new Failure('invalid_value', `an export is CSV, NDJSON or JSON, not ${ending}`, {
    hint: `newsletter subscribers export ${file.slice(0, -ending.length).replace(/\.csv$/i, '')}.csv`,
  });
}

async function run(context: Context, file: string | undefined, flags: ExportFlags): Promise<void> {
  const { terminal } = context;
  if (context.options.fields !== undefined) {
    throw new Failure('usage', 'an export is of whole subscribers: --fields does not go with it', {
      hint: 'newsletter subscribers list --all -o csv --fields email,tags',
    });
  }
  const query = queryOf(flags.param);
  const [{ exportSubscribers }, { exportFormats, formatByEnding }, { AllSubscribers }] = await Promise.all([
    import('../../subscribers/export.ts'),
    import('../../subscribers/export-formats.ts'),
    import('../../subscribers/read-all.ts'),
  ]);
  if (file !== undefined && flags.format === undefined) checkEnding(file);
  const format =
    flags.format ??
    (file === undefined ? exportFormats.find(each => each === terminal.format) : formatByEnding(file)) ??
    'csv';
  if (flags.spreadsheetSafe && format !== 'csv') {
    throw new Failure('usage', '--spreadsheet-safe is for CSV');
  }
  const api = await context.api();
  const failure = await exportSubscribers(
    new AllSubscribers(api, { perPage: flags.perPage, query }),
    format === 'csv' ? await allFields(api) : [],
    { file, format, safe: flags.spreadsheetSafe === true },
    terminal,
  );
  if (failure !== undefined) throw failure;
}
