import { expect, test } from 'vitest';
import { needs } from '../../support/needs.ts';
import { onTerminal } from '../../support/pseudo-terminal.ts';
import { account } from '../account.ts';

const row = (n: number, quote: string) => `person.${n}@mail.example.org,Ann,${quote}joined in ${n}\n`;
const rowsOf = (quote: string) => Array.from({ length: 330_000 }, (_, n) => row(n, quote)).join('');

needs('script').describe('16 MB behind quotes that are never closed', () => {
  test.each([
    ['in every row', `email,name,note\n${rowsOf('"')}`, /checking[^\r]* [1-9]\d?%/],
    [
      'in the first row',
      `email,name,note\na@mail.example.org,Ann,"open\n${rowsOf('')}`,
      /checking[^\r]* 100%/,
    ],
  ])('when one stands %s, then Ctrl-C ends the reading', async (_, content, progress) => {
    const { write, settings, folder, env, posts } = await account();
    write('open.csv', content);
    const typing = onTerminal('import open.csv', {
      env: { ...env, NEWSLETTER_CONFIG_DIR: settings },
      cwd: folder,
    });
    await typing.shows(progress);
    typing.type('\x03');
    expect(await typing.ended).toContain('exit 130');
    expect(posts()).toBe(0);
  });
});
