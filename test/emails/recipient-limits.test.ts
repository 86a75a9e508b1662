import { describe, expect, it } from 'vitest';
import type { Email, Group } from '../../src/contract/index.ts';
import { checkSize, limitsFor, parseExpectedRecipients } from '../../src/emails/send/sendable.ts';
import { failureOf } from '../support/failure.ts';
import { anEmail } from './an-email.ts';

describe('how many are expected', () => {
  it.each([
    ['1200', 1200, 1200],
    ['1200±5%', 1140, 1260],
    ['1200+-5%', 1140, 1260],
    [' 1200 +/- 5 % ', 1140, 1260],
    ['1200±60', 1140, 1260],
    ['3000±0.7%', 2979, 3021],
    ['10±5%', 10, 10],
    ['10±150%', -5, 25],
  ])('when that is "%s", then from %d to %d will do', (text, from, to) => {
    expect(parseExpectedRecipients(text)).toMatchObject({ from, to });
  });

  it.each([
    ['last', 1200, 1200],
    ['last±5%', 1140, 1260],
    ['last+-5%', 1140, 1260],
    ['LAST +/- 60', 1140, 1260],
  ])('when that is "%s", then it is measured from the previous send', (text, from, to) => {
    const parsed = parseExpectedRecipients(text);
    expect(typeof parsed === 'function' && parsed(1200)).toMatchObject({ from, to, text });
  });

  it.each([
    'last5%',
    'last±',
    'first±5%',
    '±5%',
    '',
    '5%',
    '1.200',
    '1,200',
    '1200±',
    '-3',
    '1200±5%%',
    '1e3',
  ])('when that is "%s", then it is refused', text => {
    expect(() => parseExpectedRecipients(text)).toThrow('for --expect-recipients: expected a number');
  });
});

describe('the size of a group', () => {
  const limits = { most: 1000, expected: undefined };
  const about = { most: undefined, expected: { from: 1140, to: 1260, text: '1200±5%' } };
  const check = async (count: unknown, by: typeof limits | typeof about) => {
    const group = { id: 'g1', name: 'Rea\u0007ders', subscribers_count: count } as unknown as Group;
    checkSize(anEmail({ id: 'e1' }), group, by);
  };

  it.each([
    [1, limits],
    [1000, limits],
    [1140, about],
    [1260, about],
  ])('when it has %d, then it passes %j', async (count, by) => {
    await expect(check(count, by)).resolves.toBeUndefined();
  });

  const unknown = 'unknown number of subscribers in its group "Rea\u0007ders"';
  const its = (size: string) => `its group "Rea\u0007ders" has ${size} subscribers`;
  it.each([
    [undefined, limits, 'not_sendable', unknown],
    ['many', limits, 'not_sendable', unknown],
    [Number.POSITIVE_INFINITY, limits, 'not_sendable', unknown],
    [0.5, limits, 'not_sendable', unknown],
    [0, limits, 'not_sendable', its('no')],
    [1001, limits, 'too_many_recipients', its('1,001'), 'recipients: 1001, limit: 1000'],
    [1139, about, 'unexpected_recipients', its('1,139'), 'recipients: 1139, expected: 1140 to 1260'],
    [1261, about, 'unexpected_recipients', its('1,261'), 'recipients: 1261, expected: 1140 to 1260'],
  ])('when it has %j, then %j refuses it with %s', async (count, by, code, reason, ...details) => {
    const failure = { code, details, hint: 'newsletter groups get g1' };
    const refused = await failureOf(check(count, by));
    expect(refused).toMatchObject({ ...failure, message: expect.stringContaining(reason) });
  });
});

