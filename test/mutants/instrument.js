// Makes the faults of modules, under the Node and with the Stryker of build/mutants: prints the modules with all their faults
// in them, each behind a switch, and the list of the faults.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const stryker = `${project}build/mutants/node_modules/@stryker-mutator/instrumenter/dist/src/index.js`;
const { Instrumenter } = await import(stryker);
const nothing = () => {};
const logger = { debug: nothing, info: nothing, warn: nothing, isDebugEnabled: () => false };

/** Whether a block catches an error at the end of a function and only returns undefined, as the function does without it. @type {(path: any) => boolean} */
function isPlainEnd({ node, parent, parentPath }) {
  if (node.type !== 'BlockStatement' || parent?.type !== 'CatchClause' || node.body.length !== 1)
    return false;
  const [statement] = node.body;
  const trial = parentPath.parentPath;
  const isLast = trial.parentPath.parentPath?.isFunction() === true && trial.container.at(-1) === trial.node;
  return isLast && statement.type === 'ReturnStatement' && statement.argument?.name === 'undefined';
}

/** What a failure says beside its message is text as well. @type {(path: any) => string | undefined} */
function shouldIgnore(path) {
  if (isPlainEnd(path)) return 'the same without it';
  const { node, parent } = path;
  const isText =
    node.type === 'ObjectExpression' &&
    (parent?.callee?.name === 'Failure' || parent?.callee?.property?.name === 'reworded') &&
    node.properties.every((/** @type {any} */ property) =>
      ['hint', 'details', 'cause'].includes(property.key?.name),
    );
  return isText ? 'texts for people' : undefined;
}

const modules = process.argv.slice(2);
const { files, mutants } = await new Instrumenter(logger).instrument(
  modules.map(name => ({ name, mutate: true, content: readFileSync(project + name, 'utf8') })),
  // Texts for people are proven by reading them.
  { plugins: null, ignorers: [{ shouldIgnore }], excludedMutations: ['StringLiteral'] },
);
const sources = Object.fromEntries(
  files.map((/** @type {{ name: string, content: string }} */ { name, content }) => [name, content]),
);
process.stdout.write(JSON.stringify({ sources, mutants }));
