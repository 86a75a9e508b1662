import { describe, expect, it } from 'vitest';
import {
  medians,
  rateDifferences,
  sentBefore,
  sentEmails,
  statisticsOf,
} from '../../src/emails/statistics.ts';
import { anEmail as email } from './an-email.ts';

const day = (count: number) => new Date(Date.UTC(2026, 0, count)).toISOString();

describe('rates', () => {
  it('when nothing was sent, then there are none', () => {
    expect(statisticsOf(email({ sent_count: 0 })).rates).toMatchObject({ delivery: null, bounce: null });
  });

  it.each([
    [{ complaint_count: 1 }, []],
    [{ complaint_count: 2 }, ['complaint 1/1000']],
    [{ complaint_count: 3 }, ['complaint 1/1000']],
    [{ complaint_count: 4 }, ['complaint 3/1000']],
    [{ bounce_count: 20 }, []],
    [{ bounce_count: 21, complaint_count: 4 }, ['complaint 3/1000', 'bounce 2/100']],
  ])('when of a thousand there are %j, then the thresholds passed are %j', (counts, passed) => {
    const { exceeded } = statisticsOf(email(counts));
    expect(exceeded.map(({ rate, count, of }) => `${rate} ${count}/${of}`)).toEqual(passed);
  });
});

describe('counts that are none', () => {
  it('when the service sends nonsense, then that counts as nothing', () => {
    const odd = {
      sent_count: '1000',
      delivery_count: null,
      bounce_count: -3,
      sent_at: 5,
      subject: undefined,
    };
    expect(statisticsOf(email({ ...(odd as object), like_count: Number.NaN }))).toMatchObject({
      subject: null,
      sent_at: null,
      sent_count: 0,
      counts: { delivery: 0, bounce: 0, like: 0 },
      rates: { delivery: null },
    });
  });
});

describe("the service's own rates", () => {
  it('when several disagree, then one line says so', () => {
    const one = statisticsOf(email({ like_count: 1, like_rate: 7, bounce_count: 1, bounce_rate: 7 }));
    expect(rateDifferences([one])).toEqual([
      expect.stringMatching(/own bounce_rate, like_rate agree with their counts neither .*1 of 1 emails/),
    ]);
  });

  it.each([
    ['a fraction', 0.123],
    ['a fraction, rounded', 0.12],
    ['a percentage', 12.3],
    ['a percentage, rounded', 12],
  ])('when one is %s, then it agrees', (_, like_rate) => {
    expect(rateDifferences([statisticsOf(email({ like_count: 123, like_rate }))])).toEqual([]);
  });

  it('when one is of those delivered, then that is said', () => {
    const one = email({ delivery_count: 500, delivery_rate: 50, like_count: 100, like_rate: 0.2 });
    expect(rateDifferences([statisticsOf(one)])).toEqual([
      "rates here are of those sent; the service's own like_rate is of those delivered",
    ]);
  });

  it.each([0.3, 30, 1.23])(
    'when one is %d for 123 of 1000, then it disagrees under every reading',
    like_rate => {
      const [said, ...rest] = rateDifferences([statisticsOf(email({ like_count: 123, like_rate }))]);
      expect(said).toContain("the service's own like_rate agrees with its counts neither as");
      expect(rest).toEqual([]);
    },
  );
});

describe('emails beside each other', () => {
  const all = sentEmails([
    email({ id: 'draft', status: 'draft' }),
    ...Array.from({ length: 13 }, (_, i) =>
      email({ id: `e${13 - i}`, sent_at: day(13 - i), like_count: (13 - i) * 10 }),
    ),
  ]);

  it('when they are gathered, then only what was sent counts, the oldest first', () => {
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 13 }, (_, i) => `e${i + 1}`));
  });

  it('when one is compared, then with the ten before it, and not with itself', () => {
    const before = sentBefore(all, 'e13');
    expect(before.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, i) => `e${i + 3}`));
    expect(medians(before).like).toBeCloseTo(0.075, 10);
    expect(medians(sentBefore(all, 'e4')).like).toBeCloseTo(0.02, 10);
  });

  it('when there is none before it, then there is no median', () => {
    expect(sentBefore(all, 'e1')).toEqual([]);
    expect(medians([]).like).toBeNull();
  });
});
