/** The options of `sync`. */
import {
  countFrom0,
  flag,
  InvalidValue,
  number,
  optionGroup,
  parsed,
  repeatable,
  text,
  wholeNumber,
} from '../../cli/option.ts';
import { columnOptions, peopleOptions, readingOptions } from '../../cli/options/column-options.ts';
import { type Limit, limitOf, type MissingPolicy, missingPolicy } from '../../sync/policy.ts';

export const carryingOut = optionGroup('Sending', {
  concurrency: number('--concurrency <n>', 'requests to run at a time', wholeNumber, {
    default: 4,
  }),
  report: text('--report <file>', 'NDJSON: a line for each subscriber who was created or changed'),
});

export const syncOptions = {
  ...optionGroup('The sync', {
    name: text('--name <sync>', 'name under which it remembers what its source said', {
      parse: syncName,
    }),
    missing: parsed(
      '--missing <what>',
      'for people of this sync who are missing from the source: keep (default), tag:<tag>, status:<status>',
      policyOf,
    ),
    allOptOuts: flag('--all-opt-outs', 'the same for everybody the source marks, whoever created them'),
    own: repeatable(
      '--own <fields>',
      'fields, and "tags", that always get the value of the source; separated by commas (repeatable)',
    ),
    mark: text('--mark <tag>', 'tag for people this sync creates, by which other machines know them'),
    recreate: flag('--recreate', 'create people again who left the account'),
  }),
  ...optionGroup('Limits', {
    maxMissing: parsed(
      '--max-missing <n>',
      'most people missing or gone: number or percent of the last run (default 10%)',
      limit,
    ),
    maxChanges: parsed(
      '--max-changes <n>',
      'most people created or changed: number or percent of the last run (default 10%)',
      limit,
    ),
    expectRows: number('--expect-rows <n>', 'change nothing unless the source has so many rows', wholeNumber),
    maxRejects: number(
      '--max-rejects <n>',
      'rejected rows and refused people to tolerate (default 0)',
      countFrom0,
    ),
  }),
  ...optionGroup('Plan', {
    planOut: text('--plan-out <file>', 'save the plan for newsletter sync apply, and change nothing'),
  }),
  ...columnOptions,
  ...peopleOptions,
  ...optionGroup('Columns', {
    saveMapping: text('--save-mapping <file>', 'save the column mapping and your answers to a JSON file'),
  }),
  ...readingOptions,
  ...carryingOut,
  ...optionGroup('Sending', {
    rejects: text(
      '--rejects <file>',
      'file for rows that cannot be sent; an existing one stays (default: none)',
    ),
  }),
};

function syncName(typed: string): string {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(typed))
    throw new InvalidValue('expected letters, digits, ".", "_" or "-", as in customers.');
  return typed;
}

export function policyOf(typed: string): MissingPolicy {
  const policy = missingPolicy(typed);
  if (policy === undefined) throw new InvalidValue('expected keep, tag:<tag> or status:<status>.');
  return policy;
}

function limit(typed: string): Limit {
  const found = limitOf(typed);
  if (found === undefined)
    throw new InvalidValue('expected a number of people, or percent, as in 500 or 10%.');
  return found;
}
