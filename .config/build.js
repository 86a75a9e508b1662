// `npm run build`: bundles src into dist, which bin/newsletter.js loads.
import { accessSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import license from 'rollup-plugin-license';
import manifest from '../package.json' with { type: 'json' };
import { verifyInstalled } from './verify-lock.js';
import { versionLine } from './version-line.js';

// Everything is bundled, so that an installation is one package; every command group is a chunk of its own,
// so that only the one named on the command line is loaded. CommonJS starts a few milliseconds faster.
/**
 * Parts that libraries take along and the program never asks for: the library, the module as it names it, and what stands in.
 * These paths, and those in `src/http/undici/`, are private: package.json pins undici to its minor version.
 *
 * @type {readonly (readonly [library: string, id: string, code: string])[]}
 */
const standIns = [
  // Commander starts other programs only for those who ask it to; loading what that takes costs every start 2 ms.
  [
    'commander',
    'node:child_process',
    "module.exports = { get spawn() { return process.getBuiltinModule('node:child_process').spawn; } };",
  ],
  // HTTP/2, Node's own HTTP and `fetch`, whose loading costs every request some 15 ms.
  // What undici itself takes where Node was built without HTTP/2.
  ['undici', 'node:http2', 'module.exports = { constants: {} };'],
  // The limit is Node's own; no response of Node's HTTP is ever passed on as a body.
  ['undici', 'node:http', 'module.exports = { maxHeaderSize: 16384, IncomingMessage: class {} };'],
  ['undici', './client-h2.js', 'module.exports = () => { throw new Error("built without HTTP/2"); };'],
  ['undici', '../web/fetch/body.js', 'module.exports = {};'],
  // The parser of HTTP is there twice; undici takes the other one where this fails.
  ['undici', '../llhttp/llhttp_simd-wasm.js', 'throw new Error("built without SIMD");'],
  // conf is always told where its file is; where its own folder would be, it asks for a home, which a container may lack.
  ['conf', 'env-paths', 'export default () => ({});'],
  // It takes a write that a full disk cut short for complete, and sends signals again: one Ctrl-C would count as two.
  [
    'conf',
    'atomically',
    "import fs from 'node:fs'; export const writeFileSync = (path, data, options) => fs.writeFileSync(path, data, { ...options, flush: true });",
  ],
  // Schemas and migrations of conf: settings have a schema of their own, and no version.
  ['conf', 'ajv/dist/2020.js', 'export const Ajv2020 = undefined;'],
  ['conf', 'ajv-formats', 'export default {};'],
  ['conf', 'semver', 'export default {};'],
];

/** @type {(id: string, importer: string | undefined) => number} */
const standInAt = (id, importer) =>
  standIns.findIndex(([library, part]) => part === id && importer?.includes(`/${library}/`) === true);

const withStandIns = {
  name: 'stand-ins',
  /** @type {(id: string, importer: string | undefined) => string | null} */
  resolveId: (id, importer) => (standInAt(id, importer) < 0 ? null : `\0stand-in:${standInAt(id, importer)}`),
  /** @type {(id: string) => string | null} */
  load: id => standIns[Number(/^\0stand-in:(\d+)$/.exec(id)?.[1] ?? -1)]?.[2] ?? null,
};

/**
 * Parts of HTML libraries that libraries bring in up to four versions and two forms: all get those of our own htmlparser2.
 *
 * @type {ReadonlyMap<string, string>}
 */
const sharedParts = new Map([
  ['entities', 'entities'],
  ['entities/lib/decode.js', 'entities/decode'],
  ['entities/decode', 'entities/decode'],
  ['htmlparser2', 'htmlparser2'],
  ['dom-serializer', 'dom-serializer'],
  ['domelementtype', 'domelementtype'],
  ['domhandler', 'domhandler'],
  ['domutils', 'domutils'],
]);
const htmlParser = fileURLToPath(new URL('../node_modules/htmlparser2/dist/esm/index.js', import.meta.url));

const oneCopy = {
  name: 'one-copy',
  /** @type {(this: import('rolldown').PluginContext, id: string) => Promise<import('rolldown').ResolvedId | null>} */
  async resolveId(id) {
    const part = sharedParts.get(id);
    return part === undefined
      ? null
      : await this.resolve(part, htmlParser, { kind: 'import-statement', skipSelf: true });
  },
};

/**
 * Loading a file takes a third of a millisecond, so what every start needs is one chunk, what most commands need
 * besides is another, and the settings are a third. A path that is gone fails the build: a chunk must not lose a member unnoticed.
 *
 * @type {(...paths: string[]) => (id: string) => boolean}
 */
const sources = (...paths) => {
  const members = paths.map(path => fileURLToPath(new URL(`../src/${path}`, import.meta.url)));
  for (const member of members) accessSync(member);
  return id => members.some(member => id === member || (member.endsWith('/') && id.startsWith(member)));
};
const everyStart = sources(
  'version.ts',
  'lib/files/atomic-file.ts',
  'lib/files/place-file.ts',
  'lib/clock.ts',
  'lib/failure.ts',
  'lib/files/file-errors.ts',
  'lib/files/folder.ts',
  'lib/json/is-object.ts',
  'lib/loopback.ts',
  'lib/text/nearest.ts',
  'lib/output-formats.ts',
  'terminal/fields.ts',
  'settings/config-dir.ts',
  'terminal/message-text.ts',
  'terminal/stdout.ts',
  'contract/',
  'cli/command.ts',
  'cli/command-metadata.ts',
  'cli/read-words.ts',
  'cli/help-page.ts',
  'cli/option.ts',
  'cli/topics/index.ts',
  'cli/topics/columns.ts',
  'commands/index.ts',
  'app/help.ts',
  'app/read-line.ts',
  'app/output-options.ts',
  'app/own-commands.ts',
  'app/run.ts',
  'app/service-access.ts',
  'app/signals.ts',
);
const ofCommandLines = sources('app/command-line.ts', 'app/usage-errors.ts');
const manyCommands = sources(
  'settings/schema.ts',
  'people/compare.ts',
  'people/custom-fields.ts',
  'people/tags.ts',
  'cli/options/body-options.ts',
  'cli/options/column-options.ts',
  'cli/dry-run.ts',
  'cli/options/list-options.ts',
  'cli/mutation.ts',
  'cli/resolve-id.ts',
  'cli/stdin.ts',
  'cli/verbs.ts',
);

const ofCompletion = sources('app/complete-command.ts', 'completion/shells.ts', 'completion/values.ts');

/** What reads and changes settings; help and completion load none of it. */
const ofSettings = sources('settings/');

/** A request with its credential, as nearly every command sends it. */
const ofRequests = sources(
  'auth/credentials/credential.ts',
  'auth/origins.ts',
  'auth/session.ts',
  'http/client.ts',
  'http/errors/',
  'http/outcome.ts',
  'http/pages.ts',
  'http/targets.ts',
  'http/response-body.ts',
  'http/retry-policy.ts',
  'http/sender.ts',
  'http/url.ts',
);

/** What is said and shown, in whatever format. */
const ofTerminals = sources(
  'lib/text/addresses.ts',
  'terminal/create-terminal.ts',
  'terminal/formats/cell.ts',
  'terminal/formats/csv.ts',
  'terminal/formats/json.ts',
  'terminal/formats/measure.ts',
  'terminal/formats/tsv.ts',
  'terminal/formats/writer.ts',
  'terminal/prompts.ts',
  'terminal/record-printer.ts',
  'terminal/shown-text.ts',
  'terminal/stderr.ts',
);

/** `import text from 'file?raw'`: a file as text, for pages that are put together from such. */
const rawText = {
  name: 'raw-text',
  resolveId: {
    filter: { id: /\?raw$/ },
    /** @type {(this: import('rolldown').PluginContext, id: string, importer?: string) => Promise<string | null>} */
    async handler(id, importer) {
      const found = await this.resolve(id.replace(/\?raw$/, ''), importer);
      return found && `${found.id}?raw`;
    },
  },
  load: {
    filter: { id: /\?raw$/ },
    /** @type {(id: string) => string} */
    handler: id => `export default ${JSON.stringify(readFileSync(id.replace(/\?raw$/, ''), 'utf8'))};`,
  },
};

const licences = license({
  thirdParty: {
    includePrivate: false,
    output: {
      file: 'dist/LICENSES.txt',
      // Modules are found in any order; two builds are the same all the same.
      template: packages => {
        const sorted = packages.toSorted((a, b) =>
          `${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1,
        );
        return sorted.map(each => each.text()).join('\n\n---\n\n');
      },
    },
  },
});
/** The modules that tables are made of, whose licences count as well. @type {[string, { renderedLength: number }][]} */
const modulesOfTables = [];

/**
 * `*.table.ts`: what takes long to make is made here, and not at each start. Such a module gives out a single value, which
 * JSON can hold.
 *
 * @type {import('rolldown').Plugin}
 */
const tables = {
  name: 'tables',
  load: {
    filter: { id: /\.table\.ts$/ },
    async handler(id) {
      const { output } = await build({
        input: id,
        platform: 'node',
        plugins: [licences],
        write: false,
        output: { format: 'esm' },
      });
      for (const id of Object.keys(output[0].modules)) modulesOfTables.push([id, { renderedLength: 0 }]);
      const code = Buffer.from(output[0].code).toString('base64');
      const { default: table } = await import(`data:text/javascript;base64,${code}`);
      const json = JSON.stringify(table);
      const value = typeof table === 'string' ? json : `JSON.parse(${JSON.stringify(json)})`;
      return { code: `export default ${value};`, moduleType: 'js' };
    },
  },
};

verifyInstalled(new URL('..', import.meta.url));
const line = versionLine(manifest.version, process.env);

const { output } = await build({
  // The native keychain library is loaded by a process of its own, and only when it is installed.
  input: {
    main: 'src/main.ts',
    'keychain-process': 'src/auth/credentials/keychain-process.ts',
    'describe-commands': 'src/app/describe-commands.ts',
  },
  platform: 'node',
  // juice needs the part of cheerio that neither fetches pages nor repairs HTML: a fifth of the whole.
  resolve: { alias: { cheerio: 'cheerio/slim' } },
  logLevel: 'warn',
  onLog: (level, log, report) => report(level === 'warn' ? 'error' : level, log),
  // How long plugins take on a busy machine is no warning for whoever installs this.
  checks: { pluginTimings: false },
  external: (id, importer) => id === '@napi-rs/keyring' || (isBuiltin(id) && standInAt(id, importer) < 0),
  transform: {
    target: 'node20',
    define: { __VERSION__: JSON.stringify(manifest.version), __VERSION_LINE__: JSON.stringify(line) },
  },
  plugins: [withStandIns, oneCopy, rawText, tables, licences],
  output: {
    dir: 'dist',
    format: 'cjs',
    // `require` is quicker for what Node has built in, and all that the standalone executable can do.
    dynamicImportInCjs: false,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    cleanDir: true,
    minify: true,
    codeSplitting: {
      groups: [
        { name: 'program', test: id => id.includes('/agent-cli-detector/') || everyStart(id), priority: 3 },
        { name: 'command-line', test: id => id.includes('/commander/') || ofCommandLines(id), priority: 2 },
        { name: 'commands', test: manyCommands, priority: 2 },
        { name: 'complete-command', test: ofCompletion, priority: 2 },
        { name: 'settings', test: ofSettings, priority: 1 },
        { name: 'requests', test: ofRequests, priority: 0 },
        { name: 'terminal', test: ofTerminals, priority: 0 },
      ],
    },
  },
});

writeFileSync('dist/version.txt', `${line}\n`);
// What is in the bundle, with its bytes before it is minified, for the tests of licences and sizes: not packed.
const modules = output.flatMap(chunk => (chunk.type === 'chunk' ? Object.entries(chunk.modules) : []));
const bytes = Object.fromEntries(
  [...modulesOfTables, ...modules].map(([id, { renderedLength }]) => [relative('.', id), renderedLength]),
);
writeFileSync('dist/.modules.json', JSON.stringify(bytes, null, 1));
await writeRecords();

/** What the command records say, a file each, for help and completion; what has made them is not packed. */
async function writeRecords() {
  const maker = new URL('../dist/describe-commands.cjs', import.meta.url);
  /** @type {typeof import('../src/app/describe-commands.ts')} */
  const { describeCommands } = createRequire(import.meta.url)(fileURLToPath(maker));
  mkdirSync('dist/records');
  for (const [name, record] of Object.entries(await describeCommands())) {
    writeFileSync(`dist/records/${name}.json`, JSON.stringify(record));
  }
  rmSync(maker);
}
