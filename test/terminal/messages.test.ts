import { describe, expect, it } from 'vitest';
import { casesOfKind } from '../support/cases.ts';
import { screens } from './screens.ts';

const esc = '\x1b';
const tokens = new RegExp(`${esc}\\[[?\\d;]*[a-zA-Z]|${esc}.|[^]`, 'gu');

/** What a terminal shows after it was sent `text`: enough of one for a line that is redrawn. */
function shown(text: string): string {
  const lines = [''];
  let column = 0;
  for (const [token] of text.matchAll(tokens)) {
    const line = lines.at(-1) ?? '';
    if (token === '\n') {
      lines.push('');
      column = 0;
    } else if (token === '\r' || token === '\x1b[1G') column = 0;
    else if (token === '\x1b[K' || token === '\x1b[0K') lines[lines.length - 1] = line.slice(0, column);
    else if (token === '\x1b[2K') lines[lines.length - 1] = '';
    else if (token.startsWith('\x1b')) throw new Error(`unexpected sequence ${JSON.stringify(token)}`);
    else {
      lines[lines.length - 1] = line.slice(0, column).padEnd(column) + token + line.slice(column + 1);
      column++;
    }
  }
  return lines.join('\n');
}

const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise(resolve => setTimeout(resolve, 5));
};

describe('messages', () => {
  it.each(casesOfKind<[note: string, said: string]>(new URL('named-profile.tsv', import.meta.url), 'note'))(
    'the command in "%s" names the profile that was named',
    (note, said) => {
      const { terminal, err } = screens({ profile: 'acme' });
      terminal.note(note);
      expect(err()).toBe(`${said}\n`);
    },
  );

  it('notes, hints and warnings are whole lines on stderr alone', () => {
    const { terminal, out, err } = screens();
    terminal.note('3 groups');
    terminal.hint('newsletter groups get <id>');
    terminal.warn('an old file');
    terminal.show('a\n b\n');
    expect(err()).toBe('3 groups\nhint: newsletter groups get <id>\nwarning: an old file\na\n b\n');
    expect(out()).toBe('');
  });

  it('a terminal wraps long lines at words, a pipe does not', () => {
    const text =
      '  12  suppressed    must not be emailed: Status: unsubscribed 12\n    a reason that is long: and its end\n  12  as  (a_file_of_a_very_long_name.csv:8129)';
    const { terminal, err } = screens({ person: true, color: false, stderrColumns: 40 });
    terminal.tell(text);
    expect(err().replaceAll('\r\n', '\n')).toBe(
      [
        '  12  suppressed    must not be emailed:',
        '                    Status: unsubscribed',
        '                    12',
        '    a reason that is long: and its end',
        '  12  as',
        '    (a_file_of_a_very_long_name.csv:8129)',
        '',
      ].join('\n'),
    );
    const pipe = screens();
    pipe.terminal.tell(text);
    expect(pipe.err()).toBe(`${text}\n`);
  });

  it('flags at the end of a note stay on a line with their values', () => {
    const { terminal, err } = screens({ person: true, color: false, stderrColumns: 40 });
    terminal.note(
      "the same answers as flags here: --map 'Town of birth=tags' --risky disposable_domain=keep",
    );
    expect(err().split(/\r?\n/)).toEqual([
      'the same answers as flags here:',
      "--map 'Town of birth=tags'",
      '--risky disposable_domain=keep',
      '',
    ]);
  });

  it('--quiet keeps stderr empty', () => {
    const { terminal, err } = screens({ quiet: true, person: true });
    terminal.note('a');
    terminal.hint('b');
    terminal.warn('c');
    terminal.show('d');
    terminal.progress('e', 3).update(1);
    expect(err()).toBe('');
  });

  it.each([
    ['a terminal', { person: true }, true],
    ['a pipe', {}, false],
    ['--no-color', { person: true, color: false, environment: { FORCE_COLOR: '1' } }, false],
    ['NO_COLOR', { person: true, environment: { NO_COLOR: '1' } }, false],
    ['an empty NO_COLOR', { person: true, environment: { NO_COLOR: '' } }, true],
    ['TERM=dumb', { person: true, environment: { TERM: 'dumb' } }, false],
    ['FORCE_COLOR in a pipe', { environment: { FORCE_COLOR: '1' } }, true],
    ['FORCE_COLOR=0', { person: true, environment: { FORCE_COLOR: '0' } }, false],
    ['FORCE_COLOR and NO_COLOR', { environment: { FORCE_COLOR: '1', NO_COLOR: '1' } }, true],
  ])('colours of stderr with %s', (_, options, coloured) => {
    const { terminal, err } = screens(options);
    terminal.note(terminal.paint.green('ok'));
    expect(err()).toBe(coloured ? '\x1b[32mok\x1b[39m\n' : 'ok\n');
  });

  it('data in a pipe has no colours, though stderr is a terminal', async () => {
    const { terminal, out } = screens({ person: true, format: 'table' });
    await terminal.list([{ status: 'active' }], { plural: 'things', columns: ['status'] });
    expect(out()).toBe('status\nactive\n');
  });
});

