import type { ImportOptions } from '../import/options.ts';
import {
  choice,
  flag,
  InvalidValue,
  negative,
  type OptionValues,
  optionGroup,
  repeatable,
  text,
} from './option.ts';

/** Which column of a file goes to which field. */
export const columnOptions = optionGroup('Columns', {
  map: repeatable(
    '--map <column=target>',
    'send a column (header or number) to email, tags, fields.<variable>, new:<name>:<kind> or skip (repeatable)',
  ),
  mapping: text('--mapping <file>', 'where columns go, as --save-mapping has written it'),
  from: text(
    '--from <service>',
    'the service whose export it is (newsletter help import lists them; found out unless given; none: do not guess)',
  ),
  createFields: flag('--create-fields', 'make a custom field of each column that has no target'),
  strict: flag('--strict', 'a column that has no target is an error'),
  tag: repeatable('--tag <name>', 'a tag for every row (repeatable)', { completes: 'tag' }),
});

/** People who must not be emailed, and duplicate addresses. */
export const peopleOptions = optionGroup('People', {
  statusColumn: text('--status-column <column>', 'the column that says who must not be mailed', {
    negation: 'no column says who must not be mailed',
  }),
  optOutValue: repeatable(
    '--opt-out-value <column=value>',
    'a value that means "opted out"; * is any but no (repeatable)',
  ),
  suppress: repeatable(
    '--suppress <file>',
    'a list of addresses or of domains (@example.com) that must not be mailed (repeatable)',
  ),
  includeSuppressed: flag('--include-suppressed', 'send even those who must not be mailed; asks first'),
  risky: repeatable(
    '--risky <[cause=]what>',
    'addresses from which mail would come back: keep, reject or tag:<name> (repeatable; default: by cause, see newsletter help import)',
  ),
  duplicates: choice(
    '--duplicates <rule>',
    'rows of one address: joined, or one of them',
    ['merge', 'first', 'last'],
    { default: 'merge' },
  ),
});

/** How a CSV file is parsed. */
export const readingOptions = optionGroup('Reading the file', {
  encoding: text('--encoding <name>', 'how the text is encoded (found out unless given)'),
  delimiter: text(
    '--delimiter <character>',
    'what divides cells: one character, or "tab" (found out unless given)',
    { parse: delimiter },
  ),
  sheet: text('--sheet <name>', 'the sheet of a workbook (the one with addresses unless given)'),
  header: negative('--no-header', 'the first line is a row already; columns are called 1, 2, 3 …'),
  decimalMark: repeatable(
    '--decimal-mark <[column=]mark>',
    'the mark before decimals, . or , (repeatable; detected in each column unless given)',
    { parse: decimalMark },
  ),
  dateFormat: repeatable(
    '--date-format <[column=]format>',
    'how dates are written: YYYY, MM, DD and what stands between, or just DMY, MDY, YMD (repeatable)',
  ),
  badValues: choice(
    '--bad-values <what>',
    'a value that does not fit its field rejects the row, or is dropped',
    ['reject', 'drop'],
    { default: 'reject' },
  ),
});

/** Values of the options above. */
type FileFlags = OptionValues<typeof columnOptions & typeof peopleOptions & typeof readingOptions>;

/** Converts the flags to import options. */
export function fileOptions(flags: FileFlags) {
  const { statusColumn } = flags;
  return {
    map: flags.map ?? [],
    saved: undefined,
    mapping: flags.mapping,
    from: flags.from,
    tags: flags.tag ?? [],
    createFields: flags.createFields === true,
    strict: flags.strict === true,
    encoding: flags.encoding,
    sheet: flags.sheet,
    delimiter: flags.delimiter,
    header: flags.header ? undefined : false,
    decimalMark: flags.decimalMark ?? [],
    dateFormat: flags.dateFormat ?? [],
    badValues: flags.badValues,
    duplicates: flags.duplicates,
    risky: flags.risky ?? [],
    includeSuppressed: flags.includeSuppressed === true,
    optOutValues: flags.optOutValue ?? [],
    suppress: flags.suppress ?? [],
    // The type allows `true`, but --status-column always takes a value.
    statusColumn: statusColumn === true ? undefined : statusColumn,
  } satisfies Partial<ImportOptions>;
}

function decimalMark(text: string): string {
  if (!/(?:^|=)\s*[.,]\s*$/.test(text)) throw new InvalidValue('"." or "," is needed, as in Total=,');
  return text;
}

function delimiter(text: string): string {
  const character = text === 'tab' || text === '\\t' ? '\t' : text;
  if (character.length !== 1 || /["\r\n]/.test(character)) {
    throw new InvalidValue('one character is needed, or the word tab.');
  }
  return character;
}
