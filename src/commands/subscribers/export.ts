import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { command } from '../../cli/command.ts';
import { choice, flag, number, type OptionValues, text, wholeNumber } from '../../cli/option.ts';
import { filterOf, peopleFilters, sampleOf, sampleOptions } from '../../cli/options/filter-options.ts';
import { paramOption, queryOf, viewOf } from '../../cli/options/list-options.ts';
import { findGroup } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import { endpoints } from '../../contract/index.ts';
import { fieldsFrom } from '../../contract/schema.ts';
import { Failure } from '../../lib/failure.ts';
import { allFields } from '../../people/custom-fields.ts';
import type { PeopleFilter } from '../../people/filter/subscriber-filter.ts';
import type { ExportFormat } from '../../subscribers/export-formats.ts';
import { counted } from '../../terminal/numbers.ts';
import type { View } from '../../terminal/terminal.ts';

const options = {
  format: choice('--format <format>', 'format (default: by file extension, else CSV)', [
    'csv',
    'ndjson',
    'json',
    'xlsx',
  ]),
  spreadsheetSafe: flag(
    '--spreadsheet-safe',
    'CSV: put an apostrophe before text that looks like a formula (=, +, -, @, tab); `import` removes it',
  ),
  force: flag('--force', 'replace the file if it is there, without asking'),
  group: text('--group <group>', 'only those in this group, by id or exact name'),
  ...peopleFilters,
  ...sampleOptions,
  perPage: number('--per-page <n>', 'records per page (default 500, if the service allows)', wholeNumber),
  ...paramOption,
};

/** The result of an export to a file. */
const resultView: View = {
  plural: 'exports',
  columns: ['file', 'format', 'subscribers', 'without'],
  // `without`: what is not in the file: a person's status (service.txt, Subscriber).
  kinds: fieldsFrom('file:text format:text subscribers:integer without:texts'),
};

export const exportCommand = command({
  name: 'export',
  codes: ['invalid_filter', 'filter_unknown', 'confirmation_needed', 'declined'],
  description:
    'Export everybody, a group or a filter to a file: Excel, CSV, JSON. A CSV or a workbook (.xlsx) has a column for each custom field (fields.<variable>); `newsletter import` reads the same values back. In a workbook dates are dates, and times are in UTC. The file is readable only by you (mode 0600). It replaces an existing one when it is complete, and asks first.',
  arguments: [
    {
      name: '[file]',
      description: 'file; its extension sets the format (.csv, .xlsx, .ndjson, .json); - or none for stdout',
    },
  ],
  options,
  requests: ['listSubscribers', 'listFields', 'listGroups', 'getGroup'],
  output: [viewOf(endpoints.listSubscribers.response), resultView],
  changesThisMachine: ([file]) => file !== undefined && file !== '-',
  notes:
    'The service does not show who has unsubscribed: everybody is in the export. Keep a list of your own before you email these people from elsewhere.\n\nExit status 8: the service sent more or fewer than it counts. What was received is written.',
  examples: [
    ['a backup', 'newsletter subscribers export all.csv'],
    ['for a spreadsheet program', 'newsletter subscribers export people.xlsx'],
    ['only those with a tag', 'newsletter subscribers export --tag press press.csv'],
    ['the members of a group', 'newsletter subscribers export --group Members members.xlsx'],
    ['one JSON object a line', 'newsletter subscribers export --format ndjson | head -n 2'],
  ],
  run: async (context, [file], values) => await run(context, file === '-' ? undefined : file, values),
});

/** The format of a file by its extension; CSV without one. @throws Failure invalid_value for an unknown one */
async function formatOf(file: string): Promise<ExportFormat> {
  const { formatByEnding } = await import('../../subscribers/export-formats.ts');
  const format = formatByEnding(file);
  const ending = extname(file);
  if (format !== undefined || ending === '') return format ?? 'csv';
  throw new Failure('invalid_value', `exports are .csv, .xlsx, .ndjson or .json, not ${ending}`, {
    hint: 'choose another name, or pass --format',
  });
}

async function run(
  context: Context,
  file: string | undefined,
  flags: OptionValues<typeof options>,
): Promise<void> {
  const { terminal } = context;
  if (context.options.fields !== undefined) {
    throw new Failure('usage', '--fields cannot be used with export, which writes whole subscribers', {
      hint: 'newsletter subscribers list --all -o csv --fields email,tags',
    });
  }
  const query = queryOf(flags.param);
  const [chosen, sample] = await Promise.all([filterOf(flags), sampleOf(flags)]);
  const [{ exportSubscribers }, { exportFormats }, { AllSubscribers }] = await Promise.all([
    import('../../subscribers/export.ts'),
    import('../../subscribers/export-formats.ts'),
    import('../../people/read-all.ts'),
  ]);
  const ofOutput = exportFormats.find(each => each === terminal.format) ?? 'csv';
  const format = flags.format ?? (file === undefined ? ofOutput : await formatOf(file));
  if (flags.spreadsheetSafe && format !== 'csv') {
    throw new Failure('usage', '--spreadsheet-safe works only with CSV');
  }
  if (format === 'xlsx' && file === undefined && terminal.stdoutIsTerminal) {
    throw new Failure('usage', 'a workbook cannot be printed on a terminal', {
      hint: 'newsletter subscribers export people.xlsx',
    });
  }
  const isThere = file !== undefined && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  if (isThere && !flags.force && !(await terminal.confirm(`Replace ${file}?`, '--force')))
    throw new Failure('declined', `${file} was not replaced`);
  const api = await context.api();
  const { filter, unsubscribed } = await within(context, flags.group, chosen);
  const people = new AllSubscribers(api, { perPage: flags.perPage, query, filter, sample });
  await exportSubscribers(
    people,
    format === 'csv' || format === 'xlsx' ? await allFields(api) : [],
    { file, format, safe: flags.spreadsheetSafe === true },
    terminal,
  );
  if (unsubscribed !== undefined) terminal.warn(unsubscribed);
  if (file !== undefined) {
    terminal.note('people who have unsubscribed are in it, too: the service does not show their status');
    const said = `Exported ${counted(people.chosen, 'subscriber')} to ${file}.`;
    const row = { file, format, subscribers: people.chosen, without: ['status'] };
    await terminal.answer(said, row, resultView);
  }
  people.report(terminal);
}

/** A filter for those of a group alone. @throws Failure not_found, filter_unknown */
async function within(
  context: Context,
  name: string | undefined,
  filter: PeopleFilter | undefined,
): Promise<{ readonly filter: PeopleFilter | undefined; readonly unsubscribed?: string | undefined }> {
  if (name === undefined) return { filter };
  const [{ certainMembers }, { both }] = await Promise.all([
    import('../../people/groups/members.ts'),
    import('../../people/filter/subscriber-filter.ts'),
  ]);
  const api = await context.api();
  const { filter: inGroup, unsubscribed } = await certainMembers(
    api,
    await findGroup(api, name),
    context.terminal,
  );
  return { filter: filter === undefined ? inGroup : both(filter, inGroup), unsubscribed };
}
