import { describe, expect, it } from 'vitest';
import {
  emailsOut,
  medians,
  selected,
  sentBefore,
  statisticsOf,
  verdict,
} from '../../src/emails/statistics/statistics.ts';
import { anEmail as email } from './an-email.ts';

const day = (count: number) => new Date(Date.UTC(2026, 0, count)).toISOString();

describe('rates', () => {
  it('when nothing was sent, then there are none', () => {
    expect(statisticsOf(email({ sent_count: 0 })).shares).toMatchObject({ delivery: null, bounce: null });
  });

  it.each([
    [{ complaint_count: 1 }, []],
    // Two may be chance.
    [{ complaint_count: 2 }, []],
    [{ complaint_count: 3 }, ['complaint 1/1000']],
    [{ complaint_count: 4 }, ['complaint 3/1000']],
    [{ bounce_count: 20 }, []],
    [{ bounce_count: 21, complaint_count: 4 }, ['complaint 3/1000', 'bounce 2/100']],
  ])('when of a thousand there are %j, then the thresholds passed are %j', (counts, passed) => {
    const { exceeded } = statisticsOf(email(counts));
    expect(exceeded.map(({ rate, count, of }) => `${rate} ${count}/${of}`)).toEqual(passed);
  });
});

describe('a count', () => {
  it.each<[string, unknown]>([
    ['delivery', 1200],
    ['bounce', -3],
    ['like', undefined],
    ['like', null],
    ['complaint', '4'],
    ['unsubscribe', 1.5],
  ])('%s_count of %j, of 1,000 sent, is unknown', (rate, value) => {
    const one = statisticsOf(email({ [`${rate}_count`]: value }));
    const { counts, shares, exceeded } = one;
    expect([counts[rate as 'like'], shares[rate as 'like'], exceeded]).toEqual([null, null, []]);
  });

  it('is unknown as a share if it is unknown how many were sent', () => {
    const one = statisticsOf(email({ sent_count: null as never, delivery_count: 7 }));
    expect([one.counts.delivery, one.shares.delivery]).toEqual([7, null]);
  });
});

describe('emails beside each other', () => {
  const all = emailsOut([
    email({ id: 'draft', status: 'draft' }),
    email({ id: 'never begun', status: 'paused', sent_count: 0 }),
    ...Array.from({ length: 13 }, (_, i) =>
      email({ id: `e${13 - i}`, sent_at: day(13 - i), like_count: (13 - i) * 10 }),
    ),
  ]);

  const byId = (id: string) => all.find(one => one.id === id) ?? statisticsOf(email({}));

  it('when some are chosen, then by time, by group, and the last so many', () => {
    const some = emailsOut([
      email({ id: 'a', group_id: 'g', sent_at: day(1) }),
      email({ id: 'b', group_id: 'h', sent_at: day(2) }),
      email({ id: 'c', group_id: 'g', sent_at: day(3) }),
      email({ id: 'd', group_id: 'g', sent_at: null, status: 'sending', created_at: day(4) }),
    ]);
    const ids = (selection: object) =>
      selected(some, selection)
        .map(({ id }) => id)
        .join('');
    expect(ids({})).toBe('abcd');
    expect(ids({ since: Date.parse(day(2)) })).toBe('bcd');
    expect(ids({ group: 'g' })).toBe('acd');
    expect(ids({ group: 'g', limit: 2 })).toBe('cd');
  });

  it('when they are gathered, then only what was sent counts, the oldest first', () => {
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 13 }, (_, i) => `e${i + 1}`));
  });

  it('when one is compared, then with the ten before it, and not with itself', () => {
    const before = sentBefore(all, byId('e13'));
    expect(before.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, i) => `e${i + 3}`));
    expect(medians(before).like).toBeCloseTo(0.075, 10);
    expect(medians(sentBefore(all, byId('e4'))).like).toBeCloseTo(0.02, 10);
  });

  it('when there is none before it, then there is no median', () => {
    expect(sentBefore(all, byId('e1'))).toEqual([]);
    expect(medians([]).like).toBeNull();
  });
});

const usual = { delivery_count: 980, bounce_count: 5, like_count: 100, unsubscribe_count: 4 };
const few = { sent_count: 300, delivery_count: 294, bounce_count: 1, like_count: 30, unsubscribe_count: 1 };
const none = { sent_count: 0, delivery_count: 0, bounce_count: 0, like_count: 0, unsubscribe_count: 0 };

describe('what is said of an email besides its numbers', () => {
  it.each<[string, Parameters<typeof email>[0]]>([
    ['', {}],
    ['Act on the bounces above 2% (60 of 1,000, 6.00%).', { delivery_count: 920, bounce_count: 60 }],
    ['', { ...few, complaint_count: 1 }],
    ['Still sending: these numbers change.', { status: 'sending', like_count: 0 }],
    [
      'Paused: not sent to everyone. Act on the bounces above 2% (60 of 1,000, 6.00%).',
      { status: 'paused', bounce_count: 60 },
    ],
    ['Not sent to anyone.', none],
  ])('"%s"', (sentences, more) => {
    expect(verdict(statisticsOf(email({ ...usual, ...more })))).toBe(sentences);
  });
});
