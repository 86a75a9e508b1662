/** Words of consent that were not taken from the program's own lists. Where they come from stands in the files. */
import { readFileSync } from 'node:fs';
import { casesOf } from '../../support/cases.ts';

export type Pair = readonly [header: string, out: string, good: string];

const pairRows = casesOf<[language: string, ...pair: Pair]>(new URL('pairs.tsv', import.meta.url));

/** By language. */
export const pairs: Readonly<Record<string, readonly Pair[]>> = Object.fromEntries(
  [...new Set(pairRows.map(([language]) => language))].map(name => [
    name,
    pairRows.filter(([language]) => language === name).map(([, ...pair]) => pair),
  ]),
);

/** Columns that are about something else. */
export const lookAlikes = casesOf<[header: string, ...values: string[]]>(
  new URL('look-alikes.tsv', import.meta.url),
);

export interface Translations {
  /** Headers of a column with a status word. */
  readonly status: readonly string[];
  /** Status words of people who must not be emailed. */
  readonly out: readonly string[];
  /** Status words of people who may be. */
  readonly good: readonly string[];
  /** Headers of a column in which "yes" or a date means that the person must not be emailed. */
  readonly outHeaders: readonly string[];
  /** Headers of a column in which "no" means that. */
  readonly inHeaders: readonly string[];
  readonly yes: readonly string[];
  readonly no: readonly string[];
  /** A word for a newsletter. */
  readonly newsletter: string;
}

const file = readFileSync(new URL('translations.json', import.meta.url), 'utf8');

export const translations = (JSON.parse(file) as { languages: Readonly<Record<string, Translations>> })
  .languages;
