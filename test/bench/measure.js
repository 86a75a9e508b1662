import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ wall: number, cpu: number, peak: number }} Usage seconds, seconds, MiB */

const hook = fileURLToPath(new URL('usage.cjs', import.meta.url));
export const cli = fileURLToPath(new URL('../../bin/newsletter.js', import.meta.url));

/** The environment of a measured process: nothing of the caller's that changes how Node starts. */
function cleanEnvironment() {
  const { NODE_EXTRA_CA_CERTS, NODE_OPTIONS, NODE_COMPILE_CACHE, ...rest } = process.env;
  return rest;
}

/**
 * Runs a Node process to its end and measures it whole. It may end with 8: of some lists only a part can be imported.
 *
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} environment
 * @returns {Promise<Usage>}
 */
async function measure(args, environment) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const usage = join(folder, 'usage.json');
  const started = performance.now();
  const env = {
    ...cleanEnvironment(),
    NODE_OPTIONS: `--require=${hook}`,
    BENCH_USAGE: usage,
    ...environment,
  };
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 600_000, env });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', text => {
    errors += text;
  });
  const [code] = await once(child, 'close');
  const wall = (performance.now() - started) / 1000;
  if (code !== 0 && code !== 8) throw new Error(`${args.join(' ')} ended with ${code}: ${errors}`);
  const { cpu, peak } = JSON.parse(readFileSync(usage, 'utf8'));
  rmSync(folder, { recursive: true });
  return { wall, cpu, peak };
}

/**
 * Measures several processes in turn, so that a machine that slows down slows all of them.
 *
 * @template {string} K
 * @param {Record<K, string[]>} runs `{round}` in an argument is the number of the round
 * @param {number} rounds
 * @param {Readonly<Record<string, string>>} environment
 * @returns {Promise<Record<K, Usage>>} the medians
 */
export async function interleaved(runs, rounds, environment) {
  const names = /** @type {K[]} */ (Object.keys(runs));
  /** @type {Record<string, Usage[]>} */
  const all = Object.fromEntries(names.map(name => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const name of names) {
      const args = runs[name].map(word => word.replace('{round}', String(round)));
      all[name]?.push(await measure(args, environment));
    }
  return /** @type {Record<K, Usage>} */ (
    Object.fromEntries(names.map(name => [name, medians(all[name] ?? [])]))
  );
}

/**
 * @param {Usage[]} usages
 * @returns {Usage}
 */
function medians(usages) {
  const middle = (/** @type {keyof Usage} */ what) =>
    usages.map(usage => usage[what]).sort((a, b) => a - b)[Math.floor(usages.length / 2)] ?? 0;
  return { wall: middle('wall'), cpu: middle('cpu'), peak: middle('peak') };
}
