import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { account, lines } from '../account.ts';
import { firstPass } from '../first-pass.ts';

describe('a row that cannot be read, of somebody who must not be emailed', () => {
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
    const elsewhere = join(temporaryFolder(), 'mended.csv');
    writeFileSync(elsewhere, text);
    const all = { includeSuppressed: true, suppress: ['none'], rejects: undefined };
    await load(elsewhere, all, { yes: true });
    expect(await emails()).toEqual(['ann@x.org', 'bo@x.org']);
  });
});
