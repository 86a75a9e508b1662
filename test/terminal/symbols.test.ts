import { describe, expect, it } from 'vitest';
import { isSpoken, withoutSymbols } from '../../src/terminal/shown-text.ts';
import { progressLines } from '../../src/terminal/stderr.ts';

it.each([
  [{}, false],
  [{ ACCESSIBLE: '1' }, true],
  [{ ACCESSIBLE: 'true' }, true],
  [{ ACCESSIBLE: '' }, false],
  [{ ACCESSIBLE: '0' }, false],
  [{ TERM: 'dumb' }, true],
  [{ TERM: 'xterm-256color' }, false],
] as const)('with %j in the environment, text is for reading aloud: %j', (environment, spoken) => {
  expect(isSpoken(environment)).toBe(spoken);
});

it.each([
  ['✔ Imported 3 subscribers.', 'Imported 3 subscribers.'],
  ['\x1b[32m✔\x1b[39m Sent', '\x1b[32m\x1b[39mSent'],
  ['Email → email', 'Email to email'],
  ['rate ███▏ 31%', 'rate 31%'],
  ['a long na… · “x” –', 'a long na… · “x” –'],
  ['Ærø, 日本', 'Ærø, 日本'],
])('"%s" is read aloud as "%s"', (text, spoken) => {
  expect(withoutSymbols(text)).toBe(spoken);
});

describe('progress for a screen reader', () => {
  it('progress for reading aloud is a line every fifteen seconds', () => {
    const said: string[] = [];
    let seconds = 0;
    const progress = progressLines(
      line => said.push(line),
      'sending',
      undefined,
      () => seconds * 1000,
    );
    for (seconds = 1; seconds <= 31; seconds++) {
      if (seconds === 20) progress.total(3100);
      progress.update(seconds * 100);
    }
    progress.stop();
    expect(said).toEqual(['sending: 1,500', 'sending: 3,000 of 3,100']);
  });
});
