// Makes the faults of modules, under the Node and with the Stryker of build/mutants: prints the modules with all their faults
// in them, each behind a switch, and the list of the faults.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const stryker = `${project}build/mutants/node_modules/@stryker-mutator/instrumenter/dist/src/index.js`;
const { Instrumenter } = await import(stryker);
const nothing = () => {};
const logger = { debug: nothing, info: nothing, warn: nothing, isDebugEnabled: () => false };

const modules = process.argv.slice(2);
const { files, mutants } = await new Instrumenter(logger).instrument(
  modules.map(name => ({ name, mutate: true, content: readFileSync(project + name, 'utf8') })),
  // Texts for people are proven by reading them.
  { plugins: null, ignorers: [], excludedMutations: ['StringLiteral'] },
);
const sources = Object.fromEntries(
  files.map((/** @type {{ name: string, content: string }} */ { name, content }) => [name, content]),
);
process.stdout.write(JSON.stringify({ sources, mutants }));
