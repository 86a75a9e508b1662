// Runs in Vitest's worker: repeats each test, once for each fault that it reaches and that no earlier test has noticed. The
// modules stay loaded, so that trying a fault costs no more than the test itself.
import childProcess from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { TestRunner } from 'vitest';

/** @typedef {import('vitest').RunnerTestCase} Test */
/** @typedef {{ log: string, decided: string[], doubted: string[], done: string[], broken: string[], budget: number, most: number, only?: Record<string, string[]> }} Session */

const path = process.env.MUTANTS_SESSION ?? '';
/** @type {Session} */
const session = JSON.parse(readFileSync(path, 'utf8'));
const decided = new Set(session.decided);
const doubted = new Set(session.doubted);
const done = new Set(session.done);
const broken = new Set(session.broken);
/** Milliseconds of this process: on a busy machine, too, a test costs the same. */
const cpuTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
/** Faults are not in other processes: a test that starts one itself is left out. */
const elsewhere = 'a process would be started';
const started = /** @type {Record<string, any>} */ ({ ...childProcess });
for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'])
  Object.assign(childProcess, {
    [name]: (/** @type {readonly unknown[]} */ ...args) => {
      // What a module starts itself, such as a browser, is its own work.
      if (/\/src\/(?!.*\.test\.ts)/.test(new Error(elsewhere).stack ?? '')) return started[name](...args);
      throw new Error(elsewhere);
    },
  });
syncBuiltinESMExports();

/** Milliseconds that were spent on a fault. @type {Map<string, number>} */
const spent = new Map();
const reached = new Set();
let hasTried = false;
const setTimer = setTimeout;

/** @type {(...words: readonly (string | number)[]) => void} */
const log = (...words) => appendFileSync(session.log, `${words.join('\t')}\n`);

/** What the instrumented modules look at and write to. */
/** @type {{ activeMutant?: string | undefined, currentTestId?: string | undefined, hitCount?: number | undefined,
 *   hitLimit?: number, mutantCoverage?: { static: Record<string, number>, perTest: Record<string, Record<string, number>> } }} */
const faults = {};
Object.assign(globalThis, { __stryker__: faults });

/** @type {(test: Test) => string} */
const keyOf = test => {
  const names = [];
  for (let at = /** @type {{ name: string, suite?: any } | undefined} */ (test); at; at = at.suite)
    names.unshift(at.name);
  return `${test.file.name}#${names.join(' > ')}`.replaceAll(/\s+/g, ' ');
};

