/** The flags of `import`. */
import {
  choice,
  flag,
  givenValues,
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
import { columnOptions, peopleOptions, readingOptions } from '../../cli/options/column-options.ts';
import { isId } from '../../http/url.ts';
import { type ImportOptions, importDefaults } from '../../import/options.ts';
import { type Shard, withShare } from '../../import/rows/shard.ts';

export const importFlags = {
  ...columnOptions,
  ...peopleOptions,
  ...optionGroup('People', {
    review: flag('--review', 'also ask about columns that are not used, if they have few values'),
  }),
  ...optionGroup('Columns', {
    saveMapping: text('--save-mapping <file>', 'save the column mapping and your answers to a JSON file'),
    tagId: repeatable('--tag-id <uuid>', 'add a tag to every row, by id (repeatable)', { parse: tagId }),
  }),
  ...readingOptions,
  ...optionGroup('Sending', {
    batchSize: number('--batch-size <rows>', 'maximum rows in an import job', wholeNumber, { default: 5000 }),
    maxBody: number('--max-body <bytes>', 'maximum bytes in a request', wholeNumber, {
      default: 16 * 1024 * 1024,
    }),
    concurrency: number('--concurrency <n>', 'import jobs to run at a time', wholeNumber, { default: 4 }),
    wait: negative('--no-wait', 'do not wait for the jobs; print their ids'),
    rate: parsed(
      '--rate <n>',
      'maximum requests per second; with --shard, of all shares together',
      requestRate,
    ),
    waitTimeout: number('--wait-timeout <seconds>', 'seconds to wait for each job', seconds, {
      default: 3600,
    }),
  }),
  ...optionGroup('Subscribers already in the account', {
    compare: choice(
      '--compare <when>',
      'read the account first, and send only changes (auto: if that is quick)',
      ['auto', 'always', 'never'],
      { default: 'auto' },
    ),
    existingTags: choice(
      '--existing-tags <rule>',
      'what the service does with the tags that subscribers have: add to them, or replace them (default: detected)',
      ['add', 'replace'],
    ),
  }),
  ...optionGroup('Resuming and sharding', {
    resume: flag(
      '--resume',
      'resume an interrupted import of the file; rows already sent are not sent again',
    ),
    restart: flag('--restart', 'discard an interrupted import of the file, and start over'),
    shard: parsed(
      '--shard <i/n>',
      'import only share i of n of the addresses, on one of n machines',
      parseShard,
    ),
  }),
  ...optionGroup('Results', {
    rejects: text(
      '--rejects <file>',
      'file for rows to fix (default: <file>.rejects.csv); people left out: .left-out.csv',
      {
        negation: 'do not write a rejects file',
      },
    ),
    report: text('--report <file>', 'NDJSON: a line for each row that was not sent, or not sent as it is'),
    allowRejects: flag(
      '--allow-rejects',
      'do not exit with 8 because of rejected rows, or people unsubscribed in the account, alone',
    ),
    minRows: number('--min-rows <n>', 'send nothing if the files have fewer rows', wholeNumber),
  }),
};

/** What was typed for an import. */
interface TypedImport extends Pick<ImportOptions, 'files' | 'given' | 'dryRun' | 'showAddresses'> {
  readonly flags: OptionValues<typeof importFlags>;
}

/** `10` or `10/s`. */
function requestRate(typed: string): number {
  const [, rate] = /^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(typed) ?? [];
  if (rate === undefined || Number(rate) < 0.01 || Number(rate) > 10_000)
    throw new InvalidValue('expected requests per second, as in 10 or 0.5.');
  return Number(rate);
}

/** The value of `--shard`. @throws InvalidValue */
function parseShard(typed: string): Shard {
  const [, share, of] = (/^(\d{1,5})\/(\d{1,5})$/.exec(typed) ?? []).map(Number);
  if (share === undefined || of === undefined || share < 1 || share > of)
    throw new InvalidValue('expected i/n, from 1, as in 2/8.');
  return { share, of };
}

function tagId(typed: string): string {
  if (!isId(typed)) throw new InvalidValue('expected an id (UUID); for a name use --tag.');
  return typed;
}

/** The options of an import; a shard is part of the names of all files written. */
export async function importOptions({ files, flags, ...typed }: TypedImport): Promise<ImportOptions> {
  const { nameMeaning } = await import('../../import/consent/file-name.ts');
  // Of an audience export, "cleaned_…" comes first.
  const named = files.filter(file => nameMeaning(file)?.says !== 'suppressed');
  const { rejects = defaultRejects([...named, ...files]), saveMapping, report, shard } = flags;
  const own = (path: string | undefined) => path && withShare(path, shard);
  return {
    ...importDefaults(files),
    ...givenValues(importFlags, flags),
    ...typed,
    rejects: rejects === false ? undefined : own(rejects),
    saveMapping: own(saveMapping),
    report: own(report),
  };
}

/** Beside the first file. The rejects of `people.csv.rejects.csv` are `people.csv.rejects-2.csv`, or the next free number. */
export function defaultRejects(files: readonly string[]): string {
  const [file = '-'] = files;
  const [, earlier, numbers = ''] = /^(.*\.rejects(?:\.\d+-of-\d+)?)((?:-\d+)*)\.csv$/.exec(file) ?? [];
  if (earlier !== undefined) {
    let next = Number(numbers.split('-').at(-1) || 1) + 1;
    while (files.includes(`${earlier}-${next}.csv`)) next++;
    return `${earlier}-${next}.csv`;
  }
  return `${file === '-' ? 'stdin' : file}.rejects.csv`;
}
