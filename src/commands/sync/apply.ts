import { changeContext } from '../../cli/changes.ts';
import { command } from '../../cli/command.ts';
import { carryingOut } from './options.ts';
import { printSync, sendingCodes, syncView } from './result.ts';

/** `sync apply`: carries out a saved plan. */
export const apply = command({
  name: 'apply',
  description:
    'Carry out a plan of sync --plan-out. Does exactly that, or nothing if something has changed since.',
  arguments: [
    { name: '<plan>', description: 'file that newsletter sync --plan-out has saved', completes: 'file' },
  ],
  options: carryingOut,
  requests: ['listFields', 'createField', 'listSubscribers', 'saveSubscriber', 'updateSubscriber'],
  output: syncView,
  changesThisMachine: true,
  repeat: 'upsert',
  codes: ['plan_outdated', 'unfinished_undo', ...sendingCodes],
  examples: [
    ['carry out a plan', 'newsletter sync apply plan.json'],
    ['check that it still can be', 'newsletter sync apply plan.json --dry-run'],
  ],
  run: async (context, [plan], { concurrency, report }) => {
    const { applyPlan } = await import('../../sync/plan-file.ts');
    const { dryRun = false } = context.options;
    const result = await applyPlan(plan, { concurrency, report, dryRun }, await changeContext(context));
    await printSync(context, { sync: result.sync, dryRun, planOut: undefined }, result);
  },
});
