import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { presets } from '../../../src/import/columns/presets.ts';
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

  test('is known by headers that differ in case, spaces and accents', async () => {
    const { loadText } = firstPass();
    const header = 'Uuid,EMAIL, Name ,Attributes,STATUS,Created At,updated-at';
    const { said } = await loadText(lines(header, 'u,a@x.org,Ann,{},enabled,,'));
    expect(said).toContain('listmonk');
  });

  test('its columns in a file of one’s own: a state may be where somebody lives', async () => {
    const { loadText, emails } = firstPass();
    const text = lines(
      'first_name,email,state,created_at',
      'Ann,a@x.org,CA,2024-01-01',
      'Bo,b@x.org,NY,2024-01-01',
    );
    expect((await loadText(text)).summary.suppressed).toBe(0);
    expect(await emails()).toHaveLength(2);
  });

  test('its columns in a list of customers: a status of leads is not about mail', async () => {
    const { loadText, emails, refusal } = firstPass();
    const rows = ['a@x.org,Customer,vip', 'b@x.org,Lead,', 'c@x.org,Prospect,'];
    expect((await loadText(lines('Email address,Status,Tags', ...rows))).said).toContain('EmailOctopus');
    expect(await emails()).toEqual(['a@x.org', 'b@x.org', 'c@x.org']);
    const text = lines('Email address,Status,Tags', ...rows, 'd@x.org,unsubscribed,');
    expect(await refusal(text)).toMatchObject({ code: 'consent_unclear' });
  });

  test('is known again by its mended rejects', async () => {
    const { loadText, emails } = firstPass();
    const text = lines('email,first_name,last_name,created_at', 'a x.org,Ann,Lee,2022-01-01');
    const { summary } = await loadText(text, {}, 'revue.csv');
    const mended = readFileSync(summary.rejects_file ?? '', 'utf8').replace('a x.org', 'a@x.org');
    const again = await loadText(mended);
    expect(again.summary).toMatchObject({ accepted: 1, warnings: [] });
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

  test('a file without the address column of the service is refused', async () => {
    const { loadText, posts } = await account();
    const failure = await failureOf(loadText(kit, { from: 'tito' }));
    expect(failure).toMatchObject({ code: 'no_email_column', exit: 2 });
    expect(failure.message).toMatch(/"Ticket Email".*Tito/);
    expect(failure.hint).toContain('--from kit');
    const other = await failureOf(loadText(lines('Order Email', 'a@x.org'), { from: 'tito' }));
    expect(other.hint).toContain('--map');
    expect(posts()).toBe(0);
  });

  test('--map says where the addresses are instead of the service', async () => {
    const { loadText, emails } = firstPass();
    const text = lines('Besteller,Void Status', 'a@x.org,false', 'b@x.org,true');
    await loadText(text, { from: 'tito', map: ['Besteller=email'] });
    expect(await emails()).toEqual(['a@x.org']);
  });
});

describe('what the user says', () => {
  const ghost = lines(
    'email,name,subscribed_to_emails,complimentary_plan,stripe_customer_id,deleted_at,labels,plan',
    'a@x.org,\'=Ann,false,false,cus_1,,"one,two",active',
    'b@x.org,\'=Bo,true,false,cus_2,,"one,two",ended',
  );

  test('--map of a column keeps how the service writes its cells', async () => {
    const { loadText, people } = firstPass();
    const map = ['name=fields.first_name', 'labels=skip', 'stripe_customer_id=fields.city'];
    const { summary } = await loadText(ghost, { map });
    expect(summary.mapping).toMatchObject({
      labels: 'skip',
      stripe_customer_id: 'fields.city',
    });
    expect(await people()).toEqual([
      { email: 'b@x.org', fields: { first_name: '=Bo', city: 'cus_2' }, tags: [] },
    ]);
  });

  test('--map to tags divides them as the service does', async () => {
    const { loadText, people } = firstPass();
    await loadText(ghost.replaceAll('one,two', 'one,two; three'), { map: ['labels=tags'] });
    expect((await people())[0]?.tags.toSorted()).toEqual(['one', 'two; three']);
  });

  test('--status-column counts beside the columns of the service', async () => {
    const { loadText, emails } = firstPass();
    const text = ghost.replace('a@x.org', 'c@x.org').replace("'=Ann,false", "'=Ann,true");
    await loadText(text, { statusColumn: 'plan' });
    expect(await emails()).toEqual(['c@x.org']);
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

  test('one that the service does not write is examined', async () => {
    const text = lines(
      'Email,Email channel status,Newsletter',
      'a@x.org,subscribed,yes',
      'b@x.org,subscribed,zorbl',
    );
    expect(await failureOf(firstPass().loadText(text))).toMatchObject({ code: 'consent_unclear' });
  });
});
