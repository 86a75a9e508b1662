import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { presets } from '../../../src/import/columns/detect-preset.ts';
import { casesOf } from '../../support/cases.ts';
import { failureOf } from '../../support/failure.ts';
import { account, lines, type Typed } from '../account.ts';
import { type Export, exportFiles, knownExports } from '../exports.ts';
import { firstPass } from '../first-pass.ts';

const cases = knownExports.map(each => [each.path, each] as const);
const known = knownExports.filter(({ from }) => from !== undefined);
const knownCases = known.map(each => [each.path, each] as const);
/** The service whose export a file is said to be. */
const saidService = (said: string) =>
  presets.find(({ label }) => said.includes(`looks like an export of ${label}  (`))?.name;
/** The cells of the header and the rows. */
const cellsOf = ({ table, delimiter = ',' }: Export) => Papa.parse<string[]>(table, { delimiter }).data;

/** The same file with its columns in another order, and some of the user's own, as a European Excel saves it. */
function savedAgain(sample: Export, order: readonly number[]): string {
  const rows = cellsOf(sample).map((row, i) => {
    const cells = i === 0 ? [...row, 'Shoe size', 'Favourite colour'] : [...row, String(36 + i), 'blue'];
    return order.map(column => cells[column]);
  });
  return `\ufeff${Papa.unparse(rows, { delimiter: ';', newline: '\r\n' })}\r\n`;
}

/** Imports a sample and tells it in the terms in which samples are written. */
async function outcome(sample: Export, text = sample.text, given: Typed = {}) {
  const { loadText, people } = firstPass();
  const { summary, said, rejects } = await loadText(text, given, sample.name);
  expect(summary.rows).toBe(summary.accepted + summary.duplicates + summary.rejected + summary.suppressed);
  const emailColumns = Object.entries(summary.mapping).flatMap(([name, to]) =>
    to === 'email' ? [name] : [],
  );
  return {
    summary,
    said,
    in: Object.fromEntries(
      (await people()).map(({ email, fields, tags }) => [email, { fields, tags: tags.toSorted() }]),
    ),
    out: Object.fromEntries(
      rejects.map(row => [
        emailColumns.map(name => row[name] ?? '').find(cell => cell !== '') ?? '',
        [row._code, row._reason],
      ]),
    ),
  };
}

function expectedIn({ people }: Export) {
  return Object.fromEntries(
    Object.entries(people).map(([email, { fields = {}, tags = [] }]) => [email, { fields, tags }]),
  );
}

function expectedOut({ out = {} }: Export) {
  return Object.fromEntries(
    Object.entries(out).map(([email, why]) => {
      const [code, reason] = typeof why === 'string' ? ['suppressed', why] : why;
      return [email, [code, expect.stringContaining(reason)]];
    }),
  );
}

