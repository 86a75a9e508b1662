/** How long requests wait, on a clock that is moved in place of waiting. */
import { expect, it } from 'vitest';
import { testClock } from '../support/clock.ts';
import { failureOf } from '../support/failure.ts';
import { json, service, text } from '../support/service.ts';
import { accountRecord, api } from './api.ts';

it('when the service asks for a wait, then that long is waited', async () => {
  const { url } = await service(text('', 429, { 'retry-after': '200' }), json(accountRecord));
  const clock = testClock();
  await api(url, { clock }).call('getAccount', {});
  expect(clock.waits).toEqual([200_000]);
});

it('when the waits would be longer than allowed in all, then there is no further one', async () => {
  const { url, seen } = await service(text('', 503, { 'retry-after': '120' }));
  const clock = testClock();
  const failure = await failureOf(api(url, { clock, retries: 9, maxWait: 300 }).call('getAccount', {}));
  expect(failure).toMatchObject({ code: 'service_failing', hint: expect.stringContaining('--max-wait') });
  expect({ waits: clock.waits, requests: seen.length }).toEqual({ waits: [120_000, 120_000], requests: 3 });
});

it('when there is a rate, then requests leave that far from each other, retries included', async () => {
  const { url } = await service(json(accountRecord));
  const clock = testClock();
  const client = api(url, { clock, rate: 4 });
  await Promise.all([1, 2, 3].map(() => client.call('getAccount', {})));
  expect(clock.waits).toEqual([250, 500]);
});
