/** How far a run may go: typed from docs/syncing.md. */
import { describe, expect, it } from 'vitest';
import { accident, defaultLimits, limitOf, missingPolicy } from '../../src/sync/policy.ts';
import { refuseLostConsent } from '../../src/sync/source.ts';

describe('the size of a run', () => {
  it.each([
    ['is as ever', { people: 100, last: 100, missing: 0, left: 0, changes: 5 }, undefined],
    ['has a tenth missing', { people: 90, last: 100, missing: 10, left: 0, changes: 0 }, undefined],
    ['has more missing', { people: 89, last: 100, missing: 11, left: 0, changes: 0 }, 'too_many_missing'],
    [
      'has as many people, but others',
      { people: 100, last: 100, missing: 50, left: 0, changes: 50 },
      'too_many_missing',
    ],
    ['lacks a tenth in the account', { people: 100, last: 100, missing: 0, left: 10, changes: 0 }, undefined],
    ['lacks more there', { people: 100, last: 100, missing: 0, left: 11, changes: 0 }, 'too_many_missing'],
    ['changes a tenth', { people: 100, last: 100, missing: 0, left: 0, changes: 10 }, undefined],
    ['changes more', { people: 111, last: 100, missing: 0, left: 0, changes: 11 }, 'too_many_changes'],
    ['is empty', { people: 0, last: 100, missing: 100, left: 0, changes: 0 }, 'too_many_missing'],
    ['is empty the first time', { people: 0, last: 0, missing: 0, left: 0, changes: 0 }, 'too_many_missing'],
    ['is the first', { people: 5000, last: 0, missing: 0, left: 0, changes: 5000 }, undefined],
    ['comes after an empty one', { people: 5, last: 0, missing: 0, left: 0, changes: 5 }, undefined],
  ])('when it %s', (_, size, code) => {
    expect(accident(size, defaultLimits, { name: 'people.csv' })?.code).toBe(code);
  });

  it.each([
    ['12', '12', { people: 88, last: 100, missing: 12, left: 0, changes: 12 }, undefined],
    ['11', '12', { people: 88, last: 100, missing: 12, left: 0, changes: 12 }, 'too_many_missing'],
    ['12', '11', { people: 88, last: 100, missing: 12, left: 0, changes: 12 }, 'too_many_changes'],
    ['0', '0', { people: 5, last: 0, missing: 0, left: 0, changes: 1 }, 'too_many_changes'],
    ['100%', '10%', { people: 0, last: 100, missing: 100, left: 0, changes: 0 }, undefined],
    ['99%', '10%', { people: 0, last: 100, missing: 100, left: 0, changes: 0 }, 'too_many_missing'],
    ['50%', '200%', { people: 300, last: 100, missing: 0, left: 0, changes: 200 }, undefined],
  ])('when --max-missing is %s and --max-changes %s', (missing, changes, size, code) => {
    const limits = {
      missing: limitOf(missing) ?? { people: -1 },
      changes: limitOf(changes) ?? { people: -1 },
    };
    expect(accident(size, limits, { name: 'people.csv' })?.code).toBe(code);
  });

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

describe('columns that said who may be emailed', () => {
  const had = (
    columns: readonly string[],
    answer: string | null = null,
    required: readonly string[] = [],
  ) => ({
    ...{ columns, required, answer },
  });
  it.each<[string, string[][], string | null, ReturnType<typeof had> | undefined, string | undefined]>([
    ['there was no run', [['email']], null, undefined, undefined],
    ['they are there', [['email', 'ok']], null, had(['ok']), undefined],
    ['none is left', [['email']], null, had(['ok']), 'no column ok'],
    ['one of two is left', [['ok']], null, had(['ok', 'gone']), 'no column gone'],
    ['that one is named now', [['ok']], 'ok', had(['ok', 'gone']), undefined],
    ['it was named then, too', [['ok']], 'ok', had(['ok', 'gone'], 'ok'), 'no column gone'],
    ['one is empty, which says yes', [['ok', 'gone']], 'ok', had(['ok', 'gone'], 'ok'), undefined],
    ['one is empty, which says no', [['ok']], null, had(['ok'], null, ['ok']), 'no longer says in column ok'],
    [
      'that one was named then, too',
      [['ok']],
      'ok',
      had(['ok'], 'ok', ['ok']),
      'no longer says in column ok',
    ],
    ['another is named now', [['ok', 'yes']], 'yes', had(['ok'], null, ['ok']), undefined],
    ['one of two files lacks it', [['ok'], ['email']], null, had(['ok', 'ok']), 'no column ok'],
    ['there is a file less', [['ok']], null, had(['ok', 'ok']), undefined],
  ])('when %s, then whether the source is refused is known', (_, headers, answer, before, says) => {
    const files = headers.map(names => ({ names, required: [] }));
    const check = () => refuseLostConsent('a.csv', files, answer, before);
    if (says === undefined) expect(check).not.toThrow();
    else
      expect(check).toThrow(
        expect.objectContaining({ code: 'consent_unclear', message: expect.stringContaining(says) }) as Error,
      );
  });
});
