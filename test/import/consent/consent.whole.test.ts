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
  )('when %s says %j, then %s get in', async (header, cells, letters) => {
    const got = await admitted(header, cells);
    expect(got.letters).toBe(letters);
    expect(got.summary.mapping[header]).toBe('status');
    for (const row of got.rejects)
      expect(row).toMatchObject({ _code: 'suppressed', _reason: expect.stringContaining(header) });
  });

  test('when a word is unknown in an export of a known service, then that person is left out, and the word is shown', async () => {
    const { loadText, emails } = await account();
    const rows = ['a@x.org,active', 'b@x.org,Zombie', 'c@x.org,active'].map(row => `${row},free,2024-01-01,`);
    const text = lines('email,status,tier,created_at,stripe_customer_id', ...rows);
    const { said, rejects } = await loadText(text);
    expect(await emails()).toEqual(['a@x.org', 'c@x.org']);
    expect(said).toContain('Zombie');
    expect(rejects[0]?._reason).toContain('Zombie');
  });

  test('when any one of several marks speaks against it, then it wins', async () => {
    const { letters } = await admitted('status,unsubscribed_at,Accepts marketing', [
      'active,,yes',
      'active,2024-01-01,yes',
      'active,,no',
      'bounced,,yes',
    ]);
    expect(letters).toBe('a');
  });

  test('when the mark is empty at the head of a large file and speaks later, then it is heard', async () => {
    const { loadText, emails } = firstPass();
    for (const header of ['Status', 'Subscribed', 'state', 'Newsletter']) {
      const quiet = Array.from({ length: 20_000 }, (_, i) => `p${i}@example-of-a-long-domain.org,`);
      const text = lines(`Email,${header}`, ...quiet, 'gone@x.org,unsubscribed', 'no@x.org,unsubscribed');
      const { summary } = await loadText(text, { dryRun: true });
      expect([header, summary.accepted, summary.suppressed]).toEqual([header, 20_000, 2]);
    }
    expect(await emails()).toEqual([]);
  });

  test('that turns out to be about payment at the end of a large file leaves nobody out', async () => {
    const { loadText } = firstPass();
    const paying = Array.from({ length: 20_000 }, (_, i) => `p${i}@example-of-a-long-domain.org,active`);
    const rows = ['gone@x.org,canceled', ...paying, 'late@x.org,past_due'];
    const { summary } = await loadText(lines('Email,Subscription status', ...rows), { dryRun: true });
    expect([summary.accepted, summary.suppressed]).toEqual([20_002, 0]);
  });
});

describe('the name of the file', () => {
  test.each([
    ['unsubscribed_email_audience_export_1a2b.csv', ''],
    ['cleaned_members_export_1a2b.csv', ''],
    ['non-subscribed_email_audience_export_1a2b.csv', ''],
    ['nonsubscribed_email_audience_export.csv', ''],
    ['Unsubscribed_members.csv', ''],
    ['subscribed_email_audience_export_1a2b.csv', 'a'],
    ['our-unsubscribed_people.csv', ''],
    ['my-unsubscribes-2024.csv', ''],
    ['suppression_list.csv', ''],
    ['bounced.csv', ''],
    ['配信停止リスト.csv', ''],
    ['subscribers.csv', 'a'],
    ['Abonnenten.csv', 'a'],
    ['cancelled_orders.csv', 'a'],
    ['cleaned-up list.csv', 'a'],
    ['customers-2024.csv', 'a'],
    ['block-party.csv', 'a'],
    ['deleted-scenes-fans.csv', 'a'],
    ['cancelled-event-attendees.csv', 'a'],
    ['Klagenfurt.csv', 'a'],
    ['des-inscriptions.csv', 'a'],
    ['Liste des abonnés.csv', 'a'],
    ['nonsubscribed.csv', ''],
    ['newsletter.unsubscribed.csv', ''],
    ['bounces-and-unsubscribes.csv', ''],
    ['global_unsubs.csv', ''],
    ['수신거부 명단.csv', ''],
    ['mail.example.com_unsubscribes.csv', ''],
    ['pending-orders.csv', 'a'],
    ['confirmed.csv', 'a'],
    ['DNC.csv', ''],
    ['bad emails.csv', ''],
    ['do_not_email.csv', ''],
    ['Cancellati newsletter.csv', ''],
    ['Abgemeldet vom Newsletter.csv', ''],
    ['zakaznici.csv', 'a'],
    ['lemondrop.csv', 'a'],
    ['subscribers_1aa2.csv', 'a'],
    ['subscribed_email_audience_export_aa.csv', 'a'],
    ['unsubscribed2024.csv', ''],
    ['désinscrits.csv', ''],
    ['Отписавшиеся.csv', ''],
    ['退订.csv', ''],
    ['leiratkozottak 2024.csv', ''],
    ['Blacklist.csv', ''],
  ])('when it is %s, then it counts as a mark', async (name, letters) => {
    const got = await admitted('City', ['Oslo'], {}, name);
    expect(got.letters).toBe(letters);
  });

  test('when nobody in it may be emailed, then nobody is imported, which is no success', async () => {
    const { loadText, posts } = await account();
    const { failure } = await loadText(lines('Email', 'a@x.org'), {}, 'unsubscribes.csv');
    expect(failure).toMatchObject({ code: 'nothing_accepted', exit: 8 });
    expect(posts()).toBe(0);
  });
});

