import { describe, expect, it } from 'vitest';
import type { Email } from '../../src/contract/index.ts';
import { clockTime, progressView, SendRate } from '../../src/emails/send/progress-view.ts';
import { Failure } from '../../src/lib/failure.ts';
import { paintFor } from '../../src/terminal/colors.ts';
import { anEmail } from './an-email.ts';

const sending = anEmail({
  status: 'sending',
  subject: 'Twelve bridges before breakfast',
  sent_count: 2400,
  delivery_count: 2310,
  bounce_count: 90,
});

const seen = (width: number, more: object = {}, email: Email = sending) =>
  progressView(
    { email, next: 13_500, failure: undefined, recipients: 4800, begin: 0, speed: 480, maxWait: 60, ...more },
    12_000,
    { width, paint: paintFor(false) },
  ).split('\n');

describe('an email on its way', () => {
  it('when the screen has 80 columns, then a bar, counts, rates, speed and times are seen', () => {
    expect(seen(80).slice(1)).toEqual([
      `${'█'.repeat(19)}▒${'░'.repeat(20)}  50%  2,400 of 4,800`,
      'delivered 2,310 (96.3%)  bounced 90 (3.75% !!)',
      'bounces above 2%: providers may block the sender',
      '480 a second  about 0:05 left  next check in 2 s',
    ]);
    expect(seen(80)[0]).toMatch(/^. sending {2}0:12 {2}Twelve bridges before breakfast$/);
  });

  it.each([20, 40, 80, 140])('when the screen has %d columns, then no line is wider', width => {
    const failure = new Failure('connection_refused', 'connection refused 127.0.0.1:9101');
    for (const line of seen(width, { failure })) expect([...line].length, line).toBeLessThan(width);
  });

  it('when the size of the group is not known, then there is no bar', () => {
    expect(seen(80, { recipients: null }).join()).not.toMatch(/[█░]| of | left/);
  });

  it('when the service does not answer, then that is said, and for how long it is asked', () => {
    const failure = new Failure('timeout', 'no answer in 30 s');
    expect(seen(80, { failure }).at(-1)).toContain('no answer in 30 s  retrying for up to 60 s');
  });
});

describe('times and speeds', () => {
  it.each([
    [0, '0:00'],
    [61_999, '1:01'],
    [3_600_000, '1:00:00'],
  ])('when %d milliseconds have gone, then the clock says %s', (time, said) => {
    expect(clockTime(time)).toBe(said);
  });

  it('when nothing happened at first, then the speed is that of what came after', () => {
    const rate = new SendRate();
    for (const [at, count] of [
      [0, 0],
      [5000, 0],
      [6000, 0],
      [7000, 300],
    ] as const)
      rate.add(anEmail({ delivery_count: count }), at);
    expect(rate.perSecond).toBe(300);
  });
});
