/** Streams to look at: a terminal or a pipe on either side, and what was written to it. */
import { PassThrough } from 'node:stream';
import { createTerminal } from '../../src/terminal/create-terminal.ts';
import type { Row, Terminal, TerminalOptions, View } from '../../src/terminal/terminal.ts';

export interface Screens {
  readonly terminal: Terminal;
  readonly stderr: NodeJS.WriteStream;
  out(): string;
  err(): string;
}

export interface ScreenOptions extends Partial<TerminalOptions> {
  /** Columns of the terminal on stdout; a pipe when left out. */
  readonly columns?: number;
  /** stderr (and stdin) are terminals. */
  readonly person?: boolean;
  /** Columns of the terminal on stderr; 80 when left out. */
  readonly stderrColumns?: number;
}

export function screens({ columns, person, stderrColumns = 80, ...more }: ScreenOptions = {}): Screens {
  const stream = (properties: object) => {
    const through = new PassThrough();
    let text = '';
    through.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    return { text: () => text, stream: Object.assign(through, properties) };
  };
  const stdin = stream({ isTTY: person === true });
  const stdout = stream(columns === undefined ? {} : { isTTY: true, columns });
  const stderr = stream(person ? { isTTY: true, columns: stderrColumns } : {});
  const options = {
    stdin: stdin.stream as unknown as NodeJS.ReadStream,
    stdout: stdout.stream as unknown as NodeJS.WriteStream,
    stderr: stderr.stream as unknown as NodeJS.WriteStream,
    environment: {},
    typed: ['emails', 'send', '7', '--', 'x'],
    envelope: false,
    quiet: false,
    color: true,
    showAddresses: false,
    yes: false,
    input: true,
    ...more,
  };
  return { terminal: createTerminal(options), stderr: options.stderr, out: stdout.text, err: stderr.text };
}

/** What a list prints. */
export async function listed(
  rows: Iterable<Row>,
  view: View,
  options: ScreenOptions = {},
): Promise<{ readonly out: string; readonly err: string }> {
  const { terminal, out, err } = screens(options);
  await terminal.list(rows, view, () => ({ current_page: 1, total: 2 }));
  return { out: out(), err: err() };
}

export const linesOf = (text: string): readonly string[] => text.split('\n').slice(0, -1);

export const people: View = {
  plural: 'people',
  open: true,
  columns: ['id', 'email', 'tags', 'age', 'seen_at'],
  kinds: {
    id: { kind: 'uuid' },
    email: { kind: 'text' },
    status: { kind: 'enumeration', values: ['active', 'failed'] },
    fields: { kind: 'map' },
    tags: { kind: 'list', of: { kind: 'text' } },
    age: { kind: 'integer' },
    seen_at: { kind: 'time' },
  },
  empty: 'newsletter import people.csv adds some',
};

const hour = 3_600_000;

export const ada: Row = {
  id: '0b6f1a52-93d4-4c1e-8f60-2a7d4e9b1c01',
  email: 'ada@example.com',
  status: 'active',
  fields: { city: 'London', 'favourite.colour': 'green' },
  tags: ['vip', 'math'],
  age: 36_000,
  seen_at: new Date(Date.now() - 3.5 * hour).toISOString(),
};

export const bob: Row = {
  id: '0b6f1a52-93d4-4c1e-8f60-2a7d4e9b1c02',
  email: 'bob@例え.example',
  status: 'failed',
  fields: { city: null, 'shoe, size': 44 },
  tags: [],
  age: null,
  seen_at: new Date(Date.now() + 49 * hour).toISOString(),
};
