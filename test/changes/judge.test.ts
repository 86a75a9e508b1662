/** When changing and undoing stops since it would do damage: docs/audience.md, "Sending" and "Undo". */
import { describe, expect, it } from 'vitest';
import type { Step } from '../../src/changes/change.ts';
import { judgeResponse, othersText } from '../../src/changes/outcome.ts';

type Sent = Pick<Step, 'kind' | 'after' | 'kept'> & Partial<Pick<Step, 'before'>>;
const judged = (sent: Sent, shown: Shown, succeeded: number) =>
  judgeResponse({ before: {}, ...sent }, shown, succeeded);
type Shown = Parameters<typeof judgeResponse>[1];

describe('the response to a change', () => {
  it.each<[string, Sent, Shown, number, ReturnType<typeof judgeResponse>['stop']]>([
    [
      'has tags, of which none were sent',
      { kind: 'change', after: { fields: { city: 'Bern' } } },
      { tags: ['x'], fields: { city: 'Bern' } },
      0,
      undefined,
    ],
    ['is as sent', { kind: 'change', after: { tags: ['a'] } }, { tags: ['a'], fields: {} }, 0, undefined],
    [
      'has other capitals',
      { kind: 'change', after: { tags: ['A'] } },
      { tags: ['a'], fields: {} },
      0,
      undefined,
    ],
    [
      'has the old capitals, which alone were to change',
      { kind: 'change', before: { tags: ['vip', 'b'] }, after: { tags: ['VIP', 'b'] } },
      { tags: ['vip', 'b'], fields: {} },
      0,
      'not-as-sent',
    ],
    [
      'has the new capitals, which alone were to change',
      { kind: 'change', before: { tags: ['vip', 'b'] }, after: { tags: ['VIP', 'b'] } },
      { tags: ['b', 'VIP'], fields: {} },
      0,
      undefined,
    ],
    [
      'is not as sent',
      { kind: 'change', after: { tags: ['a'] } },
      { tags: ['b'], fields: {} },
      0,
      'not-as-sent',
    ],
    [
      'has tags of the service beside those of a new person',
      { kind: 'create', after: { tags: ['a'] } },
      { tags: ['a', 'welcome'], fields: {} },
      0,
      undefined,
    ],
    [
      'lacks a value of a new person',
      { kind: 'create', after: { fields: { city: 'Oslo' } } },
      { tags: [], fields: {} },
      0,
      'not-as-sent',
    ],
    [
      'is not as sent, others were',
      { kind: 'change', after: { tags: ['a'] } },
      { tags: ['b'], fields: {} },
      1,
      undefined,
    ],
    [
      'shows another field cleared',
      { kind: 'change', after: { fields: { city: 'Oslo' } }, kept: { nick: 'x' } },
      { tags: [], fields: { city: 'Oslo' } },
      7,
      'cleared',
    ],
    [
      'shows one of two fields cleared',
      { kind: 'change', after: { fields: { city: 'Oslo' } }, kept: { nick: 'x', age: 3 } },
      { tags: [], fields: { city: 'Oslo', age: 3 } },
      0,
      undefined,
    ],
    [
      'does not restore a value',
      { kind: 'restore', after: { fields: { city: 'Bern' } } },
      { tags: [], fields: { city: 'Oslo' } },
      0,
      'not-as-sent',
    ],
    [
      'does not restore tags',
      { kind: 'restore', after: { tags: ['a'] } },
      { tags: ['b'], fields: {} },
      0,
      'not-as-sent',
    ],
    [
      'leaves a value where there was none',
      { kind: 'restore', after: { fields: { city: null } } },
      { tags: [], fields: { city: 'Oslo' } },
      0,
      undefined,
    ],
    [
      'does not restore a value, others were',
      { kind: 'restore', after: { fields: { city: 'Bern' } } },
      { tags: [], fields: { city: 'Oslo' } },
      3,
      undefined,
    ],
    [
      'does not mark',
      { kind: 'mark', after: { tags: ['a', 'mark'] } },
      { tags: ['a'], fields: {} },
      0,
      undefined,
    ],
  ])('when it %s', (_, sent, shown, succeeded, stop) => {
    expect(judged(sent, shown, succeeded).stop).toBe(stop);
  });

  it('when values differ, then it says what was expected and what came', () => {
    const sent: Sent = { kind: 'change', after: { tags: ['a'], fields: { city: 'Oslo' } } };
    const { others } = judged(sent, { tags: [], fields: { city: 'Rome' } }, 0);
    expect(othersText(others)).toBe('expected tags ["a"], got []; expected fields.city "Oslo", got "Rome"');
  });
});
