#!/usr/bin/env node
'use strict';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const asked = process.argv.slice(2);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`error: newsletter needs Node.js 20.19 or newer; this is ${process.versions.node}\n`);
  process.exitCode = 2;
} else if (asked.length === 1 && (asked[0] === '--version' || asked[0] === '-V')) {
  // Answered before anything is loaded.
  process.stdout.on('error', error => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`error: cannot write to standard output: ${error.message}\n`);
    process.exitCode = 1;
  });
  process.stdout.write(require('node:fs').readFileSync(`${__dirname}/../dist/version.txt`));
} else {
  // Node 22.8 and up keep compiled code between runs.
  require('node:module').enableCompileCache?.();
  require('../dist/main.cjs').main(process);
}
