import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type SignalledProcess, Signals } from '../../src/app/signals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listening() {
  const interrupted = new AbortController();
  const kill = vi.fn();
  const host = Object.assign(new EventEmitter(), { pid: 1, kill });
  const signals = new Signals(host as unknown as SignalledProcess, interrupted);
  signals.listen(false);
  return {
    signals,
    kill,
    ctrlC: () => void host.emit('SIGINT', 'SIGINT'),
    isInterrupted: () => interrupted.signal.aborted,
    later: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
  };
}

test('when a command does not end after Ctrl-C, then the process is ended within two seconds', async () => {
  const { ctrlC, kill, later, isInterrupted } = listening();
  ctrlC();
  expect([isInterrupted(), kill.mock.calls.length]).toEqual([true, 0]);
  await later(2);
  expect(kill).toHaveBeenCalledWith(1, 'SIGINT');
});

test('when a refresh token is on its way, then the process is not ended until it is stored, whatever comes', async () => {
  const { signals, ctrlC, kill, later } = listening();
  let store = () => {};
  const refresh = signals.unbroken(new Promise<void>(resolve => (store = resolve)));
  ctrlC();
  await later(4);
  expect(kill).not.toHaveBeenCalled();
  store();
  await refresh;
  await later(0);
  expect(kill).toHaveBeenCalledTimes(1);
});

test('only a third Ctrl-C ends the process before a refresh is stored', async () => {
  const { signals, ctrlC, kill, later } = listening();
  void signals.unbroken(new Promise(() => {}));
  ctrlC();
  ctrlC();
  await later(1);
  expect(kill).not.toHaveBeenCalled();
  ctrlC();
  expect(kill).toHaveBeenCalledTimes(1);
});

test('when a command holds on, then it has all the time it needs, and the second Ctrl-C says its last words', async () => {
  const { signals, ctrlC, kill, later } = listening();
  const lastWords = vi.fn();
  signals.deferExit(lastWords);
  ctrlC();
  await later(600);
  expect([kill.mock.calls.length, lastWords.mock.calls.length]).toEqual([0, 0]);
  ctrlC();
  expect([kill.mock.calls.length, lastWords.mock.calls.length]).toEqual([1, 1]);
});
