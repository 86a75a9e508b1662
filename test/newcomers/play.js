import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from './service.js';
import { Shell } from './terminal.js';

/**
 * Plays a newcomer at a terminal of their own, with accounts at services of their own.
 *
 * @param {import('./people.js').Newcomer} newcomer
 * @returns {Promise<import('./terminal.js').Deeds & { seconds: number, reached: boolean }>} `seconds` from the first key
 *   to the goal, all waiting included
 */
export async function play(newcomer) {
  const folder = mkdtempSync(join(tmpdir(), 'newsletter-newcomer-'));
  const home = join(folder, 'home');
  mkdirSync(home);
  /** @type {import('./service.js').Service[]} */
  const services = [];
  /** @type {Shell | undefined} */
  let shell;
  // A test that times out ends its process without the lines below.
  const end = async () => {
    await Promise.all([shell?.close(), ...services.map(service => service.stop())]);
  };
  process.once('exit', end);
  try {
    for (let n = 0; n < (newcomer.services ?? 1); n++)
      services.push(await startService(join(folder, `${n}`)));
    shell = new Shell(home, newcomer.env?.(services));
    const scene = { shell, services, home };
    const begin = performance.now();
    await newcomer.play(scene);
    const seconds = (performance.now() - begin) / 1000;
    return { ...shell.deeds, seconds, reached: await newcomer.reached(scene) };
  } finally {
    process.off('exit', end);
    await end();
    rmSync(folder, { recursive: true, force: true });
  }
}
