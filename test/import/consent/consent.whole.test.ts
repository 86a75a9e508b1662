import { describe, expect, test } from 'vitest';
import { casesOf } from '../../support/cases.ts';
import { failureOf } from '../../support/failure.ts';
import { account, lines, type Typed } from '../account.ts';
import { firstPass } from '../first-pass.ts';

/** Who of `a`, `b`, `c` … gets in, one row each with these cells. */
async function admitted(header: string, cells: readonly string[], given: Typed = {}, name?: string) {
  const { loadText, emails } = firstPass();
  const rows = cells.map((cell, i) => `${String.fromCharCode(97 + i)}@x.org,${cell}`);
  const loaded = await loadText(lines(`Email,${header}`, ...rows), given, name);
  const { rows: all, accepted, suppressed } = loaded.summary;
  expect(accepted + suppressed).toBe(all);
  return { ...loaded, letters: (await emails()).map(email => email.charAt(0)).join('') };
}

describe('a column that says who must not be emailed', () => {
  test.each<[string, string[], string]>(
    casesOf<[string, string[], string]>(new URL('columns.tsv', import.meta.url)),
  )('%s: %j lets in %s', async (header, cells, letters) => {
    const got = await admitted(header, cells);
    expect(got.letters).toBe(letters);
    expect(got.summary.mapping[header]).toBe('status');
    for (const row of got.rejects)
      expect(row).toMatchObject({ _code: 'suppressed', _reason: expect.stringContaining(header) });
  });

  test('that is empty at the head of a large file is heard later', async () => {
    const { loadText, emails } = firstPass();
    for (const header of ['Status', 'Subscribed', 'state', 'Newsletter']) {
      const quiet = Array.from({ length: 20_000 }, (_, i) => `p${i}@example-of-a-long-domain.org,`);
      const text = lines(`Email,${header}`, ...quiet, 'gone@x.org,unsubscribed', 'no@x.org,unsubscribed');
      const { summary } = await loadText(text, { dryRun: true });
      expect([header, summary.accepted, summary.suppressed]).toEqual([header, 20_000, 2]);
    }
    expect(await emails()).toEqual([]);
  });
});

describe('the name of the file', () => {
  const names = casesOf<[name: string, says: string]>(new URL('file-names.tsv', import.meta.url));

  test.each(names)('%s: everybody is %s', async (name, says) => {
    const { loadText, emails } = firstPass();
    const loading = loadText(lines('Email,City', 'a@x.org,Oslo'), {}, name);
    if (says === 'asked') {
      const failure = await failureOf(loading);
      expect(failure).toMatchObject({ code: 'consent_unclear', message: expect.stringContaining(name) });
      expect(failure.hint).toContain('--no-status-column');
    } else await loading;
    expect(await emails()).toEqual(says === 'let in' ? ['a@x.org'] : []);
  });

  test('in doubt is decided by a column that speaks for each person, or a flag', async () => {
    for (const [name] of names.filter(([, says]) => says === 'asked'))
      expect((await admitted('Status', ['active', 'unsubscribed'], {}, name)).letters).toBe('a');
    expect((await admitted('City', ['Oslo'], { statusColumn: false }, 'cleaned.csv')).letters).toBe('a');
  });
});

test.each([
  ['people.csv', 'asked'],
  ['subscribers.csv', 'asked'],
  ['previously subscribed.csv', 'asked'],
  ['subscribed_old.csv', 'asked'],
  ['subscribed_members_export_1a2b (1).csv', 'let in'],
  ['Copy of subscribed_email_audience_export_1a2b.csv', 'let in'],
  ['Copy of nonsubscribed_email_audience_export_1a2b3c.csv', 'left out'],
  ['nonsubscribed_email_audience_export_1a2b3c.csv', 'left out'],
])('only the name of a Mailchimp export says who is in it: of %s they are %s', async (name, says) => {
  const { loadText, emails } = firstPass();
  const loading = loadText(lines('Email Address,MEMBER_RATING,LEID', 'a@x.org,2,7'), {}, name);
  if (says === 'asked')
    expect(await failureOf(loading)).toMatchObject({
      code: 'consent_unclear',
      message: `Mailchimp exports subscribed and non-subscribed people alike, and "${name}" is not its own name (subscribed_email_audience_export_…)`,
      hint: "--no-status-column (everybody in it may be emailed), --opt-out-value 'Email Address=*' (leave out everybody in it)",
    });
  else await loading;
  expect(await emails()).toEqual(says === 'let in' ? ['a@x.org'] : []);
});

test('the name of a file of people who opted out makes questions about its columns needless', async () => {
  expect((await admitted('status', ['5.1.1', '4.2.2'], {}, 'bounces.csv')).letters).toBe('');
});

describe('deciding otherwise', () => {
  test('--include-suppressed needs --yes where nobody can be asked', async () => {
    const { write, load, posts, emails, at } = await account();
    const path = write('people.csv', lines('Email,Status', 'a@x.org,unsubscribed'));
    const failure = await failureOf(load(path, { includeSuppressed: true }));
    expect(failure).toMatchObject({
      code: 'confirmation_needed',
      exit: 2,
      hint: expect.stringContaining('--yes'),
    });
    expect(posts()).toBe(0);
    expect(
      (await load(path, { includeSuppressed: true, rejects: at('r.csv') }, { yes: true })).summary.accepted,
    ).toBe(1);
    expect(await emails()).toEqual(['a@x.org']);
  });

  test('--no-status-column warns of the marks that it overrules', async () => {
    const { said, summary } = await admitted('Newsletter Status', ['unsubscribed', 'active', 'cleaned'], {
      statusColumn: false,
    });
    expect(summary.warnings).toMatchObject([
      { code: 'marks_overruled', column: 'Newsletter Status', count: 2, line: 1 },
    ]);
    expect(said).toContain('Newsletter Status: 2 rows say that the person must not be emailed');
  });

  test.each([
    ['unsubscribed_members_export_1a2b.csv', ['--no-status-column']],
    ['left.csv', ['--no-status-column']],
    ['left.csv', ['--opt-out-value', 'people.csv:Email Address=none']],
  ])(
    'an export of people who left stays one beside people who may be emailed: %s %j',
    async (name, flags) => {
      const { write, run, emails } = await account();
      const header = 'Email Address,MEMBER_RATING,LEID';
      write('people.csv', lines(header, 'a@x.org,2,7', 'b@x.org,2,8'));
      write(name, lines(`${header},UNSUB_TIME`, 'b@x.org,2,8,2024-01-02', 'c@x.org,2,9,2024-01-02'));
      const refused = await run(['import', 'people.csv', name]);
      expect(refused.stderr).toContain(
        "hint: --opt-out-value 'people.csv:Email Address=none' (everybody in it may",
      );
      const { stderr } = await run(['import', 'people.csv', name, ...flags]);
      expect([await emails(), /--no-status-column does not apply/.test(stderr)]).toEqual([
        ['a@x.org'],
        flags.length === 1,
      ]);
    },
  );

  test('--no-status-column makes no column and no file name a mark', async () => {
    expect((await admitted('Status', ['customer', 'lead'], { statusColumn: false })).letters).toBe('ab');
    expect((await admitted('Status', ['customer'], { statusColumn: false }, 'cleaned_x.csv')).letters).toBe(
      'a',
    );
  });
});
