import { Writable } from 'node:stream';
import type { SingleBar } from 'cli-progress';
import { grouped } from './numbers.ts';
import { sanitizeLine } from './sanitize.ts';
import type { MessageStream } from './status-line.ts';
import type { Progress } from './terminal.ts';

/** How often the line is redrawn, at most, a second. */
const framesPerSecond = 10;
const barLength = 24;

interface State {
  done: number;
  total: number | undefined;
  detail: string;
}

function lineOf(label: string, { done, total, detail }: State, eta: number): string {
  const tail = detail === '' ? '' : `  ${sanitizeLine(detail)}`;
  if (total === undefined) return `${label}  ${grouped(done)}${tail}`;
  const part = total === 0 ? 1 : Math.min(done / total, 1);
  const full = Math.round(part * barLength);
  const bar = '█'.repeat(full) + '░'.repeat(barLength - full);
  const left = Number.isFinite(eta) && eta > 0 ? `  ${duration(eta)} left` : '';
  const percent = `${Math.floor(part * 100)}%`.padStart(4);
  return `${label}  ${bar} ${percent}  ${grouped(done)}/${grouped(total)}${left}${tail}`;
}

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/**
  stderr as the stream that cli-progress draws on. It saves the cursor's place at the start and returns
 * to it at the end, which would overwrite the messages printed in between: these two are left out.
 */
function canvas(messages: MessageStream): Writable {
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      if (chunk !== '\x1b7' && chunk !== '\x1b8') messages.control(chunk);
      done();
    },
  });
  const { columns } = messages.stream;
  return Object.assign(stream, { isTTY: true, ...(columns ? { columns } : {}) });
}

/** A bar on the last line of a terminal. The library loads meanwhile; what is said before that is kept. */
export function progressBar(messages: MessageStream, label: string, total: number | undefined): Progress {
  const state: State = { done: 0, total, detail: '' };
  let bar: SingleBar | undefined;
  let stopped = false;
  let last = 0;

  const stop = () => {
    stopped = true;
    if (messages.statusLine === line) messages.statusLine = undefined;
    bar?.stop();
    bar = undefined;
  };
  const line = {
    hide: () => messages.control('\r\x1b[K'),
    draw: () => bar?.render(),
    stop,
  };
  // One bar at a time: a new one takes the place of one that was forgotten.
  messages.statusLine?.stop();
  messages.statusLine = line;

  const start = async () => {
    const { SingleBar } = await import('cli-progress');
    if (stopped) return;
    bar = new SingleBar({
      stream: canvas(messages),
      fps: framesPerSecond,
      format: (_options, { eta }) => lineOf(sanitizeLine(label), state, Number(eta)),
      clearOnComplete: true,
      forceRedraw: true,
      linewrap: true,
      synchronousUpdate: false,
      etaBuffer: 5 * framesPerSecond,
    });
    bar.start(state.total ?? 0, state.done);
  };
  // A bar that cannot be loaded is no reason to fail.
  start().catch(stop);

  return {
    update(done, detail) {
      state.done = done;
      if (detail !== undefined) state.detail = detail;
      const now = Date.now();
      if (now - last < 1000 / framesPerSecond) return;
      last = now;
      bar?.update(done);
    },
    total(count) {
      state.total = count;
      bar?.setTotal(count);
    },
    stop,
  };
}

export const silentProgress: Progress = { update() {}, total() {}, stop() {} };
