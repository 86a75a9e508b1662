/**
 * `--jq`: jq itself, in WebAssembly. It runs in a machine of its own, which has no files, no network and none of the
 * variables of this process.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Jq } from 'jq-wasm';
import { Failure, type FailureDetails, systemCode } from '../../lib/failure.ts';

export interface JqResult {
  /** JSON values, each compact, on lines of their own. */
  readonly values: string;
  /** What the expression says beside its values, with `debug` or `stderr`. */
  readonly said: string;
  /** After the values before it. */
  readonly failure: Failure | undefined;
}

export interface JqFilter {
  /** Applies the expression to a text of JSON values; `each`: to their elements. */
  run(json: string, each: boolean): JqResult;
}

export interface JqOptions {
  /** Whether the command has changed something when its output is read: running it again would do so again. */
  readonly hasWritten: () => boolean;
  /** Runs work that keeps this process busy, and may not end, so that Ctrl-C ends it. */
  readonly breakable: <T>(work: () => T) => T;
}

/** @throws Failure invalid_value if the expression does not compile */
export async function jqFilter(expression: string, { hasWritten, breakable }: JqOptions): Promise<JqFilter> {
  const jq = await load();
  const run = (json: string, program: string) => {
    try {
      return breakable(() => withoutConsole(() => jq.raw(json, program, ['-c', '--'])));
    } catch {
      // Its 256 MiB are full, or its stack is, or what it prints is longer than a string can be.
      return undefined;
    }
  };
  // Without input it is only compiled.
  const compiled = run('', expression);
  if (compiled === undefined) throw failureOf(outOfMemory, false, {});
  if (compiled.exitCode !== 0) throw compileFailure(compiled.stderr);
  return {
    run(json, each) {
      const result = run(json, each ? `.[]|(${expression}\n)` : expression);
      if (result === undefined) {
        const hint = 'pass -o ndjson, and the expression gets one record at a time';
        return { values: '', said: '', failure: failureOf(outOfMemory, hasWritten(), { hint }) };
      }
      const { said, problem } = read(result.stderr, result.exitCode);
      const failure = problem === undefined ? undefined : runFailure(problem, hasWritten());
      return { values: result.stdout, said, failure };
    },
  };
}

const outOfMemory = '--jq ran out of memory';

/** The library, with the machine that stands packed beside the bundle; from source it finds its own. */
async function load(): Promise<Jq> {
  const [{ loadJq }, { brotliDecompressSync }, { getRawAsset, isSea }] = await Promise.all([
    import('jq-wasm'),
    import('node:zlib'),
    import('node:sea'),
  ]);
  const name = 'jq.wasm.br';
  try {
    const packed = isSea() ? getRawAsset(name) : readFileSync(join(import.meta.dirname, name));
    return await loadJq({ wasmBinary: brotliDecompressSync(packed) });
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    return await loadJq();
  }
}

/** The machine says on the console that it stopped; the failure does, too. */
function withoutConsole<T>(work: () => T): T {
  const { error } = console;
  console.error = () => {};
  try {
    return work();
  } finally {
    console.error = error;
  }
}

/** `jq: error: syntax error, unexpected '|' at <top-level>, line 1, column 4:`, then the line and a mark below it. */
function compileFailure(stderr: string): Failure {
  const [first = '', ...rest] = stderr.split('\n');
  const message = first.replace(/^jq: error: /, '').replace(/ at <top-level>,(.*):$/, ' at$1');
  const details = rest.filter(line => line.startsWith(' '));
  return new Failure('invalid_value', `invalid expression for --jq: ${message}`, {
    details,
    hint: 'the language is that of https://jqlang.org/manual',
  });
}

function runFailure(problem: string, hasWritten: boolean): Failure {
  if (problem.startsWith('jq: parse error'))
    return failureOf('--jq is not supported here: the output is not JSON', hasWritten, { hint: null });
  const message = problem.replace(/^jq: error (?:\(at [^)]*\))?:? ?/, '').replaceAll('\n', ' ');
  // What `input` says at the end.
  return failureOf(`--jq: ${message === 'break' ? 'no more inputs' : message}`, hasWritten, {
    hint: 'see what the expression gets: newsletter <command> --json',
  });
}

/** A command that has changed something does not end as if nothing were done. */
function failureOf(message: string, hasWritten: boolean, more: FailureDetails): Failure {
  return hasWritten
    ? new Failure('partly_done', message, { hint: 'the command did its work: only its output is missing' })
    : new Failure('invalid_value', message, more);
}

/** Divides stderr into what was said and why jq stopped. */
function read(stderr: string, exitCode: number): { readonly said: string; readonly problem?: string } {
  if (exitCode === 0) return { said: stderr };
  const at = stderr.search(/^jq: (?:parse )?error/m);
  // `halt_error` prints its input, and nothing else.
  return at < 0
    ? { said: '', problem: stderr || 'stopped by halt_error' }
    : { said: stderr.slice(0, at), problem: stderr.slice(at) };
}
