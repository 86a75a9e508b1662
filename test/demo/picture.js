// `npm run picture`: records docs/session.svg, an animated picture of a real session. A shell runs on a pseudo terminal
// (`script` of util-linux) beside the sandbox, and a terminal emulator says what its screen shows at each moment.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import xterm from '@xterm/headless';
import { moving } from './moving-picture.js';

/** @param {string} name */
const file = name => fileURLToPath(new URL(name, import.meta.url));
const size = { columns: 84, rows: 30 };
/** What is typed, and what the screen shows once it is done. */
const session = [
  { keys: ['newsletter import people.csv', '\r'], done: /❯ / },
  { keys: ['\x1b[B', '\r'], done: /left-out\.csv[\s\S]*\$ $/ },
];

const home = mkdtempSync(join(tmpdir(), 'newsletter-picture-'));
const terminal = new xterm.Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true });
const program = file('../../bin/newsletter.js');
const prepare = `node ${file('people.js')} 10000 | sed -e '1s/Email Address/E-mail/' -e '/ at example/d; /last summer/d; /^,/d' > people.csv
newsletter() { ${process.execPath} ${program} "$@"; }
printf %s "$NEWSLETTER_API_KEY" | newsletter login --api-key --quiet; unset NEWSLETTER_API_KEY
unset HISTFILE; PS1='$ '; stty cols ${size.columns} rows ${size.rows}; clear\n`;
writeFileSync(join(home, 'rc'), prepare);

const shell = `script -qec 'bash --noprofile --rcfile rc -i' /dev/null`;
const child = spawn(
  process.execPath,
  [program, 'sandbox', 'exec', '--import-seconds', '2', '--', 'sh', '-c', shell],
  {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      TERM: 'xterm-256color',
      NEWSLETTER_CONFIG_DIR: join(home, 'settings'),
      NEWSLETTER_CREDENTIAL_STORE: 'file',
    },
    timeout: 120_000,
  },
);

/** What the screen showed, and when (in milliseconds). @type {{ at: number, rows: import('./moving-picture.js').Row[] }[]} */
const moments = [];
const look = () => moments.push({ at: Date.now(), rows: rowsOf(terminal.buffer.active) });
child.stdout.on('data', data => terminal.write(data, look));
child.stderr.on('data', data => process.stderr.write(data));

/** @param {RegExp} pattern */
async function shows(pattern) {
  const end = Date.now() + 60_000;
  const text = () =>
    rowsOf(terminal.buffer.active)
      .map(row => row.map(run => run.text).join(''))
      .join('\n');
  while (!pattern.test(`${text().trimEnd()} `)) {
    if (Date.now() > end) throw new Error(`the screen never showed ${pattern}:\n${text()}`);
    await sleep(50);
  }
}

/**
 * The screen as runs of one style.
 *
 * @param {import('@xterm/headless').IBuffer} buffer
 */
function rowsOf(buffer) {
  return Array.from({ length: size.rows }, (_, y) => {
    /** @type {import('./moving-picture.js').Row} */
    const runs = [];
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

try {
  await shows(/^\$ $/);
  moments.splice(0, moments.length - 1);
  for (const { keys, done } of session) {
    await sleep(1000);
    for (const words of keys) {
      // A key that moves a cursor is one piece.
      for (const key of words.startsWith('\x1b') ? [words] : words) {
        child.stdin.write(key);
        await sleep(60);
      }
      await sleep(600);
    }
    await shows(done);
  }
  writeFileSync(file('../../docs/session.svg'), moving(moments, size));
} finally {
  child.stdin.end('exit\r');
  child.kill();
  rmSync(home, { recursive: true, force: true });
}
