import { hasColors, paintFor } from './colors.ts';
import { hintForProfile, nextForProfile } from './profile-hint.ts';
import { progressBar, progressLines, silentProgress } from './progress.ts';
import { oneLine } from './sanitize.ts';
import type { MessageStream } from './status-line.ts';
import { drawingOf } from './symbols.ts';
import type { Terminal, TerminalOptions } from './terminal.ts';
import { wrapMessage, wrapScreen } from './wrap.ts';

/** The part of a terminal that writes to stderr. */
export type Messages = Pick<Terminal, 'note' | 'hint' | 'warn' | 'show' | 'tell' | 'paint' | 'progress'>;

export function messagesTo(stream: MessageStream, options: TerminalOptions): Messages {
  const { stderr, environment, quiet, color } = options;
  const paint = paintFor(hasColors(stderr, environment, color));
  const say = (text: string) => {
    if (!quiet) stream.write(text);
  };
  const drawing = drawingOf(environment);
  return {
    paint,
    note: message => say(wrapMessage('', 0, nextForProfile(oneLine(message), options.profile), stderr)),
    show: text => say(text.replace(/\n$/, '')),
    tell(text) {
      const lines = text.replace(/\n$/, '');
      say(stderr.isTTY === true ? wrapScreen(lines, stderr.columns || 80) : lines);
    },
    hint: message =>
      say(
        wrapMessage(`${paint.cyan('hint:')} `, 6, hintForProfile(oneLine(message), options.profile), stderr),
      ),
    warn: message => say(wrapMessage(`${paint.yellow('warning:')} `, 9, oneLine(message), stderr)),
    progress(label, total) {
      if (stderr.isTTY !== true || quiet) return silentProgress;
      return drawing === 'spoken'
        ? progressLines(say, label, total)
        : progressBar(stream, label, total, drawing);
    },
  };
}
