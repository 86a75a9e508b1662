import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
/** Seconds without a new line in the log after which the fault that is tried counts as making the program hang. */
const patience = 60;

/**
 * Runs Vitest until it comes to its end: again where a fault made it hang, or end.
 *
 * @param {string} node
 * @param {(more: object) => object} session what it is to do, by what is known so far
 * @param {(line: string) => void} read takes each line of its log
 * @param {() => void} keep saves what is known, so that a run can be interrupted
 */
export async function attempt(node, session, read, keep) {
  const log = join(project, `build/mutants/log-${process.pid}`);
  const path = join(project, `build/mutants/session-${process.pid}.json`);
  for (let times = 0, failures = 0; times < 2000 && failures < 3; times++) {
    writeFileSync(log, '');
    writeFileSync(path, JSON.stringify(session({ log })));
    const child = spawn(node, ['test/mutants/session.js'], {
      cwd: project,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, MUTANTS_SESSION: path },
    });
    const end = () => {
      try {
        process.kill(-Number(child.pid), 'SIGKILL');
      } catch {
        // It has ended.
      }
    };
    process.once('exit', end);
    let isOver = false;
    child.once('exit', () => {
      isOver = true;
    });
    const lines = await linesOf(log, () => isOver, read, keep);
    end();
    process.off('exit', end);
    const [what, id, test] = (lines.at(-1) ?? '').split('\t');
    // It hung while this fault was tried; without one the test itself takes too long.
    if (what === 'try') read(id === '-' ? `done\t${test}` : `late\t${id}\t${test}`);
    keep();
    if (what === 'end') {
      rmSync(log);
      rmSync(path);
      return;
    }
    failures = lines.length < 3 ? failures + 1 : 0;
  }
}

/**
 * Reads a log as it grows, until it says that it is to be stopped, until its writer is over, or is silent for too long.
 *
 * @type {(log: string, isOver: () => boolean, read: (line: string) => void, keep: () => void) => Promise<string[]>}
 */
async function linesOf(log, isOver, read, keep) {
  /** @type {string[]} */
  let lines = [];
  let since = Date.now();
  let kept = since;
  for (let wasOver = false; ; wasOver = isOver()) {
    const now = readFileSync(log, 'utf8').split('\n').slice(0, -1);
    for (const line of now.slice(lines.length)) read(line);
    if (now.length > lines.length) since = Date.now();
    lines = now;
    if (Date.now() - kept > 20_000) {
      keep();
      kept = Date.now();
    }
    if (wasOver || lines.at(-1) === 'stop' || Date.now() - since > patience * 1000) return lines;
    await new Promise(resolve => setTimeout(resolve, 300));
  }
}
