/** The rules by which the rows of a file are read. */

import type { Findings } from '../answers.ts';
import type { ColumnMapping } from '../columns/columns.ts';
import { apostropheRemover } from '../columns/detect-preset.ts';
import type { Dialect } from '../columns/dialect.ts';
import type { Preset } from '../columns/presets/preset.ts';
import type { ConsentRules } from '../consent/consent.ts';
import type { Source } from '../files/source.ts';
import type { ImportOptions } from '../options.ts';
import { addressJudge } from '../rows/risk/judge.ts';
import { riskRules } from '../rows/risk/risk-rules.ts';
import type { RowRules } from '../rows/row-parser.ts';

/** Only our exports and lists name columns like this, also those of some columns. */
export function isOwnExport({ header }: Pick<Dialect, 'header'>, preset: Preset | undefined): boolean {
  return preset?.roundTrip === true || header.some(name => name.startsWith('fields.'));
}

/** People in our own exports are in the account already. */
export async function judgeOf(
  risky: readonly string[],
  { dns }: Findings,
  isKnown: boolean,
  domains: Set<string> | undefined,
): Promise<RowRules['judge']> {
  const rules = riskRules(risky, isKnown);
  const { domainLists } = await import('../rows/risk/lists.ts');
  return addressJudge(domainLists(dns?.withoutMail ?? []), rules, domains);
}

export function rowRules(
  isJson: boolean,
  { header, names }: Dialect,
  mapping: ColumnMapping,
  consent: ConsentRules | undefined,
  preset: Preset | undefined,
  { shard, tags, badValues }: ImportOptions,
): Omit<RowRules, 'undecoded' | 'formats' | 'judge'> {
  return {
    width: header.length,
    mapping,
    names,
    consent,
    addressSeparator: preset?.addressSeparator,
    yearless: preset?.yearless,
    clean: isJson ? undefined : preset && apostropheRemover(preset, header),
    roundTrip: preset?.roundTrip === true,
    isEscaped: !isJson && isOwnExport({ header }, preset),
    shard,
    tags,
    badValues,
  };
}

/** The columns that are read, where something in the file could not be decoded. Our own exports keep what they hold. */
export function undecodedColumns(
  { replacements }: Source,
  { names }: Dialect,
  { targets }: ColumnMapping,
  consent: ConsentRules | undefined,
  preset: Preset | undefined,
): number[] | undefined {
  if (replacements === undefined || (replacements === 'found' && preset?.roundTrip === true))
    return undefined;
  return targets.flatMap((target, column) => {
    const isRead = target.to !== 'ignored' && target.to !== 'skip';
    return isRead || consent?.columns.includes(names[column] ?? '') ? [column] : [];
  });
}
