import { expect, test } from 'vitest';
import { Failure } from '../../src/lib/failure.ts';
import { failureOf } from '../support/failure.ts';
import { json, service, text } from '../support/service.ts';
import { accountRecord, api } from './api.ts';

test('when Ctrl-C comes during a wait, then the wait ends at once', async () => {
  const { url } = await service(text('', 429, { 'retry-after': '200' }));
  const controller = new AbortController();
  const onWait = () => controller.abort();
  const failure = await failureOf(api(url, { signal: controller.signal, onWait }).call('getAccount', {}));
  expect(failure).toMatchObject({ code: 'interrupted', exit: 130 });
});

test('when Ctrl-C comes during a request, then it ends, and says that the outcome is open', async () => {
  const controller = new AbortController();
  const { url, seen } = await service(() => controller.abort());
  const failure = await failureOf(api(url, { signal: controller.signal }).call('sendEmail', { id: '7' }));
  expect(failure).toMatchObject({
    code: 'interrupted',
    details: ['POST /v1/emails/7/send may or may not have been carried out'],
  });
  expect(seen).toHaveLength(1);
});

test('when Ctrl-C came before, then nothing is sent', async () => {
  const { url, seen } = await service(json(accountRecord));
  const failure = await failureOf(api(url, { signal: AbortSignal.abort() }).call('getAccount', {}));
  expect(failure.code).toBe('interrupted');
  expect(seen).toHaveLength(0);
});

test('when the caller gives up with a failure of its own, then that is the failure', async () => {
  const controller = new AbortController();
  const own = new Failure('partly_done', 'enough');
  const { url } = await service(() => controller.abort(own));
  expect(await failureOf(api(url).call('getAccount', {}, { signal: controller.signal }))).toBe(own);
});

test('when the API is closed, then requests under way end', async () => {
  const { url } = await service(() => void client.close());
  const client = api(url);
  expect((await failureOf(client.call('getAccount', {}))).code).toBe('interrupted');
});

test('when many requests run at once, then Node has nothing to warn of', async () => {
  const { url } = await service(json(accountRecord));
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const client = api(url, { signal: new AbortController().signal });
  await Promise.all(Array.from({ length: 30 }, () => client.call('getAccount', {})));
  await new Promise(resolve => setImmediate(resolve));
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
