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
import { failureOf } from '../../support/failure.ts';
import { draft, machine, group as sizedGroup } from './machine.ts';

const filters = [{ field: 'tag', value: 'a' }, { field: 'city' }];
const email = (more: object = {}) =>
  ({ ...draft, subject: 'A', updated_at: '2026-05-02T00:00:00Z', ...more }) as Email;
const group = (more: object = {}) => ({ ...sizedGroup(1200), filters, ...more }) as unknown as Group;
const approved = { email: email(), group: group(), limits: { most: undefined, expected: undefined } };

const gone = new Failure('not_found', 'gone');
const text = ['the text was changed'];
const saved = (at: string) => [`the email was saved again (updated_at ${at})`];
const refiltered = ['the filters of the group "Readers" were changed'];
const resized = (to: string) => [`the group "Readers" had 1,200 subscribers, and now has ${to} subscribers`];
const subject = (to: string) => [`the subject was changed from "A" to ${to}`];

/** What is different, of the email and of the group; the clauses that say so, or the code of what refuses it. */
type Change = readonly [what: string, email: object, group: object, said: readonly string[] | string];

const changes: readonly Change[] = [
  ['nothing', {}, {}, []],
  // What readers see.
  ['the subject', { subject: 'B' }, {}, subject('"B"')],
  ['the subject, with 60 letters', { subject: 'x'.repeat(60) }, {}, subject(`"${'x'.repeat(60)}"`)],
  ['the subject, with 61', { subject: 'x'.repeat(61) }, {}, subject(`"${'x'.repeat(59)}…"`)],
  ['the subject, with an escape character', { subject: 'A\u001b[2J' }, {}, subject('"A␛[2J"')],
  ['a blank behind the subject', { subject: 'A ' }, {}, subject('"A "')],
  ['the subject and updated_at', { subject: 'B', updated_at: '2026-05-03T00:00:00Z' }, {}, subject('"B"')],
  ['the preview', { preview: 'P' }, {}, ['the preview was changed from empty to "P"']],
  ['the preview, empty for null', { preview: '' }, {}, []],
  ['the body', { body_html: '<p>x</p>' }, {}, text],
  ['a blank in the body', { body_html: ' ' }, {}, text],
  ['the text part', { body_text: 'x' }, {}, text],
  ['body and text part', { body_html: '<p>x</p>', body_text: 'x' }, {}, text],
  ['body for text part', { body_html: 'Hello', body_text: null }, {}, text],
  ['the background color', { background_color: 'red' }, {}, ['the background color was changed']],
  ['the foreground color', { foreground_color: 'red' }, {}, ['the foreground color was changed']],
  ['the font', { font_id: 'serif' }, {}, ['the font was changed']],
  ['the like button', { like_enabled: false }, {}, ['the like button was changed']],
  ['the like button, to none', { like_enabled: undefined }, {}, ['the like button was changed']],
  ['the time', { scheduled_at: '2030' }, {}, ['the time was changed from empty to "2030"']],
  [
    'font and color',
    { font_id: 'x', background_color: 'x' },
    {},
    ['the background color was changed', 'the font was changed'],
  ],
  // Whether it was saved.
  ['updated_at', { updated_at: '2026-05-02T00:00:01Z' }, {}, saved('2026-05-02T00:00:01Z')],
  ['updated_at, to earlier', { updated_at: '2026-05-01T00:00:00Z' }, {}, saved('2026-05-01T00:00:00Z')],
  ['updated_at, with decimals', { updated_at: '2026-05-02T00:00:00.4Z' }, {}, []],
  ['updated_at, with an offset', { updated_at: '2026-05-02T00:00:00.9+00:00' }, {}, []],
  ['updated_at, to none', { updated_at: undefined }, {}, saved('unknown')],
  ['updated_at, to a word', { updated_at: 'soon' }, {}, saved('soon')],
  // To whom.
  [
    'the group',
    { group_id: 'g2' },
    { id: 'g2', name: 'All', subscribers_count: 250_000 },
    ['the group was changed from "Readers" (1,200 subscribers) to "All" (250,000 subscribers)'],
  ],
  [
    'the group, to one of its size',
    { group_id: 'g2' },
    { id: 'g2' },
    ['the group was changed from "Readers" (1,200 subscribers) to "Readers" (1,200 subscribers)'],
  ],
  ['the name of the group', {}, { name: 'All of us' }, []],
  ['its filters, to none', {}, { filters: [] }, refiltered],
  ['its filters, to null', {}, { filters: null }, refiltered],
  ['one of its filters, away', {}, { filters: filters.slice(1) }, refiltered],
  ['one of its filters, twice', {}, { filters: [...filters, filters[0]] }, refiltered],
  ['a value of a filter', {}, { filters: [{ field: 'tag', value: 'b' }, filters[1]] }, refiltered],
  ['a key of a filter', {}, { filters: [{ field: 'tag', is: 'a' }, filters[1]] }, refiltered],
  ['the order of filters and keys', {}, { filters: [{ field: 'city' }, { value: 'a', field: 'tag' }] }, []],
  ['filters, to an object', {}, { filters: { all: filters } }, refiltered],
  ['its size by 5', {}, { subscribers_count: 1195 }, []],
  ['its size by 1 %', {}, { subscribers_count: 1212 }, []],
  ['its size by -1 %', {}, { subscribers_count: 1188 }, []],
  ['its size by more', {}, { subscribers_count: 1213 }, resized('1,213')],
  ['its size by less', {}, { subscribers_count: 1187 }, resized('1,187')],
  ['its size to all', {}, { subscribers_count: 250_000 }, resized('250,000')],
  ['its size, as text', {}, { subscribers_count: '1200' }, []],
  [
    'its size to one',
    {},
    { subscribers_count: 1 },
    ['the group "Readers" had 1,200 subscribers, and now has 1 subscriber'],
  ],
  // What cannot be sent any more.
  ...['sent', 'sending', 'reviewing', 'scheduled', 'paused', 'denied', 'strange'].map(
    (status): Change => [`its status, to ${status}`, { status }, {}, 'not_sendable'],
  ),
  ['the subject, to none', { subject: null }, {}, 'not_sendable'],
  ['the subject, to blanks', { subject: '  ' }, {}, 'not_sendable'],
  ['the text, to none', { body_text: null }, {}, 'not_sendable'],
  ['the text, to blanks', { body_text: ' ', body_html: ' ' }, {}, 'not_sendable'],
  ['the group, to none', { group_id: null }, {}, 'not_sendable'],
  ['the group, missing', { group_id: undefined }, {}, 'not_sendable'],
  ['its size to none', {}, { subscribers_count: 0 }, 'not_sendable'],
  ...['many', null, undefined, 1.5, -1, '1200 or so', 2 ** 53 + 2].map(
    (subscribers_count): Change => [
      `its size to ${subscribers_count}`,
      {},
      { subscribers_count },
      'not_sendable',
    ],
  ),
  ...['status', 'subject', 'preview', 'body_html', 'body_text', 'group_id', 'scheduled_at'].map(
    (field): Change => [`${field}, to a number`, { [field]: 5 }, {}, 'unexpected_answer'],
  ),
  ['the email, gone', gone, {}, 'not_found'],
  ['the group, gone', {}, gone, 'not_found'],
];

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
  const rows = ways.flatMap(way => changes.map(change => [way, ...change] as const));

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
    ['2026-05-02T00:00:00.123456Z', '2026-05-02T00:00:00.123Z', true],
    ['2026-05-02T00:00:00.123Z', '2026-05-02T00:00:00.124Z', false],
    ['soon', 'soon', true],
    ['soon', '2026-05-02T00:00:00Z', false],
    // The answer to a push did not say it.
    [undefined, '2026-05-02T00:00:00Z', true],
  ])('updated_at %s that is %s now is the same: %s', (was, is, isSame) => {
    const [before, now] = [was, is].map(updated_at => ({ ...approved, email: email({ updated_at }) }));
    expect(changesSince(before as typeof approved, now as typeof approved).length === 0).toBe(isSame);
  });

  it('a group that has grown within the 5 people, but beyond --max-recipients, gets nothing', async () => {
    const here = machine({ size: 16 });
    const limits = { most: 15, expected: undefined };
    const shown = { ...approved, email: draft, group: sizedGroup(12), limits };
    expect(await failureOf(here.send({ shown }))).toMatchObject({
      code: 'not_sendable',
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
