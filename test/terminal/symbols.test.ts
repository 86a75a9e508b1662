import { describe, expect, it } from 'vitest';
import { drawingOf, plainly } from '../../src/terminal/shown-text.ts';
import { progressLines } from '../../src/terminal/stderr.ts';

describe('what a terminal shows well', () => {
  it.each([
    [{}, 'full'],
    [{ LANG: 'en_US.UTF-8' }, 'full'],
    [{ LANG: 'de_DE.utf8' }, 'full'],
    [{ LANG: 'C' }, 'ascii'],
    [{ LANG: 'de_DE.ISO-8859-1' }, 'ascii'],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'POSIX' }, 'ascii'],
    [{ LANG: 'C', LC_CTYPE: 'C.UTF-8' }, 'full'],
    [{ LC_ALL: '', LANG: 'C.UTF-8' }, 'full'],
    [{ ACCESSIBLE: '1', LANG: 'C' }, 'spoken'],
    [{ ACCESSIBLE: 'true' }, 'spoken'],
    [{ ACCESSIBLE: '' }, 'full'],
    [{ ACCESSIBLE: '0' }, 'full'],
    [{ TERM: 'dumb' }, 'spoken'],
    [{ TERM: 'xterm-256color' }, 'full'],
  ] as const)('when the environment has %j, then it is %s', (environment, drawing) => {
    expect(drawingOf(environment, 'linux')).toBe(drawing);
  });

  it('on Windows the locale is ignored', () => {
    expect(drawingOf({ LANG: 'C' }, 'win32')).toBe('full');
  });
});

describe('symbols', () => {
  it.each([
    ['✔ Imported 3 subscribers.', 'Imported 3 subscribers.', 'Imported 3 subscribers.'],
    ['\x1b[32m✔\x1b[39m Sent', '\x1b[32m\x1b[39mSent', '\x1b[32m\x1b[39mSent'],
    ['Email → email', 'Email -> email', 'Email to email'],
    ['rate ███▏ 31%', 'rate #### 31%', 'rate 31%'],
    ['a long na… · “x” –', 'a long na... - "x" -', 'a long na… · “x” –'],
    ['Ærø, 日本', 'Ærø, 日本', 'Ærø, 日本'],
  ])('"%s" is ASCII, or can be read aloud', (text, ascii, spoken) => {
    expect([plainly(text, 'full'), plainly(text, 'ascii'), plainly(text, 'spoken')]).toEqual([
      text,
      ascii,
      spoken,
    ]);
  });
});

describe('progress for a screen reader', () => {
  it('when time passes, then a line says how far it is, every fifteen seconds', () => {
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
