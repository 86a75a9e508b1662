// The first script of the standalone executable, in place of bin/newsletter.js: the bundle is inside the executable, so
// its files are loaded from there, with the code that V8 compiled when the executable was built.
'use strict';

const { getAsset, getRawAsset } = require('node:sea');

// A place where nothing can be: below a file. Stack traces name it, and no file is ever found there.
const bundle = `${process.execPath}/bundle`;
/** @type {Map<string, { exports: any }>} by file */
const loaded = new Map();

/**
 * @param {string} file of the bundle
 * @returns {any} its exports
 */
function load(file) {
  const known = loaded.get(file);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  loaded.set(file, module);
  const { Script } = require('node:vm');
  const filename = `${bundle}/${file}`;
  const script = new Script(getAsset(file, 'utf8'), {
    filename,
    cachedData: Buffer.from(getRawAsset(`${file}.cache`)),
  });
  script.runInThisContext()(module.exports, requireFor, module, filename, bundle);
  return module.exports;
}

/** @type {(id: string) => any} */
function requireFor(id) {
  if (id.startsWith('./')) return load(id.slice(2));
  return id === '@napi-rs/keyring' ? keyring() : require(id);
}

/**
 * The native library of the keychain. Systems load such from files alone. On Windows a loaded file cannot be removed, so
 * there it stays, under a name made of its contents, in a folder of the user's own.
 */
function keyring() {
  const fs = require('node:fs');
  const { tmpdir } = require('node:os');
  const { join } = require('node:path');
  const contents = Buffer.from(getRawAsset('keyring.node'));
  const module = { exports: {} };
  if (process.platform === 'win32') {
    const folder = join(process.env.LOCALAPPDATA ?? tmpdir(), 'newsletter-cli');
    const name = require('node:crypto').createHash('sha256').update(contents).digest('hex');
    const file = join(folder, `keyring-${name.slice(0, 16)}.node`);
    if (!fs.existsSync(file) || !fs.readFileSync(file).equals(contents)) {
      fs.mkdirSync(folder, { recursive: true });
      // Another process may be about to load it.
      fs.writeFileSync(`${file}.${process.pid}`, contents);
      fs.renameSync(`${file}.${process.pid}`, file);
    }
    process.dlopen(module, file);
    return module.exports;
  }
  const folder = fs.mkdtempSync(join(tmpdir(), 'newsletter-keyring-'));
  try {
    const file = join(folder, 'keyring.node');
    fs.writeFileSync(file, contents, { mode: 0o500 });
    process.dlopen(module, file);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
  return module.exports;
}

/** @param {string} text prints it; a pipe that closes before is no error */
function print(text) {
  process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`error: cannot write to standard output: ${error.message}\n`);
    process.exitCode = 1;
  });
  process.stdout.write(text);
}

const [, , ...asked] = process.argv;

if (asked.length === 1 && (asked[0] === '--version' || asked[0] === '-V')) {
  // Answered before anything is loaded.
  print(getAsset('version.txt', 'utf8'));
} else if (asked[0] === '__keychain') {
  load('keychain-process.cjs');
} else if (asked[0] === '__licenses') {
  print(getAsset('LICENSES.txt', 'utf8'));
} else {
  load('main.cjs').main(process);
}
