/**
 * An agent without a model: it knows nothing but what the program prints. It reads the index, takes the line that shares
 * the most words with its task, reads that command's record, puts the values it was given where they belong, and follows
 * `next` on errors. A question never changes anything: a command that writes is asked for what it would do. Where a change
 * has to be confirmed, it confirms, since its user asked for it.
 */
import type { Ended } from '../support/run.ts';
import { type Card, isQuestion, type Wish, wordsFor, wordsIn } from './command-line.ts';
import { ranked } from './words.ts';

/** What it took. */
export interface Tries {
  /** Command lines, without those that only read help. */
  readonly commands: string[];
  /** Those of them that failed. */
  readonly wrong: string[];
  /** Records read. */
  readonly read: string[];
  /** Bytes of everything read: index, records, output and errors. */
  bytes: number;
  /** The line of the index that it followed last. */
  line: string;
  /** What the last command printed. */
  stdout: string;
  stderr: string;
}

interface Line {
  readonly command: string;
  readonly text: string;
}

/** Where the agent reads about commands. */
export interface Guide {
  readonly index: () => Promise<readonly Line[]>;
  readonly card: (command: string) => Promise<Card>;
}

type Run = (words: readonly string[]) => Promise<Ended>;

/** The guide of today: `newsletter commands`, and `newsletter commands <command> --json`. */
export const shortAnswers = (run: Run): Guide => ({
  async index() {
    const { stdout } = await run(['commands']);
    return stdout
      .trimEnd()
      .split('\n')
      .map(line => line.split('\t'))
      .map(([command = '', , , summary = '']) => ({ command, text: summary }));
  },
  card: async command =>
    JSON.parse((await run(['commands', ...command.split(' '), '--json'])).stdout) as Card,
});

/** How many commands the agent looks at before it gives up, and how often it follows an error. */
const patience = 5;

/** @param guideOf makes the guide of a way to run the program, in which everything read is counted */
export async function attempt(wish: Wish, program: Run, guideOf: (run: Run) => Guide): Promise<Tries> {
  const tries: Tries = { commands: [], wrong: [], read: [], bytes: 0, line: '', stdout: '', stderr: '' };
  const reading: Run = async words => {
    const ended = await program(words);
    tries.bytes += Buffer.byteLength(ended.stdout) + Buffer.byteLength(ended.stderr);
    return ended;
  };
  const guide = guideOf(reading);
  const query = [wish.ask, ...Object.keys(wish.given ?? {})].join(' ');
  // The name says what a command is about, and counts twice.
  const lines = ranked(query, await guide.index(), ({ command, text }) => `${command} ${command} ${text}`);
  for (const { command, text } of lines.slice(0, patience)) {
    tries.read.push(command);
    tries.line = text;
    const words = wordsFor(wish, await guide.card(command));
    if (words === undefined) continue;
    await follow(words);
    break;
  }
  return tries;

  async function follow(first: readonly string[]) {
    let words: readonly string[] | undefined = first;
    for (let n = 0; words !== undefined && n < 3; n++) {
      tries.commands.push(words.join(' '));
      const { status, stdout, stderr } = await reading(words);
      Object.assign(tries, { stdout, stderr });
      // 8: done, and something is left to look at.
      if (status === 0 || status === 8) return;
      tries.wrong.push(words.join(' '));
      const { code, next } = errorIn(stderr);
      const isMeant = code === 'confirmation_needed' && !isQuestion(wish.ask);
      words = isMeant ? [...words, '--yes'] : next && [...next, '--json'];
    }
  }
}

/** What an error says for programs, with the command that it leads to. */
function errorIn(stderr: string): { code?: string; next?: readonly string[] | undefined } {
  const line = stderr.trimEnd().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) return {};
  const { error } = JSON.parse(line) as { error: { code: string; next?: readonly { command: string }[] } };
  const [next] = error.next ?? [];
  return { code: error.code, next: next && wordsIn(next.command).slice(1) };
}
