// `npm run sbom`: writes dist/newsletter.cdx.json, the CycloneDX bill of what is in the package: the libraries whose
// code is in the bundle, and the optional ones that are installed beside it. The release publishes it. With a second file, as
// `npm run standalone` calls it, that gets the bill of the executable: the same, and the Node that runs this.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import manifest from '../package.json' with { type: 'json' };

/** What npm knows of everything that is installed, development tools included. */
const bom = JSON.parse(
  execFileSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
    {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: 120_000,
    },
  ),
);
/** @type {string[]} */
const modules = Object.keys(JSON.parse(readFileSync('dist/.modules.json', 'utf8')));
const folders = modules.map(path => /.*node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(path)?.[0]);
const bundled = new Set(
  [...new Set(folders.filter(folder => folder !== undefined))].map(folder => {
    const { name, version } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
    return `${name}@${version}`;
  }),
);
const optional = Object.keys(manifest.optionalDependencies);

/**
 * @typedef {{ 'bom-ref': string, name: string, version: string }} Component
 * @type {(component: Component) => boolean}
 */
const isShipped = ({ name, version }) =>
  bundled.has(`${name}@${version}`) || optional.some(own => name === own || name.startsWith(`${own}-`));
/** @type {Component[]} */
const components = bom.components.filter(isShipped);
const kept = new Set([
  bom.metadata.component['bom-ref'],
  ...components.map(component => component['bom-ref']),
]);
bom.components = components;
bom.metadata.component.name = manifest.name;
bom.dependencies = bom.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(each => kept.has(each)) }));
const missing = [...bundled].filter(
  each => !components.some(({ name, version }) => each === `${name}@${version}`),
);
if (missing.length > 0) throw new Error(`in the bundle, and not in the bill: ${missing.join(', ')}`);
writeFileSync('dist/newsletter.cdx.json', `${JSON.stringify(bom, null, 2)}\n`);
const [, , executable] = process.argv;
if (executable !== undefined) {
  const { node, ...parts } = process.versions;
  /** @type {(name: string, version: string) => object} */
  const library = (name, version) => ({
    type: 'library',
    'bom-ref': `node/${name}@${version}`,
    name,
    version,
  });
  // What Node itself is made of, as it says: OpenSSL, V8 and the like.
  const inside = Object.entries(parts)
    .filter(([, version]) => version !== undefined && /\d\./.test(version))
    .map(([name, version = '']) => library(name, version));
  const runtime = { ...library('node', node), purl: `pkg:generic/node@${node}`, components: inside };
  const own = { ...bom, components: [...components, runtime] };
  writeFileSync(executable, `${JSON.stringify(own, null, 2)}\n`);
}
process.stdout.write(`dist/newsletter.cdx.json: ${components.length} components\n`);
