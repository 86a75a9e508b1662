import { describe, expect, it } from 'vitest';
import type { Email } from '../../src/contract/index.ts';
import { compareEmails, comparisonText } from '../../src/emails/statistics/comparison.ts';
import { type EmailStatistics, statisticsOf } from '../../src/emails/statistics/statistics.ts';
import { unusualRates, verdict } from '../../src/emails/statistics/verdict.ts';
import { anEmail } from './an-email.ts';

const now = Date.parse('2026-06-01T00:00:00Z');
const usual = { delivery_count: 980, bounce_count: 5, like_count: 100, unsubscribe_count: 4 };
const one = (more: Partial<Email> = {}) => statisticsOf(anEmail({ ...usual, ...more }));
/** Ten earlier emails whose counts go up and down by so many. */
const ten = (spread = 0): EmailStatistics[] =>
  Array.from({ length: 10 }, (_, i) => one({ like_count: 100 + (i % 2 === 0 ? spread : -spread) }));

const said = (more: Partial<Email>, before = ten()) => verdict(one(more), before, now);

describe('how an email went', () => {
  it.each<[string, Partial<Email>]>([
    ['As usual, compared with the last ten.', {}],
    // Half a percent of a thousand may well be 9.
    ['As usual, compared with the last ten.', { bounce_count: 9 }],
    ['As usual; bounces a little higher than in the last ten.', { bounce_count: 13 }],
    ['As usual; likes a little lower than in the last ten.', { like_count: 70 }],
    [
      'Unusual: deliveries much lower, bounces much higher than in the last ten. Act on the bounces above 2% (60 of 1,000, 6.00%).',
      { delivery_count: 920, bounce_count: 60 },
    ],
    [
      'As usual, compared with the last ten. 1 complaint of 300 is too few to judge: complaints above 0.3% are marked from 3 on.',
      {
        sent_count: 300,
        delivery_count: 294,
        bounce_count: 1,
        like_count: 30,
        unsubscribe_count: 1,
        complaint_count: 1,
      },
    ],
    ['Still sending: these numbers change.', { status: 'sending', like_count: 0 }],
    [
      'Paused: not sent to everyone. Act on the bounces above 2% (60 of 1,000, 6.00%).',
      { status: 'paused', bounce_count: 60 },
    ],
    [
      'Not sent to anyone.',
      { sent_count: 0, delivery_count: 0, bounce_count: 0, like_count: 0, unsubscribe_count: 0 },
    ],
    [
      'As usual, compared with the last ten (unknown: deliveries). Ignored invalid counts from the service: delivery_count is 1,200, but 1,000 were sent.',
      { delivery_count: 1200 },
    ],
  ])('it is said in a sentence: %s', (sentence, more) => {
    expect(said(more)).toBe(sentence);
  });

  it('when the emails before it differ as much among themselves, then it is as usual', () => {
    expect(said({ like_count: 70 }, ten(20))).toBe('As usual, compared with the last ten.');
  });

  it('when readers have had no time, then few likes are not unusual, but many are', () => {
    const sent_at = '2026-05-31T12:00:00Z';
    expect(unusualRates(one({ sent_at, like_count: 3 }), ten(), now)).toEqual([]);
    expect(unusualRates(one({ sent_at, like_count: 300 }), ten(), now)).toMatchObject([{ isHigher: true }]);
  });

  it('when there are hardly any before it, then nothing is called usual', () => {
    expect(said({ bounce_count: 60, delivery_count: 900 }, ten().slice(0, 2))).toMatch(
      /^Not enough data: two emails to compare with\. Act on the bounces/,
    );
  });
});

describe('two emails beside each other', () => {
  const text = (first: EmailStatistics, second: EmailStatistics) =>
    comparisonText(first, second, compareEmails(first, second));

  // Two-sided tests of two proportions, computed elsewhere: z = 2.15, p = 0.03; z = 3.09, p = 0.002.
  it.each([
    [130, false],
    [143, true],
  ])('when of 1,000 there are 100 likes and %d, then that is more than chance: %s', (like_count, isMore) => {
    const [first, second] = [one({ like_count: 100 }), one({ like_count })];
    const like = compareEmails(first, second).find(({ rate }) => rate === 'like');
    expect(like).toMatchObject({ first: 0.1, second: like_count / 1000, isSignificant: isMore });
    expect(text(first, second)).toContain(
      isMore ? 'The second had likes higher.' : 'No rate differs by more',
    );
  });

  it('when a count is missing, then that is said, and nothing is compared with it', () => {
    const odd = one({ like_count: undefined as unknown as number });
    expect(text(odd, one())).toContain('Not known of both: likes.');
    expect(text(one({ sent_count: 0 }), one())).not.toContain('No rate differs');
  });
});