describe('an export of another service', () => {
  test.each(cases)('%s: everybody ends where they belong', async (_what, sample) => {
    const got = await outcome(sample);
    expect(got.in).toEqual(expectedIn(sample));
    expect(got.out).toEqual(expectedOut(sample));
    expect(saidService(got.said)).toBe(sample.from);
    if (sample.ignored !== undefined) expect(got.summary.ignored_columns).toEqual(sample.ignored);
    if (sample.note === undefined) expect(got.said).not.toContain('note:');
    else expect(got.said).toMatch(sample.note);
  });

  test.each(cases)(
    '%s saved again, with other columns, in another order, is read alike',
    async (_what, sample) => {
      const columns = [...Array((cellsOf(sample)[0] ?? []).length + 2).keys()];
      const order = fc.shuffledSubarray(columns, { minLength: columns.length });
      await fc.assert(
        fc.asyncProperty(order, async chosen => {
          const got = await outcome(sample, savedAgain(sample, chosen));
          expect([got.in, got.out]).toEqual([expectedIn(sample), expectedOut(sample)]);
        }),
        { numRuns: 1, endOnFailure: true },
      );
    },
  );

  test.each(knownCases)('--from says that it is %s', async (_what, sample) => {
    const got = await outcome(sample, sample.text, { from: sample.from });
    expect([got.in, got.out]).toEqual([expectedIn(sample), expectedOut(sample)]);
    expect(got.said).toMatch(/read as an export of \w/);
  });

  test('each service has a sample', () => {
    const todo = 'add a small export to test/import/exports, and what becomes of it to expected.yaml';
    expect(exportFiles.toSorted(), todo).toEqual(
      ['expected.yaml', ...knownExports.map(({ path }) => path)].toSorted(),
    );
    expect(new Set(known.map(({ from }) => from)), todo).toEqual(new Set(presets.map(({ name }) => name)));
  });

  test('is known again by its mended rejects', async () => {
    const { loadText, emails } = firstPass();
    const text = lines('email,first_name,last_name,created_at', 'a x.org,Ann,Lee,2022-01-01');
    const { summary } = await loadText(text, {}, 'revue.csv');
    const mended = readFileSync(summary.rejects_file ?? '', 'utf8').replace('a x.org', 'a@x.org');
    const again = await loadText(mended, { suppress: ['none'] });
    expect(again.summary).toMatchObject({ accepted: 1, warnings: [{ code: 'sign_up_ignored' }] });
    expect(again.said).not.toContain('note:');
    expect(await emails()).toEqual(['a@x.org']);
  });
});

describe('--from', () => {
  const kit = lines('first_name,email,status,created_at', 'Ann,a@x.org,inactive,2024-01-01');

  test('--from none reads the file like any other', async () => {
    const { loadText } = firstPass();
    const { said, rejects } = await loadText(kit.replace('inactive', 'unsubscribed'), { from: 'none' });
    expect(said).not.toContain('export of');
    expect(rejects[0]?._reason).toBe('status: unsubscribed');
    const google = lines(
      'E-mail 1 - Label,E-mail 1 - Value,Labels',
      'Home,b@x.org ::: c@x.org,* my ::: Choir',
    );
    expect((await loadText(google, { from: 'none' })).summary.rejected).toBe(1);
  });

  test('further addresses of a contact of Google are counted, and in the report', async () => {
    const { loadText, at } = await account();
    const google = lines(
      'First Name,E-mail 1 - Label,E-mail 1 - Value,Labels',
      'Ann,Home,b@x.org ::: c@x.org ::: d@x.org,* my ::: Choir',
      'Bo,Home,e@x.org,',
    );
    const { summary } = await loadText(google, { report: at('r.ndjson'), showAddresses: true });
    expect(summary).toMatchObject({ accepted: 2 });
    expect(summary.warnings).toEqual([
      expect.objectContaining({
        code: 'value_left_out',
        column: 'E-mail 1 - Value',
        count: 1,
        example: 'c@x.org, d@x.org',
        hint: 'to import them as people of their own, give them rows of their own',
      }),
    ]);
    expect(readFileSync(at('r.ndjson'), 'utf8')).toContain('is a further address of the person');
  });

  test.each([
    ['mailchip', 'did you mean --from mailchimp?'],
    ['Bevo', 'did you mean --from brevo?'],
    ['telegraph', 'newsletter <command> --help'],
  ])('--from %s is refused, and all names are listed', async (from, hint) => {
    const { loadText, posts } = await account();
    const failure = await failureOf(loadText(kit, { from }));
    expect(failure).toMatchObject({ code: 'invalid_value', exit: 2 });
    expect(failure.hint).toBe(hint);
    for (const { name } of presets) expect(failure.details.join()).toContain(name);
    expect(posts()).toBe(0);
  });
});

describe('columns of a known export', () => {
  test.each<[service: string, header: string, rows: string[], accepted: number]>(
    casesOf<[service: string, header: string, rows: string[], accepted: number]>(
      new URL('further-columns.tsv', import.meta.url),
    ),
  )('those of %s are what its recipe says: %s', async (_service, header, rows, accepted) => {
    const { summary } = await firstPass().loadText(lines(header, ...rows));
    expect(summary.accepted).toBe(accepted);
  });
});
