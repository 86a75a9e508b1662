import { columnsNamed, type DetectedPreset } from '../columns/detect-preset.ts';
import { normalizeName, usualFieldNames } from '../columns/header-names.ts';
import type { KnownRule } from '../columns/presets/preset.ts';

/** The consent columns of a known service. */
export interface KnownExport {
  readonly rules: ReadonlyMap<number, KnownRule>;
  readonly addressColumns: ReadonlyMap<number, number>;
  /** The service, if only the name of the file says whether the people in it may be emailed. */
  readonly toldByName: string | undefined;
  readonly isGiven: boolean;
}

/** What the preset says of the columns: all that the service writes have a rule, and names of people and places. */
export function knownConsent(header: readonly string[], { preset, isGiven }: DetectedPreset): KnownExport {
  const { consent = {}, plain = [], codes = [], skip = [], fields = {}, email = [], answerColumns } = preset;
  const named = columnsNamed([...plain, ...codes, ...skip, ...email, ...Object.keys(fields)], header);
  const ofPeople = header.flatMap((name, column) =>
    usualFieldNames.has(normalizeName(name)) ? [column] : [],
  );
  const repeated = answerColumns === true ? columnsOfAnswers(header) : [];
  const rules = new Map<number, KnownRule>(
    [...named, ...ofPeople, ...repeated].map(column => [column, { reads: 'nothing' }]),
  );
  const addressColumns = new Map<number, number>();
  for (const [name, rule] of Object.entries(consent)) {
    const address =
      'address' in rule && rule.address !== undefined ? columnsNamed([rule.address], header) : [];
    for (const column of columnsNamed([name], header)) {
      rules.set(column, rule);
      if (address[0] !== undefined) addressColumns.set(column, address[0]);
    }
  }
  return { rules, addressColumns, toldByName: preset.toldByName && preset.label, isGiven };
}

/** Columns that repeat the answer to a question: `Newsletter? (No)` beside `Newsletter?`. */
function columnsOfAnswers(header: readonly string[]): number[] {
  const questions = new Set(header.map(name => name.trim()));
  return header.flatMap((name, column) => {
    const [, question = ''] = /^(.+?) *\(.*\)$/s.exec(name.trim()) ?? [];
    return questions.has(question) ? [column] : [];
  });
}
