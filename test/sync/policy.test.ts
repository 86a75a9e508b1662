/** How far a run may go: typed from docs/syncing.md. */
import { describe, expect, it } from 'vitest';
import { accident, defaultLimits, limitOf, missingPolicy } from '../../src/sync/policy.ts';
import { refuseLostConsent } from '../../src/sync/source.ts';
import { casesOfKind } from '../support/cases.ts';

type Size = Parameters<typeof accident>[0];
const rowsOf = <Row extends readonly unknown[]>(kind: string) =>
  casesOfKind<Row>(new URL('policy.tsv', import.meta.url), kind);

describe('the size of a run', () => {
  it.each(rowsOf<[what: string, size: Size, code?: string]>('size'))('when it %s', (_, size, code) => {
    expect(accident(size, defaultLimits, { name: 'people.csv' })?.code).toBe(code);
  });

  it.each(rowsOf<[options: [missing: string, changes: string], size: Size, code?: string]>('limits'))(
    'when --max-missing and --max-changes are %j',
    ([missing, changes], size, code) => {
      const limits = {
        missing: limitOf(missing) ?? { people: -1 },
        changes: limitOf(changes) ?? { people: -1 },
      };
      expect(accident(size, limits, { name: 'people.csv' })?.code).toBe(code);
    },
  );

  it('when it is stopped, then the hint names an option that lets it pass, and the message the numbers', () => {
    const size = { people: 201, last: 300, missing: 100, left: 0, changes: 45 };
    const missing = accident(size, defaultLimits, { name: 'people.csv' });
    expect(missing?.message).toBe(
      'missing from people.csv: 100 people (33.3% of the 300 of the last run); the limit is 10%',
    );
    expect(
      accident({ ...size, missingMarked: 70 }, defaultLimits, { name: 'people.csv' })?.message,
    ).toContain(
      '100 people (33.3% of the 300 of the last run), 70 of them marked as not to be emailed; the limit',
    );
    expect(missing?.hint).toContain('--max-missing 34% --max-changes 15%;');
    expect(missing?.exit).toBe(5);
    const allowed = { ...defaultLimits, missing: { percent: 34 } };
    const changes = accident(size, allowed, { name: 'people.csv' });
    expect(changes?.message).toBe(
      'to create, to change or to remove: 45 people (15% of the 300 of the last run); the limit is 10%',
    );
    expect(changes?.hint).toContain('--max-changes 15%');
    expect(accident(size, allowed, { name: 'people.csv', dryRun: true })?.hint).not.toContain('--dry-run');
  });
});

describe('an option that limits', () => {
  it.each([
    ['10%', { percent: 10 }],
    ['2.5%', { percent: 2.5 }],
    ['500', { people: 500 }],
    ['0', { people: 0 }],
    ['1.5', undefined],
    ['-1', undefined],
    ['ten', undefined],
    ['', undefined],
  ])('when it is %j', (text, limit) => {
    expect(limitOf(text)).toEqual(limit);
  });
});

describe('what is done about who is missing', () => {
  it.each([
    ['keep', { text: 'keep', add: [], status: undefined }],
    ['tag:former customer', { text: 'tag:former customer', add: ['former customer'], status: undefined }],
    ['status:unsubscribed', { text: 'status:unsubscribed', add: [], status: 'unsubscribed' }],
    ['tag:', undefined],
    ['delete', undefined],
  ])('when it is %j', (text, policy) => {
    expect(missingPolicy(text)).toEqual(policy);
  });
});

type Had = Parameters<typeof refuseLostConsent>[3];
it.each(
  rowsOf<[what: string, headers: string[][], answer?: string, before?: Had | '', says?: string]>('consent'),
)(
  'of columns that said who may be emailed, when %s, then whether the source is refused is known',
  (_, ...row) => {
    const [headers, answer, before, says] = row;
    const files = headers.map(names => ({ names, required: [] }));
    const check = () => refuseLostConsent('a.csv', files, answer || null, before || undefined);
    if (says === undefined) expect(check).not.toThrow();
    else
      expect(check).toThrow(
        expect.objectContaining({ code: 'consent_unclear', message: expect.stringContaining(says) }) as Error,
      );
  },
);