/** Stands still until `run.js` ends it: what a fault has left behind could make other tests fail. */
function endHere() {
  log('stop');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

export default class extends TestRunner {
  /** @type {string[]} */
  #queue = [];
  /** @type {Record<string, number>} */
  #hits = {};
  /** @type {string | undefined} */
  #active;
  /** The fault that was just noticed: the test runs again without it, and must pass. @type {string | undefined} */
  #noticed;
  #began = { cpu: 0, time: 0 };
  /** Milliseconds. */
  #patience = 60_000;
  /** @type {NodeJS.Timeout | undefined} */
  #watchdog;
  #cost = 0;
  #isLater = false;
  #isFirst = true;

  /** @override @param {Test} test */
  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test);
    if (done.has(keyOf(test))) test.mode = 'skip';
    test.repeats = Number.MAX_SAFE_INTEGER;
    test.retry = 0;
    this.#isFirst = true;
    this.#active = undefined;
    this.#noticed = undefined;
  }

  /** @override @param {Test} test */
  onBeforeTryTask(test) {
    super.onBeforeTryTask(test);
    this.#began = { cpu: cpuTime(), time: performance.now() };
    faults.currentTestId = this.#isFirst ? 'first' : 'later';
    faults.activeMutant = this.#active;
    faults.hitCount = this.#active === undefined ? undefined : 0;
    faults.hitLimit = (this.#hits[this.#active ?? ''] ?? 0) * 100 + 10_000;
    log('try', this.#active ?? '-', keyOf(test));
    if (this.#isFirst) return;
    const late = () => {
      log('late', this.#active ?? '-', keyOf(test));
      endHere();
    };
    // What is to be cleaned up after the test can hang as well.
    this.#watchdog = setTimer(late, this.#patience + 5_000);
  }

  /** A fault can make a test wait for ever. @param {Test} test */
  async runTask(test) {
    const run = /** @type {() => Promise<void>} */ (TestRunner.getTestFn(test));
    if (this.#isFirst) {
      const began = performance.now();
      await run();
      this.#patience = 2_500 + 10 * (performance.now() - began);
      return;
    }
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimer(() => reject(new Error('has not ended')), this.#patience);
    });
    try {
      await Promise.race([run(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param {Test} test */
  onAfterRetryTask(test) {
    faults.activeMutant = undefined;
    faults.currentTestId = undefined;
    const { result } = test;
    if (result === undefined) return;
    clearTimeout(this.#watchdog);
    // A test that waits costs time as well; on a busy machine all wait.
    const cost = Math.max(cpuTime() - this.#began.cpu, (performance.now() - this.#began.time) / 3);
    const isFailed = result.state === 'fail';
    const reason = (result.errors?.[0]?.message ?? '').split('\n')[0]?.slice(0, 100) ?? '';
    if (this.#isFirst) this.#begin(test, isFailed, reason, cost);
    else if (this.#active !== undefined) this.#judge(this.#active, isFailed, reason);
    else if (this.#noticed !== undefined) this.#confirm(this.#noticed, isFailed, test);
    this.#isFirst = false;
    if (this.#noticed === undefined) this.#active = this.#next();
    if (this.#noticed === undefined && this.#active === undefined) {
      if (!this.#isLater) log('done', keyOf(test));
      result.state = 'skip';
    } else test.result = { state: 'run', startTime: Date.now(), retryCount: 0 };
  }

  /** @type {(test: Test, isFailed: boolean, reason: string, cost: number) => void} */
  #begin(test, isFailed, reason, cost) {
    this.#cost = cost;
    const coverage = faults.mutantCoverage;
    this.#hits = coverage?.perTest.first ?? {};
    for (const id of Object.keys(coverage?.static ?? {})) if (!reached.has(`static ${id}`)) log('static', id);
    for (const id of Object.keys(coverage?.static ?? {})) reached.add(`static ${id}`);
    for (const id of Object.keys(this.#hits)) if (!reached.has(id)) log('reached', id, test.file.name);
    for (const id of Object.keys(this.#hits)) reached.add(id);
    if (coverage) coverage.perTest = {};
    if (isFailed && !reason.includes(elsewhere)) {
      log('broken', keyOf(test), reason);
      // A fault that was tried before may have left something behind: once more, in a worker of its own.
      if (hasTried && !broken.has(keyOf(test))) endHere();
    }
    this.#isLater = cost > session.most;
    const only = session.only && new Set(session.only[test.file.name]);
    const isTried = (/** @type {string} */ id) => !decided.has(id) && (only?.has(id) ?? true);
    this.#queue = isFailed || this.#isLater ? [] : Object.keys(this.#hits).filter(isTried);
  }

  #next() {
    for (let id = this.#queue.shift(); id !== undefined; id = this.#queue.shift()) {
      const soFar = spent.get(id) ?? 0;
      if (decided.has(id) || soFar > session.budget) continue;
      spent.set(id, soFar + this.#cost);
      hasTried = true;
      return id;
    }
    return undefined;
  }

  /** @type {(id: string, isFailed: boolean, reason: string) => void} */
  #judge(id, isFailed, reason) {
    if (!isFailed) return;
    this.#active = undefined;
    this.#noticed = id;
    this.#reason = reason;
  }
  #reason = '';

  /** @type {(id: string, isFailed: boolean, test: Test) => void} */
  #confirm(id, isFailed, test) {
    this.#noticed = undefined;
    if (!isFailed || doubted.has(id)) {
      decided.add(id);
      log('noticed', id, keyOf(test), this.#reason);
    } else log('doubted', id);
    // An earlier fault or this one has left something behind that makes the test fail.
    if (isFailed) endHere();
  }
}
