// A person at a terminal: a shell on a pseudo terminal (`script` of util-linux), and an emulator that says what its
// screen shows. It counts what the person types and reads.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import xterm from '@xterm/headless';

const program = fileURLToPath(new URL('../../bin/newsletter.js', import.meta.url));
const size = { cols: 80, rows: 40 };
/** Milliseconds that a person waits for anything. */
const patience = 60_000;

/**
 * What a question looks like on the screen, and the keys that answer it.
 *
 * @typedef {readonly [question: RegExp, keys: string]} Answer
 */

/** What a person did. */
export class Deeds {
  /** Lines typed into the shell. */
  commands = 0;
  /** Those that ended with another status than 0. */
  failed = 0;
  /** Questions answered. */
  answers = 0;
  /** Lines that commands printed; blank ones are not read. */
  lines = 0;
}

/** A shell at which somebody sits. */
export class Shell {
  deeds = new Deeds();
  #terminal = new xterm.Terminal({ ...size, scrollback: 5000, allowProposedApi: true });
  #stdin;
  #kill;
  /** @type {Promise<unknown>} */
  #closed;
  /** Called whenever the screen has changed. @type {Set<() => void>} */
  #looks = new Set();
  /** Statuses of the commands that have ended, the shell's own start included. @type {number[]} */
  #statuses = [];

  /**
   * @param {string} home an empty folder, in which the shell starts
   * @param {Readonly<Record<string, string>>} env beside what every terminal has
   */
  constructor(home, env = {}) {
    writeFileSync(
      join(home, '.shellrc'),
      `unset HISTFILE
newsletter() { "${process.execPath}" "${program}" "$@"; }
bind 'set enable-bracketed-paste off'
PROMPT_COMMAND='printf "\\033]777;%s\\007" $?'
PS1='$ '; stty cols ${size.cols} rows ${size.rows}\n`,
    );
    const child = spawn('script', ['-qec', 'bash --noprofile --rcfile .shellrc -i', '/dev/null'], {
      cwd: home,
      // The shell and its programs hold the fourth until they end.
      stdio: ['pipe', 'pipe', 'inherit', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: home,
        SHELL: '/bin/bash',
        TERM: 'xterm-256color',
        LANG: 'C.UTF-8',
        // Somebody's own keychain is none of our business.
        NEWSLETTER_CREDENTIAL_STORE: 'file',
        ...env,
      },
    });
    const { stdin, stdout } = child;
    if (stdin === null || stdout === null) throw new Error('script was started without pipes');
    this.#stdin = stdin;
    this.#kill = () => child.kill('SIGKILL');
    this.#closed = once(child, 'close');
    this.#terminal.parser.registerOscHandler(777, status => this.#statuses.push(Number(status)) > 0);
    const look = () => {
      for (const each of this.#looks) each();
    };
    stdout.on('data', data => this.#terminal.write(data, look));
    stdin.on('error', () => {});
  }

  /**
   * Types a command, answers its questions in order, and reads what it says.
   *
   * @param {string} line
   * @param {readonly Answer[]} answers
   * @returns {Promise<{ status: number, screen: string }>}
   */
  async types(line, answers = []) {
    await this.#until(() => this.#statuses.length > this.deeds.commands && this.#atPrompt(), 'the prompt');
    const begin = this.#end();
    this.deeds.commands++;
    this.#stdin.write(`${line}\r`);
    for (const [question, keys] of answers) {
      await this.#until(() => question.test(this.#textFrom(begin)), String(question));
      this.deeds.answers++;
      this.#stdin.write(keys);
    }
    await this.#until(() => this.#statuses.length > this.deeds.commands && this.#atPrompt(), 'the prompt');
    const screen = this.#textFrom(begin);
    const status = this.#statuses.at(-1) ?? 1;
    if (status !== 0) this.deeds.failed++;
    // The first line is the command that was typed, the last the next prompt.
    this.deeds.lines += screen
      .split('\n')
      .slice(1, -1)
      .filter(each => each.trim() !== '').length;
    return { status, screen };
  }

  /** Ends the shell at once; resolves when it and its programs write nothing more into the home. */
  async close() {
    this.#kill();
    await this.#closed;
    this.#terminal.dispose();
  }

  /** The line of the cursor, counted from the first that the screen showed. */
  #end() {
    const { baseY, cursorY } = this.#terminal.buffer.active;
    return baseY + cursorY;
  }

  #atPrompt() {
    return this.#lineAt(this.#end()).trim() === '$';
  }

  /** @param {number} at */
  #lineAt(at) {
    return this.#terminal.buffer.active.getLine(at)?.translateToString(true) ?? '';
  }

  /**
   * What stands from a line on, also below the cursor: choices stand below their question.
   *
   * @param {number} from
   */
  #textFrom(from) {
    const { length } = this.#terminal.buffer.active;
    const lines = Array.from({ length: length - from }, (_, at) => this.#lineAt(from + at));
    return lines.join('\n').trimEnd();
  }

  /**
   * @param {() => boolean} condition
   * @param {string} what for the error when it does not come
   * @returns {Promise<void>}
   */
  #until(condition, what) {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.#looks.delete(look);
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error(`waited in vain for ${what}:\n${this.#textFrom(0)}`));
      }, patience);
      const look = () => {
        if (!condition()) return;
        end();
        resolve();
      };
      this.#looks.add(look);
      look();
    });
  }
}
