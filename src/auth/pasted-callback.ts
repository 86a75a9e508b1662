/** The redirect URL, pasted into the terminal: for browsers that cannot reach the callback server. */
import { createInterface } from 'node:readline';

/**
 * Parses a pasted callback: the redirect URL, its query, or `<code> <state>`.
 *
 * @param state that of the authorization request
 * @returns the query when it has this state; otherwise what is wrong, to be shown
 */
export function parsePastedCallback(line: string, state: string): URLSearchParams | string {
  const text = line.trim();
  const isUrl = URL.canParse(text) && text.includes('?');
  const parameters = isUrl ? new URL(text).searchParams : parseQuery(text);
  const states = parameters.getAll('state');
  if (states.length !== 1 || !(parameters.has('code') || parameters.has('error'))) {
    return 'That is not the redirect URL: paste the whole URL that the browser was redirected to, with code and state';
  }
  if (states[0] !== state) return 'that URL belongs to another sign-in (its state differs)';
  return parameters;
}

function parseQuery(text: string): URLSearchParams {
  const words = text.split(/\s+/);
  const [code = '', state = ''] = words;
  if (words.length === 2 && !text.includes('=')) return new URLSearchParams({ code, state });
  return new URLSearchParams(words.join('&').replace(/^\?/, ''));
}

export interface PastedCallback {
  /** The query of the first valid callback; never settles when stdin ends before. */
  readonly parameters: Promise<URLSearchParams>;
  /** Stops reading stdin. */
  stop(): void;
}

/**
 * Reads lines from stdin until a callback is pasted.
 *
 * @param state that of the authorization request
 * @param complain shows why a line is not a callback
 */
export function waitForPastedCallback(
  stdin: NodeJS.ReadStream,
  state: string,
  complain: (why: string) => void,
): PastedCallback {
  const lines = createInterface({ input: stdin, terminal: false });
  const parameters = new Promise<URLSearchParams>(resolve => {
    lines.on('line', line => {
      if (line.trim() === '') return;
      const parsed = parsePastedCallback(line, state);
      if (typeof parsed === 'string') complain(parsed);
      else resolve(parsed);
    });
  });
  return {
    parameters,
    stop() {
      lines.close();
      stdin.pause();
    },
  };
}
