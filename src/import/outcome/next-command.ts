/** The commands that carry the settings of an import on: to the import after a dry run, and to its rejects file. */
import { shellWord } from '../../lib/text/shell-word.ts';
import { answerFlags, needsMappingFile, optionFlags, singleFileFlags } from '../codec.ts';
import { typedColumn } from '../columns/columns.ts';
import { isEmailHeader } from '../columns/header-names.ts';
import { type ImportOptions, noList } from '../options.ts';
import { isListKnown } from '../read-block-lists.ts';
import type { WrittenFiles, WrittenRejects } from '../rows/rejects.ts';
import type { ValueRules } from '../rows/values/field-values.ts';
import { withoutFile } from '../screen/same-columns.ts';
import type { CheckedImport, ImportPlan } from '../state.ts';

/** Characters of a command that fill a screen; longer ones go by way of a mapping file. */
const mostCharacters = 1200;

/** The import after a dry run, with what was answered at its prompts. */
export function sameImport({ options, files }: CheckedImport): string {
  const names = options.files.map(shellWord).join(' ');
  // A single workbook may have several sheets.
  const isSingle = options.files.length === 1 && (files.length === 1 || options.chosenEncodings.length === 0);
  const command = [
    ...['newsletter import', names, ...optionFlags(options, []), ...answerFlags(options)],
    ...(isSingle ? singleFileFlags(options) : []),
  ].join(' ');
  if (command.length <= mostCharacters && (isSingle || !needsMappingFile(options))) return command;
  const begin = ['newsletter import', names, ...optionFlags(options, ['mapping', 'saveMapping'])].join(' ');
  return byMappingFile(begin, options);
}

/** The command with a mapping file, which keeps all answers: no flag can say some, and many fill the screen. */
function byMappingFile(command: string, { saveMapping = 'mapping.json', given }: ImportOptions): string {
  const then = `${command} --mapping ${shellWord(saveMapping)}`;
  if (given.includes('saveMapping')) return then;
  return `run the same command with --dry-run --save-mapping ${saveMapping} first, then ${then}`;
}

const ofOriginal = [
  ...['encoding', 'sheet', 'delimiter', 'header', 'saveMapping', 'rejects', 'report'],
  ...['shard', 'resume', 'restart', 'minRows', 'review', 'from'],
];

/** What to do with each rejects file. The rejects of a dry run are not imported: the file itself is. */
export function fixRowsTexts(checked: CheckedImport, { rejects }: WrittenFiles): string[] {
  return rejects.map(one =>
    checked.options.dryRun
      ? `The rows to fix are in ${one.path}: see its last column, _reason`
      : `Fix the rows (see the last column, _reason). To import them: ${rejectsCommand(checked, one)}`,
  );
}

/** The import of a rejects file, in which each column means what it did. */
function rejectsCommand({ options, files }: CheckedImport, { path, files: numbers }: WrittenRejects): string {
  const plans = numbers.flatMap(number => files[number]?.plan ?? []);
  // Of several files, the answers of the first: they do not have its name before columns.
  const answers = files.length === 1 ? options : (plans[0]?.options ?? options);
  const known = knownOfAll(plans);
  const isNamed = (text: string, texts: readonly string[]) =>
    texts.some(one => one.slice(0, one.lastIndexOf('=')) === text.slice(0, text.lastIndexOf('=')));
  const more = (name: keyof typeof known) => known[name].filter(text => !isNamed(text, answers[name]));
  const flags = [
    ...optionFlags(options, ofOriginal),
    // Its list is written by now, if anybody was left out.
    ...(isListKnown(path) || options.suppress.length > 0 ? [] : [`--suppress ${noList}`]),
    ...answerFlags({
      ...answers,
      map: [...answers.map, ...more('map')],
      decimalMark: [...answers.decimalMark, ...more('decimalMark')],
      dateFormat: [...answers.dateFormat, ...more('dateFormat')],
    }),
  ];
  const command = ['newsletter import', shellWord(path), ...flags].join(' ');
  if (command.length <= mostCharacters) return command;
  const begin = ['newsletter import', shellWord(path), ...optionFlags(options, [...ofOriginal, 'mapping'])];
  return byMappingFile(begin.join(' '), options);
}

type KnownFormats = Readonly<Record<'map' | 'decimalMark' | 'dateFormat', readonly string[]>>;

/** What all files of a layout have shown of their columns: the few rows of a rejects file may not show it. */
function knownOfAll(plans: readonly ImportPlan[]): KnownFormats {
  const known = plans.map(knownOf);
  const ofAll = (name: keyof KnownFormats) =>
    (known[0]?.[name] ?? []).filter(text => known.every(one => one[name].includes(text)));
  return { map: ofAll('map'), decimalMark: ofAll('decimalMark'), dateFormat: ofAll('dateFormat') };
}

function knownOf({ dialect, mapping, formats, detected, options }: ImportPlan): KnownFormats {
  // Without another sign, files with commas between cells have decimal points.
  const usual = dialect.delimiter === ',' ? '.' : undefined;
  const name = (column: number) => typedColumn(withoutFile(dialect), column);
  const address = dialect.names[mapping.email] ?? '';
  const isFound = detected !== undefined || options.mapping !== undefined || isEmailHeader(address);
  const says = (kind: string, of: (rules: ValueRules) => string | undefined) =>
    [...formats].flatMap(([column, format]) => {
      const target = mapping.targets[column];
      const said = target?.to === 'field' && target.kind === kind ? of(format.rules) : undefined;
      return said === undefined ? [] : [`${name(column)}=${said}`];
    });
  return {
    map: isFound ? [] : [`${name(mapping.email)}=email`],
    decimalMark: says('number', ({ decimalMark }) => (decimalMark === usual ? undefined : decimalMark)),
    dateFormat: says('date', ({ dateOrder }) => (detected === undefined ? dateOrder : undefined)),
  };
}
