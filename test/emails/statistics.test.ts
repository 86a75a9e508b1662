import { describe, expect, it } from 'vitest';
import {
  emailsOut,
  medians,
  selected,
  sentBefore,
  statisticsOf,
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

describe('counts that cannot be', () => {
  it.each<[object, string[]]>([
    [{ delivery_count: 1200 }, ['delivery_count: 1,200, but 1,000 were sent']],
    [{ bounce_count: -3 }, ['bounce_count: -3, a negative number']],
    [{ like_count: undefined }, ['like_count: missing']],
    [{ like_count: null }, ['like_count: missing']],
    [{ complaint_count: '4' }, ['complaint_count: not a number']],
    [{ unsubscribe_count: 1.5 }, ['unsubscribe_count: 1.5, not a whole number']],
    [{ sent_count: null, delivery_count: 7 }, ['sent_count: missing']],
  ])('when the service sends %j, then each is named, and no rate is made of it', (counts, impossible) => {
    const one = statisticsOf(email({ delivery_count: 980, ...counts }));
    expect(one.problems.map(({ count, problem }) => `${count}: ${problem}`)).toEqual(impossible);
    const [name = ''] = Object.keys(counts);
    const unknown = name === 'sent_count' ? Object.values(one.shares) : [one.shares[rateIn(name)]];
    expect(unknown.every(share => share === null)).toBe(true);
    expect(one.exceeded).toEqual([]);
  });

  const rateIn = (count: string) => count.replace('_count', '') as 'delivery';
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