test('when the name says that nobody may be emailed, then no column needs to be asked about', async () => {
  expect((await admitted('status', ['5.1.1', '4.2.2'], {}, 'bounces.csv')).letters).toBe('');
});

describe('a file name that may count as a mark', () => {
  const doubtful = [
    'Abgemeldete.csv',
    'Gesperrt.csv',
    'bajas.csv',
    'Usunięci.csv',
    'Διαγραμμένοι.csv',
    'deceased.csv',
    'unconfirmed.csv',
    'Pending.csv',
    'non confirmés.csv',
    'never-subscribed.csv',
    'former members.csv',
    'my-list-unsubscribed-removed.csv',
    'all-without-bounces.csv',
    'ohne Abgemeldete.csv',
    'subscribed_and_unsubscribed.csv',
    'cleaned.csv',
    'cleaned_contacts.csv',
    'unconfirmed_members.csv',
    'my list not confirmed.csv',
    'Kunden ohne Newsletter.csv',
    'remove.csv',
  ];

  test.each(doubtful)('when it is %s, then the import stops', async name => {
    const { loadText, posts } = await account();
    const failure = await failureOf(loadText(lines('Email,City', 'a@x.org,Oslo'), {}, name));
    expect(failure).toMatchObject({ code: 'consent_unclear', message: expect.stringContaining(name) });
    expect(failure.hint).toContain('--no-status-column');
    expect(posts()).toBe(0);
  });

  test('when a column says who may be emailed, or a flag answers, then it is imported', async () => {
    for (const name of doubtful)
      expect((await admitted('Status', ['active', 'unsubscribed'], {}, name)).letters).toBe('a');
    expect((await admitted('City', ['Oslo'], { statusColumn: false }, 'cleaned.csv')).letters).toBe('a');
  });
});

describe('an address on several rows', () => {
  test('when any row is suppressed, then all are, in whatever order they come', async () => {
    const { loadText, emails } = firstPass();
    const { summary, rejects } = await loadText(
      lines(
        ...[
          'Email,Status',
          'early@x.org,active',
          'late@x.org,unsubscribed',
          'EARLY@x.org,bounced',
          'Late@x.org,active',
        ],
        ...['good@x.org,active', 'good@x.org,active', 'early@x.org,active', 'EARLY@X.org,cleaned'],
      ),
    );
    expect(await emails()).toEqual(['good@x.org']);
    expect(summary).toMatchObject({ rows: 8, accepted: 1, duplicates: 1, rejected: 0, suppressed: 6 });
    expect(rejects.map(row => [row._line, row._code])).toEqual(
      ['2', '3', '4', '5', '8', '9'].map(n => [n, 'suppressed']),
    );
    expect(rejects.map(row => row._reason)).toEqual([
      expect.stringContaining('another row'),
      'Status: unsubscribed',
      'Status: bounced',
      expect.stringContaining('another row'),
      expect.stringContaining('another row'),
      'Status: cleaned',
    ]);
  });

  test('when a suppressed row also has a bad value, then the address is suppressed all the same', async () => {
    const { loadText, emails } = firstPass();
    await loadText(lines('Email,Status,Orders', 'a@x.org,unsubscribed,many', 'a@x.org,active,1'));
    expect(await emails()).toEqual([]);
  });
});

describe('deciding otherwise', () => {
  test('when --include-suppressed is given and nobody can be asked, then --yes is needed', async () => {
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

  test('when --status-column names a column, then it is read as a status', async () => {
    expect((await admitted('Zustand', ['active', 'bounced'], { statusColumn: 'zustand' })).letters).toBe('a');
    expect((await admitted('Zustand', ['active', 'bounced'], { statusColumn: '2' })).letters).toBe('a');
  });

  test.each([
    ['Unsubscribed', ['yes', 'no', '']],
    ['Opted out', ['true', 'false', '']],
    ['unsubscribed_at', ['2024-05-31', '', '']],
  ])('when --status-column names the opt-out column %s, then yes still means no', async (header, cells) => {
    expect((await admitted(header, cells, { statusColumn: header })).letters).toBe('bc');
  });

  test('when --status-column names a column that is not there, then that is refused', async () => {
    const { loadText } = firstPass();
    const failure = await failureOf(
      loadText(lines('Email,City', 'a@x.org,Oslo'), { statusColumn: 'Status' }),
    );
    expect(failure).toMatchObject({
      code: 'invalid_value',
      message: expect.stringContaining('--status-column'),
    });
  });

  test('when --no-status-column is given, then neither a column nor the file name is a mark', async () => {
    expect((await admitted('Status', ['customer', 'lead'], { statusColumn: false })).letters).toBe('ab');
    expect((await admitted('Status', ['customer'], { statusColumn: false }, 'cleaned_x.csv')).letters).toBe(
      'a',
    );
  });
});
