/** Private files with a record per line (NDJSON): plans and lists that do not fit into memory. */
import { createReadStream, existsSync } from 'node:fs';
import { limitNewSpace } from '../new-space.ts';
import { AtomicFile } from './atomic-file.ts';
import { elsewhere } from './file-errors.ts';

/** Writes a file record by record; it appears once it is complete. */
export class RecordFileWriter<T> {
  readonly #file: AtomicFile;
  count = 0;

  /** @throws Failure write_failed */
  constructor(path: string) {
    this.#file = new AtomicFile(path, { mode: 0o600, hint: elsewhere });
    this.#file.write('');
  }

  /** @throws Failure write_failed */
  add(record: T): void {
    this.addLine(JSON.stringify(record));
  }

  /** @param line a record as JSON @throws Failure write_failed */
  addLine(line: string): void {
    this.#file.write(`${line}\n`);
    this.count++;
  }

  /** @throws Failure write_failed */
  commit(): void {
    this.#file.commit();
  }

  discard(): void {
    this.#file.discard();
  }
}

/** Bytes that are read at a time. */
const pieceSize = 256 * 1024;

/** The lines of a file in order, in arrays as they are read; none if it does not exist. */
export async function* readLines(path: string): AsyncGenerator<readonly string[]> {
  if (!existsSync(path)) return;
  let rest = '';
  for await (const piece of createReadStream(path, { encoding: 'utf8', highWaterMark: pieceSize })) {
    const lines = (rest + String(piece)).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
    limitNewSpace();
  }
  if (rest !== '') yield [rest];
}

/** The records of a file in order; none if it does not exist. */
export async function* readRecords<T>(path: string): AsyncGenerator<T> {
  for await (const lines of readLines(path)) for (const line of lines) yield JSON.parse(line) as T;
}
