import { describe, expect, it } from 'vitest';
import type { Email } from '../../src/contract/index.ts';
import { statisticsOf, verdict } from '../../src/emails/statistics/statistics.ts';
import { anEmail } from './an-email.ts';

const usual = { delivery_count: 980, bounce_count: 5, like_count: 100, unsubscribe_count: 4 };
const few = { sent_count: 300, delivery_count: 294, bounce_count: 1, like_count: 30, unsubscribe_count: 1 };
const none = { sent_count: 0, delivery_count: 0, bounce_count: 0, like_count: 0, unsubscribe_count: 0 };

describe('what is said of an email besides its numbers', () => {
  it.each<[string, Partial<Email>]>([
    ['', {}],
    ['Act on the bounces above 2% (60 of 1,000, 6.00%).', { delivery_count: 920, bounce_count: 60 }],
    [
      'Too few to judge: complaints above 0.3% (1 of 300, 0.33%) are marked from 3 on.',
      { ...few, complaint_count: 1 },
    ],
    ['Still sending: these numbers change.', { status: 'sending', like_count: 0 }],
    [
      'Paused: not sent to everyone. Act on the bounces above 2% (60 of 1,000, 6.00%).',
      { status: 'paused', bounce_count: 60 },
    ],
    ['Not sent to anyone.', none],
  ])('"%s"', (sentences, more) => {
    expect(verdict(statisticsOf(anEmail({ ...usual, ...more })))).toBe(sentences);
  });
});
