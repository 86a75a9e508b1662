// Loaded into a measured process by NODE_OPTIONS: leaves what the process used behind when it ends.
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');

const file = process.env.BENCH_USAGE;
process.on('exit', () => {
  if (file === undefined) return;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(
    file,
    JSON.stringify({
      cpu: (userCPUTime + systemCPUTime) / 1e6,
      peak: (ownPeak() ?? maxRSS) / 1024,
    }),
  );
});

/** Kilobytes. What the system counts as `maxRSS` begins with the memory of the process that started this one. */
function ownPeak() {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
