import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { partText, seedText } from '../test/support/part.ts';

/**
 * Says above the closing lines how many tests were skipped, which package would let them run (support/needs.ts), which
 * part of the wide matrices was run and with which seed (support/part.ts), and if tests failed, whether the build is older than the source.
 */
export class MissingPrograms implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const test of modules.flatMap(module => [...module.children.allTests('skipped')])) {
      const [, why] = /\(skipped: (.+?)\)(?: >|$)/.exec(test.fullName) ?? [];
      if (why !== undefined) counts.set(why, (counts.get(why) ?? 0) + 1);
    }
    for (const [why, count] of counts) process.stdout.write(`skipped: ${why}: tests ${count}\n`);
    process.stdout.write(`${partText()}\n${seedText()}\n`);
    const hasFailed = modules.some(module => module.state() === 'failed');
    if (hasFailed && !isBuildFresh()) {
      process.stdout.write('dist/ is missing or older than src/; tests of processes need: npm run build\n');
    }
  }
}

/** Whether `npm run build` was run after the last change in src. */
function isBuildFresh(): boolean {
  const root = join(import.meta.dirname, '..');
  const built = statSync(join(root, 'dist/main.cjs'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  return sources.every(file => statSync(join(root, 'src', file)).mtimeMs <= built);
}
