import { describe, expect, test } from 'vitest';
import { account, lines } from '../account.ts';
import { firstPass } from '../first-pass.ts';

describe('a row that cannot be read, of somebody who must not be emailed', () => {
  test.each<[string, string]>([
    ['has more cells than the header', 'gone@x.org,unsubscribed,Oslo,extra,more'],
    ['has a quote out of place', '"gone@x.org,unsubscribed,Oslo'],
    ['holds two addresses, and is left out itself', '"gone@x.org; also@x.org",unsubscribed,Oslo'],
    ['holds the mark beside the address', 'Abgemeldet: gone@x.org,,Oslo'],
    ['has its cells in other columns', 'x,y,Oslo,gone@x.org,Abgemeldet'],
  ])('that %s holds back the other rows of that address', async (_what, row) => {
    for (const isFirst of [true, false]) {
      const { loadText, emails } = firstPass();
      const good = 'GONE@x.org,subscribed,Oslo';
      const rows = isFirst ? [good, row] : [row, good];
      const { summary, rejects } = await loadText(
        lines('Email,Status,City', 'ann@x.org,subscribed,Oslo', ...rows),
      );
      expect(await emails()).toEqual(['ann@x.org']);
      expect(summary).toMatchObject({ rows: 3, accepted: 1 });
      expect(rejects.find(one => one.Email === 'GONE@x.org')?._reason).toBe(
        `marked in line ${isFirst ? 4 : 3}, which cannot be read`,
      );
    }
  });

  test('that has two addresses holds back both', async () => {
    const { loadText, emails } = firstPass();
    await loadText(
      lines('Email,Unsubscribed', 'ann@x.org,no', 'bo@x.org,no', '"ann@x.org, bo@x.org",yes', 'cy@x.org,no'),
    );
    expect(await emails()).toEqual(['cy@x.org']);
  });

  test('without a mark lets in the other rows of the address', async () => {
    const { loadText, emails } = firstPass();
    await loadText(
      lines('Email,Status,City', 'ann@x.org,subscribed,Oslo,extra,more', 'ann@x.org,subscribed,Oslo'),
    );
    expect(await emails()).toEqual(['ann@x.org']);
  });

  test('is heard in every shard of the file', async () => {
    const { loadText, emails } = firstPass();
    const text = lines(
      'Email,Status',
      'ann@x.org,subscribed',
      'ann@x.org,bounced,extra',
      'bo@x.org,subscribed',
    );
    for (const share of [1, 2, 3]) {
      await loadText(text, { shard: { share, of: 3 }, rejects: undefined });
    }
    expect(await emails()).toEqual(['bo@x.org']);
  });

  test('is no mark with --no-status-column', async () => {
    const { loadText, emails } = firstPass();
    await loadText(lines('Email,Status', 'ann@x.org,subscribed', 'ann@x.org,bounced,extra'), {
      statusColumn: false,
    });
    expect(await emails()).toEqual(['ann@x.org']);
  });
});

describe('a rejects file of this program', () => {
  test('a row that was suppressed does not come in again', async () => {
    const { loadText, emails, at, load } = await account();
    const { rejects } = await loadText(lines('Email,City', 'ann@x.org,Oslo'), {}, 'unsubscribed_people.csv');
    expect(rejects.map(row => row._code)).toEqual(['suppressed']);
    const text = lines(
      'Email,City,_line,_code,_reason',
      'ann@x.org,Oslo,2,suppressed,gone',
      'bo@x.org,Rome,3,bad_value,old',
    );
    const again = await loadText(text, {}, 'mended.csv');
    expect(again.rejects.map(row => [row.Email, row._code])).toEqual([['ann@x.org', 'suppressed']]);
    await load(at('mended.csv'), { statusColumn: false, rejects: undefined });
    expect(await emails()).toEqual(['bo@x.org']);
    await load(at('mended.csv'), { includeSuppressed: true, rejects: undefined }, { yes: true });
    expect(await emails()).toEqual(['ann@x.org', 'bo@x.org']);
  });
});

describe('a domain written in two ways', () => {
  test('makes duplicates, of which one suppresses the other', async () => {
    const { loadText } = firstPass();
    const { summary } = await loadText(
      lines(
        'Email,Status',
        'ann@münchen.de,subscribed',
        'ann@xn--mnchen-3ya.de,subscribed',
        'bo@münchen.de,subscribed',
        'bo@XN--MNCHEN-3YA.de,unsubscribed',
      ),
      { dryRun: true },
    );
    expect(summary).toMatchObject({ rows: 4, accepted: 1, duplicates: 1, suppressed: 2 });
  });
});
