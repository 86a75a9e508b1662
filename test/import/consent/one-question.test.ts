import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { account, down, lines } from '../account.ts';

const question = 'Which values mean "do not email"? Rows with these values are left out.';

/** Imports at a terminal of 80 columns and 24 lines. */
async function atTerminal(
  files: Readonly<Record<string, string>>,
  more: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const here = await account();
  for (const [name, content] of Object.entries(files)) here.write(name, content);
  const importing = (words: readonly string[]) =>
    here.atTerminal(['import', ...Object.keys(files), ...words], { env });
  return { ...here, importing, typing: importing(more) };
}

/** The last drawing of the question, line by line. */
function drawn(screen: string): string[] {
  const plain = stripVTControlCharacters(screen);
  return plain.slice(plain.lastIndexOf(question)).trimEnd().split(/\r?\n/);
}

/** The numbers of the values that match. */
const numbersOf = (screen: string, values: RegExp) =>
  drawn(screen)
    .flatMap(line => (values.test(line) ? (/^ +(\d+) {2}/.exec(line)?.[1] ?? []) : []))
    .join(' ');

const people = (letter: string, header: string, ...rows: readonly string[]) =>
  lines(`Email,First name,${header}`, ...rows.map((cells, n) => `${letter}${n}@x.org,Ann,${cells}`));

describe('columns in doubt, on a terminal', () => {
  const files = {
    'a.csv': people('a', 'Mailing,Newsletter', 'gesperrt,weg', 'frei,da', 'frei,da', 'frei,weg'),
    'b.csv': people('b', 'Mailing,Newsletter', 'gesperrt,subscribed', 'frei,unsubscribed', 'frei,subscribed'),
  };

  test('of several files stand on one screen, each once, with values and counts', async () => {
    const { typing, emails } = await atTerminal(files);
    await typing.said(/0: none of these/);
    const screen = drawn(typing.screen());
    expect(screen.slice(0, 8)).toEqual([
      question,
      'Mailing (a.csv, b.csv)',
      expect.stringMatching(/^ {3}1 {2}gesperrt {2}2( {2}\(proposed\))?$/),
      expect.stringMatching(/^ {3}2 {2}frei {6}5$/),
      'a.csv:Newsletter',
      expect.stringMatching(/^ {3}3 {2}(weg|da) +2/),
      expect.stringMatching(/^ {3}4 {2}(weg|da) +2/),
      expect.stringMatching(/^\? Numbers, such as 1 3 \(0: none of these is about it; Enter: [\d ]+\)/),
    ]);
    typing.type('\r');
    await typing.said(/the same answers? as/);
    await typing.said(/Import \d+ subscribers into /);
    typing.type(`${down}\r`);
    // The Newsletter of a.csv was answered, that of b.csv was understood.
    expect((await typing.ended).stderr).not.toMatch(/same answers? as[^\n]*--opt-out-value Newsletter/);
    // What a file says clearly is not asked, and stays.
    expect(await emails()).not.toContain('b1@x.org');
  });

  test('the values that are typed leave people out, and their flags are printed', async () => {
    const one = { 'a.csv': people('a', 'Kontakt', 'per Post', 'per Mail', 'gar nicht', 'per Mail', '') };
    const { typing, emails } = await atTerminal(one);
    await typing.said(/0: none of these/);
    typing.type(`${numbersOf(typing.screen(), /gar nicht|empty/)}\r`);
    await typing.said(
      /Import 3 subscribers into [^?]+\? 2 rows left out,\s+1\s+of\s+them\s+since\s+"Kontakt"/,
    );
    typing.type(`${down}\r`);
    const { stderr } = await typing.ended;
    const flags = stripVTControlCharacters(stderr).replaceAll(/\s+/g, ' ');
    expect(flags).toContain("--opt-out-value 'Kontakt=gar nicht'");
    expect(flags).toContain('--opt-out-value Kontakt=');
    expect(await emails()).toEqual(['a0@x.org', 'a1@x.org', 'a3@x.org']);
  });

  test('0 says of all that none is about it', async () => {
    const { typing, emails } = await atTerminal(files);
    await typing.said(/0: none of these/);
    typing.type('0\r');
    await typing.said(/--map Mailing=skip --map a\.csv:Newsletter=skip/);
    await typing.said(/Import 6 subscribers into [^?]+\? 1 row left out/);
    typing.type(`${down}\r`);
    await typing.ended;
    expect(await emails()).toHaveLength(6);
  });

  test('many values and columns fit in 80 columns', async () => {
    const words = [
      'ok',
      'lieber nicht',
      'nur im Mai',
      'monatlich bitte',
      'stopp',
      'nie',
      'vielleicht',
      'fragt',
    ];
    const names = ['Newsletter', 'Newsletter A', 'Newsletter B', 'Newsletter C'];
    const rows = [...words, ...words, ...words].map(word => names.map(() => word).join());
    const { typing } = await atTerminal({ 'a.csv': people('a', names.join(), ...rows) });
    await typing.said(/0: none of these/);
    const screen = drawn(typing.screen());
    for (const line of screen) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(screen.join('\n')).toMatch(/any value but "no" +21/);
    typing.type('\x03');
    expect((await typing.ended).status).toBe(130);
  });

  test.each([{ ACCESSIBLE: '1' }, { TERM: 'dumb' }])(
    'values have numbers where nothing can be drawn (%o)',
    async env => {
      const one = { 'a.csv': people('a', 'Kontakt', 'per Post', 'per Mail', 'gar nicht') };
      const { typing, emails } = await atTerminal(one, [], env);
      await typing.said(/Numbers, such as 1 3 \(0: none of these is about it.*\):/);
      expect(typing.screen()).not.toContain('\x1b');
      const at = /(\d) {2}gar nicht/.exec(typing.screen())?.[1] ?? '';
      typing.type('9\n');
      await typing.said(/Numbers[^:]*:[^:]*:[\s\S]*Numbers/);
      typing.type(`${at}\n`);
      await typing.said(/Import 2 subscribers into [\s\S]*Number/);
      typing.type('2\n');
      await typing.ended;
      expect(await emails()).toEqual(['a0@x.org', 'a1@x.org']);
    },
  );

  test('saved answers keep the next import from asking', async () => {
    const { typing, importing, write } = await atTerminal(files, ['--save-mapping', 'm.json']);
    await typing.said(/0: none of these/);
    typing.type('0\r');
    await typing.said(/Import 6 subscribers into /);
    typing.type(`${down}\r`);
    await typing.ended;
    write('a.csv', people('c', 'Mailing,Newsletter', 'gesperrt,weg', 'frei,da'));
    const next = importing(['--mapping', 'm.json', '--yes']);
    const { stderr } = await next.ended;
    expect(stderr).not.toContain('do not email');
    expect(stderr).toContain('Imported 2 subscribers');
  });
});

