import { expect, test } from 'vitest';
import { casesOf } from '../../support/cases.ts';
import { firstPass } from '../first-pass.ts';

/** Headers, refusals and agreements as lists of real programs and clubs write them. */
const cases: readonly (readonly [from: string, header: string, out: string, good: string])[] = casesOf<
  [from: string, header: string, out: string, good: string]
>(new URL('outside-words.tsv', import.meta.url));

test.each(cases)('%s: %s', async (_from, header, out, good) => {
  const { loadText, emails } = firstPass();
  const rows = [`Email,"${header}"`, `o@x.org,${out}`, `g@x.org,${good}`, `h@x.org,${good}`];
  const got = await loadText(`${rows.join('\n')}\n`).then(
    emails,
    (failure: { code: string }) => failure.code,
  );
  expect([['g@x.org', 'h@x.org'], 'consent_unclear']).toContainEqual(got);
});

test('when a state has a word beside "unsubscribed" that nobody knows, then it is a question', async () => {
  const { loadText } = firstPass();
  const rows = [
    'Email,status',
    'a@x.org,uitgeschreven',
    'b@x.org,actief',
    'c@x.org,actief',
    'd@x.org,opgeschoond',
  ];
  await expect(loadText(`${rows.join('\n')}\n`)).rejects.toMatchObject({ code: 'consent_unclear' });
});

/** Columns about something else, with values that would refuse mail elsewhere. */
const others: readonly (readonly [from: string, header: string, out: string, good: string])[] = casesOf<
  [from: string, header: string, out: string, good: string]
>(new URL('outside-look-alikes.tsv', import.meta.url));

test.each(others)('%s: %s says nothing of mail', async (_from, header, out, good) => {
  const { loadText, emails } = firstPass();
  const rows = [`Email,"${header}"`, `o@x.org,${out}`, `g@x.org,${good}`, `h@x.org,${good}`];
  await loadText(`${rows.join('\n')}\n`);
  expect(await emails()).toHaveLength(3);
});