describe('the previous send of a group', () => {
  const group = { id: 'g1', name: 'Readers' } as unknown as Group;
  const to = (id: string, more: Partial<Email>) => anEmail({ id, group_id: 'g1', ...more });
  /** An account with emails on two pages. */
  function account(emails: readonly Email[], total = emails.length) {
    let lists = 0;
    const pages = async function* () {
      lists++;
      for (const current of [1, 2]) {
        const data = emails.filter((_, at) => at % 2 === current - 1);
        yield { data, meta: {}, numbers: { current, last: 2, perPage: 2, total } };
      }
    };
    return { api: { pages } as never, lists: () => lists };
  }

  it('when a number was given, then the emails are not read', async () => {
    const { api, lists } = account([]);
    for (const rules of [
      { most: 9, expected: undefined },
      { most: undefined, expected: { from: 1, to: 2, text: '1±1' } },
    ])
      expect(await limitsFor(api, group, rules)).toEqual(rules);
    expect(lists()).toBe(0);
  });

  it.each([
    ['last±5%', 1140, 1260, 'last±5%: 1,140 to 1,260'],
    ['last', 1200, 1200, 'last: 1,200'],
  ])(
    'when %s was given, then the latest one that was sent to this group counts, and is named',
    async (text, from, till, shown) => {
      const { api } = account([
        to('old', { sent_at: '2026-01-01T00:00:00Z', sent_count: 7 }),
        to('last', { sent_at: '2026-05-01T23:00:00Z', sent_count: 1200, subject: 'Ma\u0007y' }),
        to('draft', { status: 'draft', sent_at: null, sent_count: 0 }),
        to('other', { group_id: 'g2', sent_at: '2026-06-01T00:00:00Z', sent_count: 9 }),
        to('denied', { status: 'denied', sent_at: '2026-06-01T00:00:00Z', sent_count: 9 }),
      ]);
      const rules = { most: 5000, expected: parseExpectedRecipients(text) };
      const said = `${shown}, since "Ma␇y" went to 1,200 on 2026-05-01`;
      expect(await limitsFor(api, group, rules)).toEqual({
        most: 5000,
        expected: { from, to: till, text: said },
      });
    },
  );

  it('when the list of emails is not whole, then the previous one may be missing: nothing is sent', async () => {
    const { api } = account([to('last', {})], 3);
    const rules = { most: undefined, expected: parseExpectedRecipients('last') };
    await expect(limitsFor(api, group, rules)).rejects.toMatchObject({ exit: 8 });
  });

  const last = async (...sent: readonly Partial<Email>[]) => {
    const { api } = account(sent.map(one => to(one.id ?? 'one', one)));
    const rules = { most: undefined, expected: parseExpectedRecipients('last') };
    return (await limitsFor(api, group, rules)).expected?.from;
  };
  const may = { id: 'may', sent_at: '2026-05-01T08:00:00Z', sent_count: 1242 };
  const june = { id: 'june', sent_at: '2026-06-01T10:00:00+02:00', sent_count: 1250 };
  const undated = { id: 'july', sent_at: null, completed_at: '2026-07-01T08:00:00Z', sent_count: 0 };

  it('when several emails were sent to it, then it is the latest', async () => {
    expect(await last(june, may)).toBe(1250);
    expect(await last(june, undated, may)).toBe(0);
  });

  it.each<[what: string, sent: readonly Partial<Email>[], said: string]>([
    ['none was sent', [], 'no earlier email was sent to the group "Readers"'],
    ['one has no time', [{}, { id: 'x', sent_at: null }], 'does not say when email x was sent'],
    ['its time is none', [{ sent_at: 'in May' }], 'does not say when email one was sent'],
    ['its time is a number', [{ sent_at: 2026 as never }], 'does not say when email one was sent'],
  ])('when %s, then nothing is sent, and it says why', async (_, sent, said) => {
    const { message } = await failureOf(last(...sent));
    expect(message).toMatch(/^nothing was sent: --expect-recipients last is unknown/);
    expect(message).toContain(said);
  });

  it('when its count is missing, then the answer is not what the documentation says', async () => {
    const { code, message } = await failureOf(last({ sent_count: null as never }));
    expect([code, message]).toEqual(['unexpected_answer', 'the service sent an email without sent_count']);
  });
});
