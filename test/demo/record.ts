/**
 * `npm run picture`: records docs/session.svg, an animated picture of a real session. A shell runs on a pseudo terminal beside
 * the sandbox, and a terminal emulator says what its screen shows at each moment.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import xterm from '@xterm/headless';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { project } from '../support/pages.ts';
import { program } from '../support/process.ts';
import { onTerminal } from '../support/pseudo-terminal.ts';
import { type Moment, moving, type Row } from './moving-picture.ts';

const size = { columns: 84, rows: 30 };
/** What is typed, and what the screen shows once it is done. */
const session = [
  { keys: ['newsletter import people.csv', '\r'], done: /❯ / },
  { keys: ['\x1b[B', '\r'], done: /left-out\.csv[\s\S]*\$ $/ },
];
const people = `node ${join(project, 'test/demo/people.js')} 10000`;
const prepare = `${people} | sed -e '1s/Email Address/E-mail/' -e '/ at example/d; /last summer/d; /^,/d' > people.csv
newsletter() { ${process.execPath} ${program} "$@"; }
printf %s "$NEWSLETTER_API_KEY" | newsletter login --api-key --quiet; unset NEWSLETTER_API_KEY
unset HISTFILE; PS1='$ '; clear
`;

const terminal = new xterm.Terminal({
  cols: size.columns,
  rows: size.rows,
  allowProposedApi: true,
  convertEol: true,
});

/** The screen as runs of one style. */
function screen(): Row[] {
  const buffer = terminal.buffer.active;
  return Array.from({ length: size.rows }, (_, y) => {
    const runs: Row[number][] = [];
    const line = buffer.getLine(buffer.baseY + y);
    for (let x = 0; x < size.columns; x++) {
      const cell = line?.getCell(x);
      if (cell === undefined || cell.getWidth() === 0) continue;
      const color = cell.isFgPalette() ? cell.getFgColor() : undefined;
      const style = { color, isBold: cell.isBold() !== 0, isDim: cell.isDim() !== 0 };
      const before = runs.at(-1);
      const text = cell.getChars() || ' ';
      if (before !== undefined && JSON.stringify(before.style) === JSON.stringify(style)) before.text += text;
      else runs.push({ x, text, style });
    }
    return runs;
  });
}

it('a session is recorded', async () => {
  const home = temporaryFolder();
  writeFileSync(join(home, 'rc'), prepare);
  const sandbox = `"${process.execPath}" "${program}" sandbox exec --import-seconds 2 --`;
  const shell = onTerminal('', {
    ...{ home, cwd: home, ...size, command: `${sandbox} bash --noprofile --rcfile rc -i` },
    env: { TERM: 'xterm-256color', NO_COLOR: undefined },
  });
  const moments: Moment[] = [];
  let fed = 0;
  const look = async () => {
    const shown = await shell.shows(/[\s\S]*/);
    if (shown.length === fed) return;
    await new Promise<void>(resolve => terminal.write(shown.slice(fed), resolve));
    fed = shown.length;
    moments.push({ at: Date.now(), rows: screen() });
  };
  const shows = (pattern: RegExp) =>
    expect
      .poll(
        async () => {
          await look();
          const text = screen().map(row => row.map(run => run.text).join(''));
          return `${text.join('\n').trimEnd()} `;
        },
        { interval: 20 },
      )
      .toMatch(pattern);
  await shows(/^\$ $/);
  moments.splice(0, moments.length - 1);
  for (const { keys, done } of session) {
    await sleep(1000);
    for (const words of keys) {
      // A key that moves a cursor is one piece.
      for (const key of words.startsWith('\x1b') ? [words] : words) {
        shell.type(key);
        await sleep(60);
        await look();
      }
      await sleep(600);
    }
    await shows(done);
  }
  writeFileSync(join(project, 'docs/session.svg'), moving(moments, size));
});