describe('--review', () => {
  const rows = ['none,socio', 'vegan,baja', ...Array.from({ length: 6 }, () => 'none,socio')];
  const one = { 'a.csv': people('a', 'Diet,Estado,Note', ...rows.map((cells, n) => `${cells},n${n}`)) };

  test('asks about columns that are not used, too', async () => {
    const { typing, emails } = await atTerminal(one, ['--review']);
    await typing.said(/0: none of these/);
    const screen = drawn(typing.screen());
    expect(screen.join('\n')).toMatch(/^Diet$[\s\S]*^Estado$/m);
    expect(screen.join('\n')).not.toMatch(/^Note|\(proposed\)/m);
    typing.type(`${numbersOf(typing.screen(), /baja/)}\r`);
    await typing.said(/Import 7 subscribers into [^?]+\? 1 row left out/);
    typing.type(`${down}\r`);
    await typing.ended;
    expect(await emails()).not.toContain('a1@x.org');
  });

  test('stops with a line that answers where nobody can be asked', async () => {
    const { write, run, posts } = await account();
    write('a.csv', one['a.csv']);
    const { status, stderr } = await run(['import', 'a.csv', '--review']);
    expect(status).toBe(2);
    expect(stderr).toContain('Diet: "none" (7), "vegan" (1)');
    expect(stderr).toContain('--map Diet=skip --map Estado=skip');
    expect(posts()).toBe(0);
    const answered = await run([
      'import',
      'a.csv',
      '--review',
      '--map',
      'Diet=skip',
      '--opt-out-value',
      'Estado=baja',
      '--allow-rejects',
    ]);
    expect(answered.status, answered.stderr).toBe(0);
    expect(answered.stderr).toContain('Imported 7 subscribers');
  });
});