describe('progress', () => {
  it('nothing is drawn on a dumb terminal or in a pipe', () => {
    for (const options of [{}, { person: true, environment: { TERM: 'dumb' } }]) {
      const { terminal, err } = screens(options);
      const progress = terminal.progress('uploading', 10);
      progress.update(5, 'row 5');
      progress.total(20);
      progress.stop();
      expect(err()).toBe('');
    }
  });

  it('the progress bar shows how far, below messages', async () => {
    const { terminal, err } = screens({ person: true, color: false });
    const progress = terminal.progress('uploading');
    progress.total(10_000);
    progress.update(2500, 'batch\x1b[2J 3');
    await until(() => err().includes('2,500/10,000'));
    expect(shown(err())).toMatch(/^uploading {2}█{6}░{18} {2}25% {2}2,500\/10,000.* {2}batch␛\[2J 3$/);
    terminal.warn('row 7 has no address');
    expect(shown(err())).toMatch(/^warning: row 7 has no address\nuploading .*$/);
    progress.stop();
    terminal.note('done');
    expect(shown(err())).toBe('warning: row 7 has no address\ndone\n');
  });

  it('a progress line that is too long for the terminal has its label cut', async () => {
    const { terminal, err } = screens({ person: true, color: false });
    const progress = terminal.progress('Twelve bridges before breakfast, and what came after them', 10_000);
    progress.update(2500, 'sending, 52 bounced');
    await until(() => err().includes('bounced'));
    expect(shown(err())).toMatch(
      /^Twelve .*… {2}█{6}░{18} {2}25% {2}2,500\/10,000.* {2}sending, 52 bounced$/,
    );
    expect(shown(err()).length).toBeLessThan(80);
    progress.stop();
  });

  it('progress without a total shows the count', async () => {
    const { terminal, err } = screens({ person: true });
    const progress = terminal.progress('reading');
    progress.update(1234);
    await until(() => err().includes('1,234'));
    progress.stop();
    expect(shown(err())).toBe('');
  });

  it('the progress bar estimates the time left', async () => {
    const { terminal, err } = screens({ person: true });
    const progress = terminal.progress('uploading', 1000);
    progress.update(1);
    await until(() => err().includes('1/1,000'));
    expect(err()).not.toContain('left');
    progress.update(3);
    await until(() => /3\/1,000 {2}[\d.]+ (s|min|h) left/.test(err()));
    progress.stop();
  });

  it('a progress bar that is stopped at once is never drawn', async () => {
    const { terminal, err } = screens({ person: true });
    terminal.progress('quick', 1).stop();
    await import('cli-progress');
    await new Promise(resolve => setImmediate(resolve));
    expect(err()).toBe('');
  });
});

describe('questions', () => {
  it('without a terminal, a question is a failure that names the flag', async () => {
    for (const options of [{}, { person: true, input: false }]) {
      const { terminal, err } = screens(options);
      expect(terminal.interactive).toBe(false);
      await expect(terminal.confirm('Send it to 12 people?', '--yes')).rejects.toMatchObject({
        code: 'confirmation_needed',
        message: 'confirmation required: Send it to 12 people?',
        hint: 'if a person agrees: newsletter emails send 7 --yes -- x',
      });
      await expect(terminal.secret('API key', 'NEWSLETTER_API_KEY')).rejects.toMatchObject({
        code: 'confirmation_needed',
        hint: 'use NEWSLETTER_API_KEY',
      });
      expect(err()).toBe('');
    }
  });

  it('--yes answers yes, on a terminal or not', async () => {
    expect(await screens({ yes: true }).terminal.confirm('Send it?', '--yes')).toBe(true);
  });
});
