import { describe, expect, it } from 'vitest';
import type { Group } from '../../src/contract/index.ts';
import { previousSend } from '../../src/emails/send/previous-send.ts';
import { parseExpectedRecipients, recipientProblem } from '../../src/emails/send/recipient-limits.ts';
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
    expect('around' in parsed && parsed.around(1200)).toMatchObject({ from, to, text });
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

describe('a group of the wrong size', () => {
  const limits = { most: 1000, expected: undefined };
  it.each([
    [1, undefined],
    [1000, undefined],
    [1001, 'its group "Readers" has 1,001 subscribers, more than --max-recipients 1000'],
    [0, 'its group "Readers" has no subscribers'],
    [undefined, 'unknown number of subscribers in its group "Readers"'],
    ['many', 'unknown number of subscribers in its group "Readers"'],
    [Number.POSITIVE_INFINITY, 'unknown number of subscribers in its group "Readers"'],
    [0.5, 'unknown number of subscribers in its group "Readers"'],
  ])('when it has %j subscribers, then the problem is %j', (subscribers_count, problem) => {
    const group = { name: 'Readers', subscribers_count } as unknown as Group;
    expect(recipientProblem(group, limits)).toBe(problem);
  });
});

describe('the previous send of a group', () => {
  const group = { id: 'g1', name: 'Readers' } as unknown as Group;
  it('when several emails were sent to it, then it is the latest', () => {
    const may = anEmail({ id: 'may', sent_at: '2026-05-01T08:00:00Z', sent_count: 1242 });
    const june = anEmail({ id: 'june', sent_at: '2026-06-01T10:00:00+02:00', sent_count: 1250 });
    expect(previousSend([june, may], group)).toMatchObject({ id: 'june', sent_count: 1250 });
    const undated = anEmail({ id: 'july', sent_at: null, completed_at: '2026-07-01T08:00:00Z' });
    expect(previousSend([june, undated, may], group).id).toBe('july');
  });

  it.each([
    ['none was sent', [], 'no earlier email was sent to the group "Readers"'],
    [
      'one has no time',
      [anEmail({}), anEmail({ id: 'x', sent_at: null })],
      'does not say when email x was sent',
    ],
    ['its count is missing', [anEmail({ sent_count: null as never })], 'does not say how many got email one'],
    ['its count is negative', [anEmail({ sent_count: -1 })], 'does not say how many got email one'],
  ])('when %s, then nothing is sent, and it says why', (_, sent, said) => {
    expect(() => previousSend(sent, group)).toThrow(said);
    expect(() => previousSend(sent, group)).toThrow(/^nothing was sent: --expect-recipients last is unknown/);
  });
});
