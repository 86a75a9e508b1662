// Makes the faults of modules, under the Node and with the Stryker of build/mutants: prints the modules with all their faults
// in them, each behind a switch, and the list of the faults. What a module makes once, when it is loaded, is made anew each time
// it is used: else a fault in it would need the module loaded once more, which takes as long as a hundred others.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const stryker = `${project}build/mutants/node_modules/@stryker-mutator/instrumenter/dist/src/index.js`;
const { Instrumenter } = await import(stryker);
const babel = await import(`${project}build/mutants/node_modules/@babel/core/lib/index.js`);
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

/** What may be made several times: values made of others. A `new` of something else may hold what changes. @type {(path: any) => boolean} */
function isValue(path) {
  let isOne = path.node !== null && !path.isFunction();
  let hasFault = false;
  path.traverse({
    /** @param {any} inner */
    enter(inner) {
      if (inner.isAwaitExpression() || inner.isAssignmentExpression() || inner.isUpdateExpression())
        isOne = false;
      if (inner.isNewExpression() && !['RegExp', 'Set', 'Map'].includes(inner.node.callee.name))
        isOne = false;
      if (inner.isIdentifier({ name: 'stryMutAct_9fa48' })) hasFault = true;
    },
  });
  return isOne && hasFault;
}

/** Makes `const a = …` of a module `const a$ = () => …`, and each use of it a call. @type {(source: string, filename: string) => string} */
function madeWhenUsed(source, filename) {
  const own = { configFile: false, babelrc: false, filename };
  const ast = babel.parseSync(source, { ...own, parserOpts: { plugins: ['typescript'] } });
  const { types } = babel;
  babel.traverse(ast, {
    /** @param {any} program */
    Program(program) {
      for (const statement of program.get('body')) {
        if (!statement.isVariableDeclaration({ kind: 'const' })) continue;
        for (const declaration of statement.get('declarations')) {
          const { id } = declaration.node;
          const names = id.type === 'ArrayPattern' ? id.elements : [id];
          const isNamed = names.every((/** @type {any} */ name) => name?.type === 'Identifier');
          if (!isNamed || !isValue(declaration.get('init'))) continue;
          const maker = types.identifier(`${names.map((/** @type {any} */ { name }) => name).join('$')}$`);
          for (const [at, { name }] of names.entries())
            for (const use of program.scope.getBinding(name).referencePaths) {
              if (use.parent.type.startsWith('TS') && use.parent.expression !== use.node) continue;
              if (use.parentPath.isObjectProperty({ shorthand: true })) use.parent.shorthand = false;
              const made = types.callExpression(maker, []);
              const part = types.memberExpression(made, types.numericLiteral(at), true);
              use.replaceWith(id.type === 'ArrayPattern' ? part : made);
            }
          declaration.node.id = maker;
          declaration.node.init = types.arrowFunctionExpression([], declaration.node.init);
        }
      }
    },
  });
  return babel.transformFromAstSync(ast, source, { ...own, retainLines: true }).code;
}

const modules = process.argv.slice(2);
const { files, mutants } = await new Instrumenter(logger).instrument(
  modules.map(name => ({ name, mutate: true, content: readFileSync(project + name, 'utf8') })),
  // Texts for people are proven by reading them.
  { plugins: null, ignorers: [{ shouldIgnore }], excludedMutations: ['StringLiteral'] },
);
const sources = Object.fromEntries(
  files.map((/** @type {{ name: string, content: string }} */ { name, content }) => [
    name,
    madeWhenUsed(content, name),
  ]),
);
process.stdout.write(JSON.stringify({ sources, mutants }));
