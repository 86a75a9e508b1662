/** The redirected address, pasted into the terminal: for browsers that cannot reach this machine. */
import { createInterface } from 'node:readline';

/**
 * Reads what was pasted: the whole redirected address, its query, or `<code> <state>`.
 * @returns the parameters when they carry the right state; else why not, for the person
 */
export function parsePastedCallback(line: string, state: string): URLSearchParams | string {
  const text = line.trim();
  const parameters = URL.canParse(text) && text.includes('?') ? new URL(text).searchParams : fromParts(text);
  const states = parameters.getAll('state');
  if (states.length !== 1 || !(parameters.has('code') || parameters.has('error'))) {
    return 'that is not it: paste the whole address that the browser ended on, with its code and state';
  }
  if (states[0] !== state) return 'that address belongs to another sign-in (its state differs)';
  return parameters;
}

function fromParts(text: string): URLSearchParams {
  const words = text.split(/\s+/);
  const [code, state] = words;
  if (words.length === 2 && !text.includes('=')) {
    return new URLSearchParams({ code: code ?? '', state: state ?? '' });
  }
  return new URLSearchParams(words.join('&').replace(/^\?/, ''));
}

export interface PastedCallback {
  readonly answer: Promise<URLSearchParams>;
  stop(): void;
}

/**
 * Waits for an answer to be pasted. The end of stdin is no answer.
 * @param complain told why a line was not taken
 */
export function waitForPastedCallback(
  stdin: NodeJS.ReadStream,
  state: string,
  complain: (why: string) => void,
): PastedCallback {
  const lines = createInterface({ input: stdin, terminal: false });
  const answer = new Promise<URLSearchParams>(resolve => {
    lines.on('line', line => {
      if (line.trim() === '') return;
      const read = parsePastedCallback(line, state);
      if (typeof read === 'string') complain(read);
      else resolve(read);
    });
  });
  return {
    answer,
    stop() {
      lines.close();
      stdin.pause();
    },
  };
}
