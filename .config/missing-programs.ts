import type { Reporter, TestModule } from 'vitest/node';
import { partText } from '../test/support/part.ts';

/**
 * Says above the closing lines how many tests were skipped, which package would let them run (support/needs.ts), and which
 * part of the wide matrices was run (support/part.ts).
 */
export class MissingPrograms implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const test of modules.flatMap(module => [...module.children.allTests('skipped')])) {
      const [, why] = /\(skipped: (.+?)\)(?: >|$)/.exec(test.fullName) ?? [];
      if (why !== undefined) counts.set(why, (counts.get(why) ?? 0) + 1);
    }
    for (const [why, count] of counts) process.stdout.write(`skipped: ${why}: tests ${count}\n`);
    process.stdout.write(`${partText()}\n`);
  }
}
