import { describe, expect, it } from 'vitest';
import { screens } from './screens.ts';

describe('lines that are drawn anew', () => {
  it('when they change, then the new ones take the place of the old ones', async () => {
    const { terminal, err } = screens({ person: true, environment: { NO_COLOR: '1' } });
    let text = 'one\ntwo';
    const live = await terminal.live(() => text);
    text = 'three';
    live?.redraw();
    live?.stop();
    expect(err()).toBe('one\ntwo\r\x1b[1A\x1b[Jthree\r\x1b[J');
  });

  it('when something is said meanwhile, then it stands above them', async () => {
    const { terminal, err } = screens({ person: true, environment: { NO_COLOR: '1' } });
    const live = await terminal.live(() => 'now');
    terminal.note('a word');
    live?.stop();
    expect(err()).toBe('now\r\x1b[Ja word\nnow\r\x1b[J');
  });

  it('when the text has control characters, then they do not reach the screen', async () => {
    const { terminal, err } = screens({ person: true });
    (await terminal.live(() => 'a\x1b[2Jb'))?.stop();
    expect(err()).not.toContain('\x1b[2J');
  });

  it.each([{}, { person: true, quiet: true }])('when %j holds, then nothing is drawn', async options => {
    const { terminal, err } = screens(options);
    expect(await terminal.live(() => 'x')).toBeUndefined();
    expect(err()).toBe('');
  });
});
