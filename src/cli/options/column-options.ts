import { choice, flag, InvalidValue, negative, optionGroup, repeatable, text } from '../option.ts';

/** Which column of a file goes to which field. */
export const columnOptions = optionGroup('Columns', {
  map: repeatable(
    '--map <column=target>',
    'send a column (header or number) to email, tags, fields.<variable>, new:<name>:<text|number|date|boolean> or skip (repeatable)',
  ),
  mapping: text('--mapping <file>', 'column mapping that --save-mapping wrote'),
  from: text(
    '--from <service>',
    'service that made the export, or none (default: detected; for the list see newsletter help import)',
  ),
  createFields: flag('--create-fields', 'create a custom field for each unmapped column'),
  strict: flag('--strict', 'fail if a column is not mapped'),
  tag: repeatable('--tag <name>', 'add a tag to every row (repeatable)'),
});

/** People who must not be emailed, and duplicate addresses. */
export const peopleOptions = optionGroup('People', {
  statusColumn: text('--status-column <column>', 'column that marks people who must not be emailed', {
    negation: 'the file has no such column',
  }),
  optOutValue: repeatable(
    '--opt-out-value <column=value>',
    'value that means opted out; * any value except no, X* values that begin with X (repeatable)',
  ),
  suppress: repeatable(
    '--suppress <file>',
    'addresses or domains (@example.com) that must not be emailed (repeatable; none: no list)',
  ),
  includeSuppressed: flag('--include-suppressed', 'also import people who must not be emailed (asks first)'),
  risky: repeatable(
    '--risky <[cause=]what>',
    'addresses that would bounce: keep or reject (repeatable; default: by cause, see docs/importing.md)',
  ),
  duplicates: choice(
    '--duplicates <rule>',
    'which row to use if an address occurs more than once',
    ['merge', 'first', 'last'],
    { default: 'merge' },
  ),
});

/** How a CSV file is parsed. */
export const readingOptions = optionGroup('Reading the file', {
  encoding: text('--encoding <name>', 'text encoding (default: detected)'),
  delimiter: text('--delimiter <character>', 'field delimiter: one character, or "tab" (default: detected)', {
    parse: delimiter,
  }),
  sheet: repeatable(
    '--sheet <name>',
    'sheet of a workbook (repeatable; default: the one with email addresses); opt-outs count in all sheets',
  ),
  header: negative('--no-header', 'the file has no header row; columns are 1, 2, 3, …'),
  decimalMark: repeatable(
    '--decimal-mark <[column=]mark>',
    'decimal mark: . or , (repeatable; default: detected per column)',
    { parse: decimalMark },
  ),
  dateFormat: repeatable(
    '--date-format <[column=]format>',
    'order of dates: DMY, MDY or YMD, or a form such as DD/MM/YYYY (repeatable)',
  ),
  badValues: repeatable(
    '--bad-values <[column=]what>',
    'what to do with a value that is invalid for its field: reject the row, or drop the value (repeatable; default: reject)',
    { parse: badValues },
  ),
});

/** The options that say how files are read. */
export const fileOptions = { ...columnOptions, ...peopleOptions, ...readingOptions };

function decimalMark(text: string): string {
  if (!/(?:^|=)\s*[.,]\s*$/.test(text)) throw new InvalidValue('expected "." or ",", as in Total=,');
  return text;
}

function badValues(text: string): string {
  if (!/(?:^|=)\s*(?:reject|drop)\s*$/.test(text))
    throw new InvalidValue('expected reject or drop, as in Birthday=drop.');
  return text;
}

function delimiter(text: string): string {
  const character = text === 'tab' || text === '\\t' ? '\t' : text;
  if (character.length !== 1 || /["\r\n]/.test(character)) {
    throw new InvalidValue('expected one character or the word tab.');
  }
  return character;
}
