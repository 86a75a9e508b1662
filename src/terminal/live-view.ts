import { stripVTControlCharacters } from 'node:util';
import { sanitizeMessage } from './colors.ts';
import { widthOf } from './formats/measure.ts';
import type { MessageStream } from './status-line.ts';
import type { LiveView } from './terminal.ts';

/** Milliseconds; short enough for a running clock. */
const redrawInterval = 250;

/**
 * Some lines at the bottom of a terminal that are redrawn as time passes; messages scroll by above them.
 *
 * @param make returns the current lines, none wider than the terminal
 */
export function liveView(messages: MessageStream, make: () => string): LiveView {
  let shown: readonly string[] = [];
  const view = {
    hide() {
      if (shown.length === 0) return;
      // A terminal that became narrower since then has wrapped the lines.
      const columns = messages.stream.columns || Number.POSITIVE_INFINITY;
      const rows = shown.reduce(
        (sum, line) => sum + Math.max(1, Math.ceil(widthOf(stripVTControlCharacters(line)) / columns)),
        0,
      );
      messages.control(`\r${rows > 1 ? `\x1b[${rows - 1}A` : ''}\x1b[J`);
      shown = [];
    },
    draw() {
      const lines = sanitizeMessage(make()).split('\n');
      view.hide();
      messages.control(lines.join('\n'));
      shown = lines;
    },
    stop() {
      clearInterval(timer);
      if (messages.statusLine !== view) return;
      view.hide();
      messages.statusLine = undefined;
    },
  };
  messages.statusLine?.stop();
  messages.statusLine = view;
  const timer = setInterval(() => view.draw(), redrawInterval);
  timer.unref();
  view.draw();
  return { redraw: () => messages.statusLine === view && view.draw(), stop: () => view.stop() };
}
