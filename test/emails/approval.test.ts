// Loaded once here, not by the first test that compares bodies.
import '../../src/emails/body/plain-text.ts';
import { describe, expect, it } from 'vitest';
import type { Email, Group } from '../../src/contract/index.ts';
import { changesSince, emailChanges, pushedEmail } from '../../src/emails/approval.ts';
import { anEmail } from './an-email.ts';

const group = (changes: object = {}) =>
  ({ id: 'g1', name: 'Everyone', subscribers_count: 1200, filters: [], ...changes }) as unknown as Group;
const email = (changes: object = {}) =>
  ({
    ...anEmail({ id: 'e1', subject: 'A', status: 'draft' }),
    group_id: 'g1',
    updated_at: '2026-05-02T00:00:00Z',
    ...changes,
  }) as Email;
const approved = { email: email(), group: group() };

describe('what has changed since an approval', () => {
  it.each([
    ['nothing', {}, {}, []],
    ['an empty text for null', { preview: '' }, {}, []],
    ['the subject', { subject: 'B' }, {}, ['the subject was changed from "A" to "B"']],
    [
      'the end of the subject with an escape character',
      { subject: 'A\u001b[2J' },
      {},
      ['the subject was changed from "A" to "A␛[2J"'],
    ],
    ['the body', { body_html: '<p>x</p>' }, {}, ['the text was changed']],
    ['the text part', { body_text: 'x' }, {}, ['the text was changed']],
    [
      'the group',
      { group_id: 'g2' },
      { id: 'g2', name: 'All', subscribers_count: 250_000 },
      ['the group was changed from "Everyone" (1,200 subscribers) to "All" (250,000 subscribers)'],
    ],
    ['its name', {}, { name: 'All of us' }, []],
    [
      'its filters',
      {},
      { filters: [{ field: 'tag' }] },
      ['the filters of the group "Everyone" were changed'],
    ],
    ['its size by 1 %', {}, { subscribers_count: 1212 }, []],
    [
      'its size by more',
      {},
      { subscribers_count: 1213 },
      ['the group "Everyone" had 1,200 subscribers, and now has 1,213 subscribers'],
    ],
    [
      'its size to none that is a number',
      {},
      { subscribers_count: 'many' },
      ['the group "Everyone" had 1,200 subscribers, and now has an unknown number of subscribers'],
    ],
    [
      'updated_at alone',
      { updated_at: '2026-05-02T00:00:01Z' },
      {},
      ['the email was saved again (updated_at 2026-05-02T00:00:01Z)'],
    ],
    ['the decimals of updated_at', { updated_at: '2026-05-02T00:00:00.4Z' }, {}, []],
    ['updated_at to none', { updated_at: undefined }, {}, ['the email was saved again (updated_at unknown)']],
  ])('when it is %s, then that is said', (_, changes, groupChanges, said) => {
    expect(changesSince(approved, { email: email(changes), group: group(groupChanges) })).toEqual(said);
  });

  it.each([
    ['none', { subject: null }, 'empty'],
    ['60 letters', { subject: 'x'.repeat(60) }, `"${'x'.repeat(60)}"`],
    [
      'more, and it was saved again',
      { subject: 'x'.repeat(61), updated_at: '2026-05-03T00:00:00Z' },
      `"${'x'.repeat(59)}…"`,
    ],
  ])('when the subject has %s by then, then that alone is said', (_, changes, shown) => {
    expect(changesSince(approved, { email: email(changes), group: group() })).toEqual([
      `the subject was changed from "A" to ${shown}`,
    ]);
  });

  it.each<[was: unknown, is: unknown, isSame: boolean]>([
    [10, 15, true],
    [10, 5, true],
    [10, 16, false],
    [10, 4, false],
    [1200, 1188, true],
    [1200, 1187, false],
    ['1200', 1200, true],
    ['many', 'many', true],
    ['many', 1200, false],
    [0, 'many', false],
    ['1200 or so', 1200, false],
    [2 ** 53, 2 ** 53, true],
    [2 ** 53 + 2, 2 ** 52, false],
    [1.5, 1, false],
    [-1, 1, false],
  ])(
    'when its group had %j subscribers, and has %j, then whether that is the size approved is %s',
    (was, is, isSame) => {
      const [before, now] = [was, is].map(subscribers_count => ({
        email: email(),
        group: group({ subscribers_count }),
      }));
      const changes = changesSince(before as typeof approved, now as typeof approved);
      expect(changes.length === 0).toBe(isSame);
    },
  );

  it.each<[was: unknown, is: unknown, isSame: boolean]>([
    [
      [{ field: 'tag', value: 'a' }, { field: 'city' }],
      [{ field: 'city' }, { value: 'a', field: 'tag' }],
      true,
    ],
    [[{ field: 'tag', value: 'a' }], [{ field: 'tag', value: 'b' }], false],
    [[{ any: [{ a: 1, b: 2 }] }], [{ any: [{ b: 2, a: 1 }] }], true],
    [[{ any: [1, 2] }], [{ any: [2, 1] }], false],
    [{ all: { a: 1, b: [1] } }, { all: { b: [1], a: 1 } }, true],
    [{ all: { a: 1 } }, { all: { a: 2 } }, false],
    [undefined, null, true],
    [[], null, false],
    ['a', 'a', true],
  ])(
    'when the filters of its group were %j, and are %j, then whether they are the same is %s',
    (was, is, isSame) => {
      const [before, now] = [was, is].map(filters => ({ email: email(), group: group({ filters }) }));
      expect(changesSince(before as typeof approved, now as typeof approved)).toEqual(
        isSame ? [] : ['the filters of the group "Everyone" were changed'],
      );
    },
  );

  it.each([
    ['2026-05-02T00:00:00.123456Z', '2026-05-02T00:00:00.123Z', true],
    ['2026-05-02T00:00:00.9Z', '2026-05-02T00:00:00Z', true],
    ['2026-05-02T00:00:00Z', '2026-05-02T00:00:00.9+00:00', true],
    ['2026-05-02T00:00:00.123Z', '2026-05-02T00:00:00.124Z', false],
    ['2026-05-02T00:00:00Z', '2026-05-02T00:00:01Z', false],
    ['soon', 'soon', true],
    ['soon', '2026-05-02T00:00:00Z', false],
    ['2026-05-02T00:00:00Z', 'at 2026-05-02T00:00:00Z', false],
    // The answer to a push did not say it.
    [undefined, '2026-05-02T00:00:00Z', true],
    ['yesterday', 'today', false],
  ])('when updated_at was %s, and is %s, then that is the same: %s', (was, is, isSame) => {
    const changes = emailChanges(email({ updated_at: was }), email({ updated_at: is }));
    expect(changes.length === 0).toBe(isSame);
  });
});

