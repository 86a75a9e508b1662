// One run of Vitest over instrumented modules, under the Node and with the Stryker of build/mutants: `run.js` starts it,
// watches its log, and starts it again where a fault made it hang. With a number it loads the modules with that fault.
import { appendFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';

const project = fileURLToPath(new URL('../..', import.meta.url));
/** @type {{ sources: Record<string, string>, tests: string[], statics?: { id: string, tests: string[] }[], log: string }} */
const { sources, tests, statics, log } = JSON.parse(readFileSync(process.env.MUTANTS_SESSION ?? '', 'utf8'));

const instrumented = {
  name: 'instrumented',
  enforce: /** @type {const} */ ('pre'),
  /** @type {(id: string) => string | undefined} */
  load: id => sources[id.replace(project, '')],
};

class AsGiven {
  /** @param {{ moduleId: string }[]} files */
  sort = async files => {
    const place = (/** @type {{ moduleId: string }} */ { moduleId }) =>
      tests.indexOf(moduleId.replace(project, ''));
    return [...files].sort((a, b) => place(a) - place(b));
  };
  /** @param {{ moduleId: string }[]} files */
  shard = async files => files;
}

const vitest = await createVitest(
  'test',
  {
    config: `${project}.config/vitest.config.ts`,
    watch: false,
    include: tests,
    pool: 'forks',
    maxWorkers: 1,
    maxConcurrency: 1,
    isolate: false,
    reporters: [{}],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    sequence: { sequencer: /** @type {any} */ (AsGiven) },
    ...(statics ? { bail: 1 } : { runner: `${project}test/mutants/runner.js` }),
  },
  { plugins: [instrumented] },
);
if (statics === undefined) await vitest.start();
else
  for (const { id, tests: own } of statics) {
    // Modules look at it when they are loaded.
    process.env.__STRYKER_ACTIVE_MUTANT__ = id;
    appendFileSync(log, `try\t${id}\tloading\n`);
    vitest.state.filesMap.clear();
    vitest.state.errorsSet.clear();
    try {
      await vitest.start(own);
      const failed = vitest.state.getFiles().find(file => file.result?.state === 'fail');
      if (failed) appendFileSync(log, `noticed\t${id}\t${failed.name}\tloaded with it\n`);
      else appendFileSync(log, `done\t${id}\n`);
    } catch (error) {
      // Vitest itself could not begin: that says nothing about the fault, which must not count as one that made it hang.
      appendFileSync(log, `error\t${String(Object(error).message).split('\n')[0]}\ndone\t${id}\n`);
    }
  }
// A worker that has ended by itself leaves files without a result.
const unfinished = vitest.state.getFiles().filter(({ result }) => result?.state === undefined);
for (const { name } of unfinished) appendFileSync(log, `unfinished\t${name}\n`);
for (const error of vitest.state.getUnhandledErrors())
  appendFileSync(log, `error\t${String(Object(error).message).split('\n')[0]}\n`);
if (unfinished.length === 0) appendFileSync(log, 'end\n');
await vitest.close();
process.exit();
