/**
 * Every way in which an email may change from the moment in which it is approved: what goes out is what was approved,
 * once, or nothing. `test/commands/emails/approved.whole.test.ts` takes some of them through the commands.
 */
// Loaded once here, not by the first test that compares bodies.
import '../../../src/emails/body/plain-text.ts';
import { describe, expect, it } from 'vitest';
import type { Email, Group } from '../../../src/contract/index.ts';
import { changesSince, pushedEmail } from '../../../src/emails/approval.ts';
import { Failure } from '../../../src/lib/failure.ts';
import { casesOf } from '../../support/cases.ts';
import { failureOf } from '../../support/failure.ts';
import { draft, machine, group as sizedGroup } from './machine.ts';

const filters = [{ field: 'tag', value: 'a' }, { field: 'city' }];
const email = (more: object = {}) =>
  ({ ...draft, subject: 'A', updated_at: '2026-05-02T00:00:00Z', ...more }) as Email;
const group = (more: object = {}) => ({ ...sizedGroup(1200), filters, ...more }) as unknown as Group;
const approved = { email: email(), group: group(), limits: { most: undefined, expected: undefined } };

/** Fields as changes.tsv has them, or what a look throws. */
const found = (cell: object | 'gone') =>
  cell === 'gone'
    ? new Failure('not_found', 'gone')
    : Object.fromEntries(Object.entries(cell).map(([key, is]) => [key, is === '(none)' ? undefined : is]));

type Change = [
  what: string,
  email: object | 'gone',
  group: object | 'gone',
  said: readonly string[] | string,
];
const changes = casesOf<Change>(new URL('changes.tsv', import.meta.url));

const words = (text: string) => text.replace(/\s+/g, ' ');
/** A look at the email finds it changed. */
const looked = (of: object) => (of instanceof Error ? of : email(of));

/** How an email is approved, and what becomes of a change: a script ends, a person is asked again and declines. */
const ways = ['emails send', 'emails push --send', 'a person who then says no'] as const;

async function approvalOf(way: (typeof ways)[number]) {
  if (way !== 'emails push --send') return approved;
  const [before, sent] = [email({ subject: 'Before', updated_at: '2026-05-01T00:00:00Z' }), { subject: 'A' }];
  return { ...approved, email: await pushedEmail(before, sent, email()) };
}

describe('what was approved', () => {
  const rows = ways.flatMap(way =>
    changes.map(([what, of, to, said]) => [way, what, found(of), found(to), said] as const),
  );

  it.each(rows)(
    '%s: with a change of %s, what was approved goes out, or nothing',
    async (way, _, of, to, said) => {
      const isPerson = way === 'a person who then says no';
      const here = machine({
        looks: [looked(of), looked(of)],
        to: to instanceof Error ? to : group(to),
        screen: isPerson ? { person: true } : {},
        agrees: question => !question.startsWith('It has changed'),
      });
      const sent = () => here.log.filter(each => each.startsWith('send')).length;
      const send = async () => await here.send({ shown: await approvalOf(way) });
      if (said.length === 0) {
        expect((await send()).email.status).toBe('sending');
        // Not a second time, though the service still shows a draft.
        expect((await failureOf(send())).code).toBe('send_unresolved');
        expect(sent()).toBe(1);
        return;
      }
      const failure = await failureOf(send());
      if (typeof said === 'string') expect(failure.code).toBe(said);
      else if (isPerson) {
        expect(failure.code).toBe('declined');
        expect(words(here.said())).toContain(words(`changed it a moment ago: ${said.join('; ')}`));
      } else expect(failure).toMatchObject({ code: 'changed_since_approval', exit: 5, details: said });
      expect([sent(), here.outcomes()]).toEqual([0, []]);
    },
  );

  it.each<[was: unknown, is: unknown, isSame: boolean]>([
    [10, 15, true],
    [10, 5, true],
    [10, 16, false],
    [10, 4, false],
    ['many', 'many', true],
    ['many', 1200, false],
    [0, 'many', false],
    [2 ** 53, 2 ** 53, true],
  ])('a group of %j that has %j now is of the size approved: %s', (was, is, isSame) => {
    const [before, now] = [was, is].map(count => ({
      ...approved,
      group: group({ subscribers_count: count }),
    }));
    expect(changesSince(before as typeof approved, now as typeof approved).length === 0).toBe(isSame);
  });

  it.each<[was: unknown, is: unknown, isSame: boolean]>([
    [[{ any: [{ a: 1, b: 2 }] }], [{ any: [{ b: 2, a: 1 }] }], true],
    [[{ any: [1, 2] }], [{ any: [2, 1] }], false],
    [{ all: { a: 1, b: [1] } }, { all: { b: [1], a: 1 } }, true],
    [undefined, null, true],
    ['a', 'a', true],
  ])('filters %j that are %j now are the same: %s', (was, is, isSame) => {
    const [before, now] = [was, is].map(each => ({ ...approved, group: group({ filters: each }) }));
    expect(changesSince(before as typeof approved, now as typeof approved).length === 0).toBe(isSame);
  });

  it.each([
    ['2026-05-02T00:00:00.123Z', '2026-05-02T00:00:00.124Z', false],
    ['soon', 'soon', true],
    ['soon', '2026-05-02T00:00:00Z', false],
  ])('updated_at %s that is %s now is the same: %s', (was, is, isSame) => {
    const [before, now] = [was, is].map(updated_at => ({ ...approved, email: email({ updated_at }) }));
    expect(changesSince(before as typeof approved, now as typeof approved).length === 0).toBe(isSame);
  });

  it('a group that has grown within the 5 people, but beyond --max-recipients, gets nothing', async () => {
    const here = machine({ size: 16 });
    const limits = { most: 15, expected: undefined };
    const shown = { ...approved, email: draft, group: sizedGroup(12), limits };
    expect(await failureOf(here.send({ shown }))).toMatchObject({
      code: 'too_many_recipients',
      message: expect.stringContaining('16 subscribers, more than --max-recipients 15'),
    });
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
