/** Small files, and what becomes of them: tables that somebody can open. */
import { describe, expect, test } from 'vitest';
import type { ImportSummary } from '../../src/import/summary-fields.ts';
import { Failure } from '../../src/lib/failure.ts';
import { casesOf } from '../support/cases.ts';
import { lines, type Typed } from './account.ts';
import { firstPass } from './first-pass.ts';

/** What of this a table names has to be so. */
interface Outcome {
  /** Who gets in. */
  readonly in?: readonly string[];
  /** Fields and tags of the first of them. */
  readonly fields?: object;
  readonly tags?: readonly string[];
  /** The codes of the rows that do not get in, by their lines. */
  readonly out?: Readonly<Record<string, string>>;
  /** The columns of addresses, and the columns that are not used. */
  readonly addresses?: readonly string[];
  readonly ignored?: readonly string[];
  readonly mapping?: ImportSummary['mapping'];
  /** The code of the failure if nothing is imported, and a part of what is said. */
  readonly refused?: string;
  readonly says?: string;
}

/** What it shows, the lines of the file, options of the import, and the outcome. */
type Sample = readonly [what: string, file: readonly string[], given: Typed, outcome: Outcome];

async function outcomeOf(file: readonly string[], given: Typed): Promise<Outcome> {
  const { loadText, people } = firstPass();
  try {
    const { summary, rejects, said } = await loadText(lines(...file), given);
    const all = await people();
    const { mapping, ignored_columns: ignored } = summary;
    return {
      ...{ in: all.map(({ email }) => email), mapping, ignored, says: said },
      ...{ fields: all[0]?.fields ?? {}, tags: all[0]?.tags.toSorted() ?? [] },
      addresses: Object.keys(mapping).filter(name => mapping[name] === 'email'),
      out: Object.fromEntries(rejects.map(({ _line, _code }) => [_line, _code])),
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, message, details, hint = '' } = error;
    return { refused: code, says: [message, ...details, hint].join('\n') };
  }
}

describe.each(['files/layouts', 'files/json', 'columns/columns', 'consent/answers'])('%s.tsv', table => {
  const samples = casesOf<Sample>(new URL(`${table}.tsv`, import.meta.url));

  test.each(samples)('%s', async (_what, file, given, { says = '', ...outcome }) => {
    const found = await outcomeOf(file, given);
    const { in: all = [], out = {} } = outcome;
    // Nobody else gets in, and no other row is left out.
    if (outcome.refused === undefined) expect([found.in, found.out]).toEqual([all, out]);
    expect(found).toMatchObject({ ...outcome, says: expect.stringContaining(says) });
  });
});
