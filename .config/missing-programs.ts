import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { seedText } from '../test/support/seed.ts';
import { secondsOf } from './cpu.ts';

const root = join(import.meta.dirname, '..');

/** Seconds of CPU time that a file may take in `npm test`: 1.5 on a quiet machine. */
const limit = 3;

/**
 * Says above the closing lines how many tests were skipped, which package would let them run (support/needs.ts), with
 * which seed data was drawn (support/seed.ts), which files are too slow for `npm test`, and if tests failed, whether the
 * build is older than the source.
 */
export class MissingPrograms implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const test of modules.flatMap(module => [...module.children.allTests('skipped')])) {
      const [, why] = /\(skipped: (.+?)\)(?: >|$)/.exec(test.fullName) ?? [];
      if (why !== undefined) counts.set(why, (counts.get(why) ?? 0) + 1);
    }
    for (const [why, count] of counts) process.stdout.write(`skipped: ${why}: tests ${count}\n`);
    process.stdout.write(`${seedText()}\n`);
    for (const module of modules) {
      const { moduleId } = module;
      const seconds = secondsOf(module.meta());
      if (seconds > limit && !moduleId.endsWith('.whole.test.ts')) {
        const file = relative(root, moduleId);
        process.stdout.write(
          `${file}: ${seconds.toFixed(1)} s of CPU time; split it, or call it .whole.test.ts\n`,
        );
      }
    }
    const hasFailed = modules.some(module => module.state() === 'failed');
    if (hasFailed && !isBuildFresh()) {
      process.stdout.write('dist/ is missing or older than src/; tests of processes need: npm run build\n');
    }
  }
}

/** Whether `npm run build` was run after the last change in src. */
function isBuildFresh(): boolean {
  const built = statSync(join(root, 'dist/main.cjs'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  return sources.every(file => statSync(join(root, 'src', file)).mtimeMs <= built);
}
