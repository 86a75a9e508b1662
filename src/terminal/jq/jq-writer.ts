/** Stdout with `--jq` before it. */
import { setImmediate } from 'node:timers/promises';
import { sanitizeJson, sanitizeText } from '../sanitize.ts';
import type { StdoutWriter } from '../stdout.ts';
import type { JqFilter } from './jq-filter.ts';

/** Characters of NDJSON for which jq is started, at most: starting it takes a millisecond. */
const portion = 1024 * 1024;

interface JqWriter extends StdoutWriter {
  /** Must be called when the command has printed everything. @throws Failure as the expression fails */
  finish(): Promise<void>;
}

export interface JqWriterOptions {
  readonly filter: JqFilter;
  /** NDJSON: the expression gets one record at a time, as they arrive; otherwise the whole document at the end. */
  readonly each: boolean;
  readonly isTerminal: boolean;
  /** Told what the expression says beside its values. */
  readonly say: (text: string) => void;
}

/** Collects JSON, and writes what the expression makes of it: texts as they are, other values as JSON. */
export function jqWriter(output: StdoutWriter, options: JqWriterOptions): JqWriter {
  const { filter, each, isTerminal, say } = options;
  const decoder = new TextDecoder();
  let pending = '';
  let scheduled: Promise<void> | undefined;
  let broken: unknown;

  const run = async (json: string) => {
    const { values, said, failure } = filter.run(json, each);
    if (said !== '') say(sanitizeText(said));
    if (values !== '') await output.add(shown(values, isTerminal));
    await output.flush();
    if (failure !== undefined) throw failure;
  };

  /** Runs the lines that are complete. */
  const runLines = async () => {
    const end = pending.lastIndexOf('\n') + 1;
    const lines = pending.slice(0, end).trim();
    pending = pending.slice(end);
    if (lines !== '') await run(`[${lines.split('\n').join(',')}]`);
  };

  const add = (text: string): Promise<void> | undefined => {
    if (broken !== undefined) throw broken;
    pending += text;
    if (!each || text === '') return undefined;
    if (pending.length >= portion) return runLines();
    // Records that arrive together are one portion, before a longer wait.
    scheduled ??= setImmediate()
      .then(() => {
        scheduled = undefined;
        return runLines();
      })
      .catch((error: unknown) => {
        broken = error;
      });
    return undefined;
  };

  return {
    add,
    flush: async () => {},
    async bytes(data) {
      await add(decoder.decode(data, { stream: true }));
    },
    async finish() {
      await scheduled;
      if (broken !== undefined) throw broken;
      if (each) pending += '\n';
      await (each ? runLines() : run(pending));
    },
  };
}

/** @param lines JSON values, a line each */
function shown(lines: string, isTerminal: boolean): string {
  const line = (json: string) => {
    if (json.startsWith('"')) {
      const text = String(JSON.parse(json));
      return isTerminal ? sanitizeText(text) : text;
    }
    const isWhole = /^[[{]/.test(json);
    return isTerminal && isWhole ? sanitizeJson(JSON.stringify(JSON.parse(json), null, 2)) : json;
  };
  return `${lines.split('\n').map(line).join('\n')}\n`;
}
