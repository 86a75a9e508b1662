// Loaded into a measured process by NODE_OPTIONS: leaves what the process used behind when it ends.
'use strict';
const { writeFileSync } = require('node:fs');

const file = process.env.BENCH_USAGE;
process.on('exit', () => {
  if (file === undefined) return;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(
    file,
    JSON.stringify({
      cpu: (userCPUTime + systemCPUTime) / 1e6,
      peak: maxRSS / 1024,
    }),
  );
});