describe('the email that a push approves', () => {
  const read = email({ subject: 'Before', preview: 'See  you', body_html: '<p>Before</p>' });
  const sent = {
    body_text: '',
    subject: 'A  b',
    body_html: '<p>See <a href="https://x.example/">x</a> <img src="a.png"></p>',
  };
  it.each([
    ['as it was sent', {}, {}],
    ['trimmed', { subject: 'A b' }, { subject: 'A b' }],
    [
      'in other markup',
      { body_html: '<div><p>See <a href="https://x.example/">x</a> <img alt="" src="a.png"></p></div>' },
      { body_html: '<div><p>See <a href="https://x.example/">x</a> <img alt="" src="a.png"></p></div>' },
    ],
    ['with another subject', { subject: 'Spam' }, {}],
    ['with another link', { body_html: sent.body_html.replace('/x.ex', '/y.ex') }, {}],
    ['with another image', { body_html: sent.body_html.replace('a.png', 'b.png') }, {}],
    ['with something that was not sent', { preview: 'Spam' }, {}],
    ['without most fields', { subject: undefined, body_html: undefined }, {}],
    ['with other blanks in what was not sent', { preview: 'See you' }, {}],
    ['without a text that was sent empty', { body_text: undefined }, {}],
    ['with markup in the text part', { body_text: '<b></b>' }, {}],
    [
      'with an image in no quotes',
      { body_html: sent.body_html.replace('"a.png"', 'a.png') },
      { body_html: sent.body_html.replace('"a.png"', 'a.png') },
    ],
    [
      'with blanks around the image',
      { body_html: sent.body_html.replace('="a.png"', ' = "a.png"') },
      { body_html: sent.body_html.replace('="a.png"', ' = "a.png"') },
    ],
    ['with a longer name of the image', { body_html: sent.body_html.replace('a.png', 'a.pngs') }, {}],
  ])('when the service answers %s, then it is what readers were to see', async (_, changes, made) => {
    const answer = email({ ...sent, ...changes, updated_at: '2026-06-01T00:00:00Z' });
    expect(await pushedEmail(read, sent, answer)).toEqual({
      ...read,
      ...sent,
      ...made,
      updated_at: '2026-06-01T00:00:00Z',
    });
  });
});
