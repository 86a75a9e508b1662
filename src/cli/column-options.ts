import { InvalidArgumentError, Option } from 'commander';
import type { ImportOptions } from '../import/options.ts';
import { collect } from './list-options.ts';
import { themed } from './themes.ts';

/** What a command line says about how a file of subscribers is read. */
export interface FileFlags {
  readonly map?: string[];
  readonly from?: string;
  readonly tag?: string[];
  readonly createFields?: boolean;
  readonly strict?: boolean;
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly header: boolean;
  readonly decimalMark?: '.' | ',';
  readonly dateFormat?: string;
  readonly badValues: 'reject' | 'drop';
  readonly duplicates: ImportOptions['duplicates'];
  readonly includeSuppressed?: boolean;
  readonly statusColumn?: string | boolean;
}

/** The flags as the reader of the import takes them. */
export function fileOptions(flags: FileFlags) {
  const { statusColumn } = flags;
  return {
    map: flags.map ?? [],
    from: flags.from,
    tags: flags.tag ?? [],
    createFields: flags.createFields === true,
    strict: flags.strict === true,
    encoding: flags.encoding,
    delimiter: flags.delimiter,
    header: flags.header ? undefined : false,
    decimalMark: flags.decimalMark,
    dateFormat: flags.dateFormat,
    badValues: flags.badValues,
    duplicates: flags.duplicates,
    includeSuppressed: flags.includeSuppressed === true,
    statusColumn: statusColumn === true ? undefined : statusColumn,
  } satisfies Partial<ImportOptions>;
}

/** Where columns go, and who must not be mailed. */
export function columnOptions(): Option[] {
  return [
    ...themed('Columns:', [
      new Option(
        '--map <column=target>',
        'send a column (header or number) to email, tags, fields.<variable> or skip (repeatable)',
      ).argParser(collect),
      new Option(
        '--from <service>',
        'whose export it is: mailchimp, substack, kit, … (found out unless given; none: do not guess)',
      ),
      new Option('--create-fields', 'make a custom field of each column that has no target'),
      new Option('--strict', 'a column that has no target is an error'),
      new Option('--tag <name>', 'a tag for every row (repeatable)').argParser(collect),
    ]),
    ...themed('People:', [
      new Option('--status-column <column>', 'the column that says who must not be mailed'),
      new Option('--no-status-column', 'no column says who must not be mailed'),
      new Option('--include-suppressed', 'send even those who must not be mailed; asks first'),
      new Option('--duplicates <rule>', 'rows of one address: joined, or one of them')
        .choices(['merge', 'first', 'last'])
        .default('merge'),
    ]),
  ];
}

/** How the text is read. */
export function valueOptions(): Option[] {
  return themed('Reading the file:', [
    new Option('--encoding <name>', 'how the text is encoded (found out unless given)'),
    new Option(
      '--delimiter <character>',
      'what divides cells: one character, or "tab" (found out unless given)',
    ).argParser(delimiter),
    new Option('--no-header', 'the first line is a row already; columns are called 1, 2, 3 …'),
    new Option('--decimal-mark <mark>', 'the mark before decimals (by the delimiter unless given)').choices([
      '.',
      ',',
    ]),
    new Option('--date-format <format>', 'how dates are written: YYYY, MM, DD and what stands between'),
    new Option('--bad-values <what>', 'a value that does not fit its field rejects the row, or is dropped')
      .choices(['reject', 'drop'])
      .default('reject'),
  ]);
}

function delimiter(text: string): string {
  const character = text === 'tab' || text === '\\t' ? '\t' : text;
  if (character.length !== 1 || /["\r\n]/.test(character)) {
    throw new InvalidArgumentError('one character is needed, or the word tab.');
  }
  return character;
}
