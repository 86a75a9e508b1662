import { describe, expect, it } from 'vitest';
import { emailMetrics, holds } from '../../src/emails/statistics/condition.ts';
import { statisticsOf } from '../../src/emails/statistics/statistics.ts';
import { parseConditions } from '../../src/lib/conditions.ts';
import { anEmail } from './an-email.ts';

const parsed = (text: string) => parseConditions([text], emailMetrics);

const one = statisticsOf(
  anEmail({
    sent_count: 3000,
    delivery_count: 2970,
    complaint_count: 3,
    like_count: null as unknown as number,
  }),
);

describe('a condition', () => {
  it.each([
    ['complaint_rate>0.1%', false],
    ['complaint_rate>=0.1%', true],
    ['complaint_share = 0.1 %', true],
    ['complaint_rate == .1%', true],
    ['complaint_rate!=0.1%', false],
    ['  delivery_rate < 99.5%  ', true],
    ['delivery_rate<=98.99%', false],
    ['DELIVERY_COUNT>2969 and complaint_count<4', true],
    ['delivery_count>2969 && complaint_count>3', false],
    ['sent_count>=3000', true],
    ['like_rate>1%', undefined],
    ['like_count>=0', undefined],
    ['like_rate>1% and complaint_count>3', false],
    ['like_rate>1% and complaint_count>2', undefined],
  ])('when it is %j, then it holds: %s', (text, expected) => {
    expect(parsed(text).map(condition => holds(condition, one))).toEqual([expected]);
  });

  it.each([
    ['', 'column 1: expected a metric such as complaint_rate, but it ends here'],
    ['0.1%', 'column 1: expected a metric such as complaint_rate, not "0.1%"'],
    ['complaints>0.1%', 'unknown metric "complaints" (delivery_rate, delivery_share, '],
    ['complaint_rat>0.1%', 'column 1: unknown metric "complaint_rat": did you mean complaint_rate?'],
    ['  bounce_rtae > 2%', 'column 3: unknown metric "bounce_rtae": did you mean bounce_rate?'],
    ['complaint_rate 0.1%', 'column 16: expected one of > >= < <= = !=, not "0.1%"'],
    ['complaint_rate>', 'column 16: expected a percentage, but it ends here'],
    ['complaint_rate>many', 'column 16: expected a percentage, not "many"'],
    ['complaint_rate>0.1', 'column 16: expected a percentage: 0.1%, or 10% for the fraction'],
    ['complaint_rate>5', 'column 16: expected a percentage: 5%'],
    ['complaint_count>5%', 'column 17: complaint_count is a count: expected a number without %'],
    ['complaint_rate>0.1% or like_rate<1%', 'column 21: expected "and" or the end, not "or"'],
    ['complaint_rate>0.1% and', 'column 24: expected a metric such as complaint_rate, but it ends here'],
    ['😀complaint_rate>1%', '"😀complaint_rate>1%", column 1: expected a metric'],
  ])('when it is %j, then the column of the mistake is named', (text, problem) => {
    expect(() => parsed(text)).toThrow(problem);
  });
});
