import { stripVTControlCharacters } from 'node:util';
import { cleanMessage } from './colors.ts';
import { widthOf } from './formats/measure.ts';
import type { Screen } from './status-line.ts';
import type { Live } from './terminal.ts';

/** Milliseconds between two drawings: often enough for a clock to look like one. */
const beat = 250;

/**
 * Some lines at the bottom of a terminal that are drawn anew as time goes by; messages scroll past above them.
 *
 * @param make the lines as they are now, none wider than the screen
 */
export function liveView(screen: Screen, make: () => string): Live {
  let shown: readonly string[] = [];
  const view = {
    hide() {
      if (shown.length === 0) return;
      // A terminal that was made narrower since has broken the lines.
      const columns = screen.stream.columns || Number.POSITIVE_INFINITY;
      const rows = shown.reduce(
        (sum, line) => sum + Math.max(1, Math.ceil(widthOf(stripVTControlCharacters(line)) / columns)),
        0,
      );
      screen.control(`\r${rows > 1 ? `\x1b[${rows - 1}A` : ''}\x1b[J`);
      shown = [];
    },
    draw() {
      const lines = cleanMessage(make()).split('\n');
      view.hide();
      screen.control(lines.join('\n'));
      shown = lines;
    },
    stop() {
      clearInterval(timer);
      if (screen.bottom !== view) return;
      view.hide();
      screen.bottom = undefined;
    },
  };
  screen.bottom?.stop();
  screen.bottom = view;
  const timer = setInterval(() => view.draw(), beat);
  timer.unref();
  view.draw();
  return { redraw: () => screen.bottom === view && view.draw(), stop: () => view.stop() };
}
