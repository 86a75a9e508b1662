/** What updates of many people have in common: options, and how their outcome is printed. */

import type { Context } from '../context.ts';
import { integer } from '../contract/schema.ts';
import type { PeopleFilter } from '../people/filter/subscriber-filter.ts';
import type { UpdateResult, UpdateSettings, UpdateSurroundings } from '../subscribers/update/carry-out.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { View } from '../terminal/terminal.ts';
import { accountHere } from './account-here.ts';
import { flag, number, optionGroup, text, wholeNumber } from './option.ts';

export const sendingOptions = optionGroup('Many at once', {
  maxChanges: number(
    '--max-changes <n>',
    'change nothing if more subscribers than this would change',
    wholeNumber,
  ),
  concurrency: number('--concurrency <n>', 'requests to run at a time', wholeNumber, { default: 4 }),
  report: text('--report <file>', 'NDJSON: a line for each subscriber'),
});

/** `--resume`. */
export const resumeOption = flag('--resume', 'go on with the latest update that was interrupted');

export const updateView: View = {
  plural: 'updates',
  columns: ['run', 'matched', 'to_change', 'changed', 'unchanged', 'failed', 'edited', 'missing', 'dry_run'],
  kinds: {
    run: { kind: 'text', nullable: true },
    ...Object.fromEntries(
      ['matched', 'to_change', 'changed', 'unchanged', 'failed', 'edited'].map(name => [name, integer]),
    ),
    missing: { kind: 'list', of: { kind: 'text' } },
    dry_run: { kind: 'boolean' },
    requests: { kind: 'list', of: { kind: 'anything' } },
  },
};

/** The codes in which an update of many people can end. */
export const updateCodes = [
  'confirmation_needed',
  'declined',
  'partly_done',
  'too_many_changes',
  'update_running',
  'not_found',
  'invalid_filter',
  'empty_file',
] as const;

/** Carries an update out, and prints what became of it. @param isUndo whether it takes another one back */
export async function printUpdate(
  context: Context,
  flags: {
    readonly maxChanges?: number | undefined;
    readonly concurrency: number;
    readonly report?: string | undefined;
  },
  filter: PeopleFilter | undefined,
  work: (settings: UpdateSettings, surroundings: UpdateSurroundings) => Promise<UpdateResult>,
  isUndo = false,
): Promise<void> {
  const { terminal, configDir, interrupted } = context;
  const { AllSubscribers } = await import('../people/read-all.ts');
  const account = await accountHere(context);
  const settings = {
    concurrency: flags.concurrency,
    maxChanges: flags.maxChanges,
    report: flags.report,
    dryRun: context.options.dryRun === true,
  };
  const { summary, failure, shown } = await work(settings, {
    terminal,
    configDir,
    account,
    reader: new AllSubscribers(await context.api(), { perPage: undefined, query: {}, filter }),
    // What is under way is brought to its end: the first Ctrl-C must not cut it off.
    api: await context.api(new AbortController().signal),
    stop: interrupted,
    holdOn: lastWords => context.holdOn(lastWords),
    beforeWrite: () => context.beforeWrite(),
  });
  if (settings.dryRun) await showPlan(context, summary, shown);
  else
    await terminal.answer(
      `Changed ${counted(summary.changed, 'person', 'people')}`,
      { ...summary },
      updateView,
    );
  if (summary.run !== null && summary.changed > 0 && !isUndo && !terminal.isStructured) {
    terminal.note(`to undo it: newsletter subscribers undo ${summary.run}`);
  }
  if (failure !== undefined) throw failure;
}

/** A dry run: the first few requests, as data or as curl lines. */
async function showPlan(
  context: Context,
  summary: UpdateResult['summary'],
  shown: UpdateResult['shown'],
): Promise<void> {
  const [{ curlText, rowOf }, { bodyOf }] = await Promise.all([
    import('./dry-run.ts'),
    import('../subscribers/update/wishes.ts'),
  ]);
  const { terminal } = context;
  const api = await context.api();
  const previews = shown.map(step => api.preview('updateSubscriber', { id: step.id, body: bodyOf(step) }));
  if (terminal.isStructured) {
    const requests = await Promise.all(previews.map(preview => rowOf(context, preview)));
    return await terminal.record({ ...summary, requests }, updateView);
  }
  const lines = await Promise.all(previews.slice(0, 1).map(preview => curlText(context, preview)));
  const first = summary.to_change > 1 ? `, the first of ${grouped(summary.to_change)}` : '';
  if (lines.length > 0) terminal.show([`as a curl line${first}:`, ...lines].join('\n'));
  terminal.note('nothing was sent (--dry-run)');
  await terminal.answer(
    `${counted(summary.to_change, 'person', 'people')} would change`,
    { ...summary },
    updateView,
  );
}
