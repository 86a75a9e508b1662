#!/usr/bin/env node
'use strict';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const asked = process.argv.slice(2);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`error: newsletter needs Node.js 20.19 or newer; this is ${process.versions.node}\n`);
  process.exitCode = 2;
} else if (asked.length === 1 && (asked[0] === '--version' || asked[0] === '-V')) {
  // Answered before anything is loaded; the stream of standard output takes longer to make than all else here.
  const { readFileSync, writeSync } = require('node:fs');
  const line = readFileSync(`${__dirname}/../dist/version.txt`);
  try {
    writeSync(1, line);
  } catch (error) {
    // A pipe that takes nothing right now.
    if (error.code === 'EAGAIN') process.stdout.write(line);
    else if (error.code !== 'EPIPE') {
      process.stderr.write(`error: cannot write to standard output: ${error.message}\n`);
      process.exitCode = 1;
    }
  }
} else {
  // Node 22.8 and up keep compiled code between runs.
  require('node:module').enableCompileCache?.();
  require('../dist/main.cjs').main(process);
}
