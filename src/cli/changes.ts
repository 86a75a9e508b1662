/** Shared by the commands that change many people: their options, and how their outcome is printed. */
import type { ChangeContext, ChangeResult, ChangeSettings } from '../changes/carry-out.ts';
import type { Change, Step } from '../changes/change.ts';
import type { Context } from '../context.ts';
import { fieldsFrom } from '../contract/schema.ts';
import type { ListQuery } from '../people/read-all.ts';
import { counted, firstOf, grouped } from '../terminal/numbers.ts';
import type { Row, View } from '../terminal/terminal.ts';
import { accountHere } from './account-check.ts';
import { number, type OptionValues, optionGroup, text, wholeNumber } from './option.ts';

export const sendingOptions = optionGroup('Many at once', {
  maxChanges: number(
    '--max-changes <n>',
    'change nothing if more subscribers than this would change',
    wholeNumber,
  ),
  concurrency: number('--concurrency <n>', 'requests to run at a time', wholeNumber, { default: 4 }),
  report: text('--report <file>', 'NDJSON: a line for each subscriber, also of a dry run'),
});

export type SendingFlags = OptionValues<typeof sendingOptions>;

export const updateView: View = {
  plural: 'updates',
  columns: ['run', 'matched', 'to_change', 'changed', 'unchanged', 'failed', 'missing', 'dry_run'],
  kinds: fieldsFrom(
    'run:text? matched:integer to_change:integer changed:integer unchanged:integer',
    'failed:integer address_in_use:integer missing:texts dry_run:boolean changes:maps~',
    'not_shown:integer~ requests:maps~',
  ),
};

/** Failure codes of updating many people. */
export const updateCodes = [
  'confirmation_needed',
  'declined',
  'partly_done',
  'stopped_early',
  'too_many_changes',
  'already_running',
  'not_found',
  'invalid_filter',
] as const;

export function settingsOf({ options }: Context, flags: SendingFlags): ChangeSettings {
  const { concurrency, maxChanges, report } = flags;
  return { concurrency, maxChanges, report, dryRun: options.dryRun === true };
}

/** What changing people needs of the command. @param people selects them (default: all) */
export async function changeContext(context: Context, people: ListQuery = {}): Promise<ChangeContext> {
  const { terminal, configDir, interrupted, typed } = context;
  const [{ AllSubscribers }, { accountName }, { addressKey }] = await Promise.all([
    import('../people/read-all.ts'),
    import('../auth/account.ts'),
    import('../import/rows/values/email-address.ts'),
  ]);
  const [account, { name }, { profile }, reading] = await Promise.all([
    accountHere(context),
    context.account(),
    context.settings(),
    context.api(),
  ]);
  return {
    terminal,
    configDir,
    account,
    accountName: accountName({ name }),
    profile,
    typed,
    reader: () => new AllSubscribers(reading, people),
    // The first Ctrl-C must not abort requests under way.
    api: await context.api(new AbortController().signal),
    stop: interrupted,
    deferExit: lastWords => context.deferExit(lastWords),
    beforeWrite: () => context.beforeWrite(),
    addressKey,
  };
}

/** Carries out an update and prints its summary. */
export async function printUpdate(
  context: Context,
  flags: SendingFlags,
  people: ListQuery,
  work: (settings: ChangeSettings, change: ChangeContext) => Promise<ChangeResult>,
): Promise<void> {
  const { terminal } = context;
  const settings = settingsOf(context, flags);
  const { summary, failure, shown, canUndo } = await work(settings, await changeContext(context, people));
  const { changed, to_change: planned, run } = summary;
  const said = settings.dryRun
    ? `${counted(planned, 'person', 'people')} would change`
    : `Changed ${counted(changed, 'person', 'people')}`;
  await printResult(context, { summary, shown, report: flags.report }, said, updateView);
  if (canUndo && run !== null && changed > 0 && !terminal.isStructured)
    terminal.note(`to undo it: newsletter undo ${run}`);
  if (failure !== undefined) throw failure;
}

/** A planned change as data, with the values before and after. */
export function changeRow(what: string, { email, id, before, after, status }: Change): Row {
  return { do: what, email, id, before, after, ...(status !== undefined && { status }) };
}

/** Prints a summary; of a dry run also the first few changes and requests. */
export async function printResult(
  context: Context,
  { summary, shown, report }: Pick<ChangeResult, 'summary' | 'shown'> & Pick<SendingFlags, 'report'>,
  sentence: string,
  view: View,
): Promise<void> {
  const { terminal } = context;
  const row: Row = terminal.isStructured
    ? { ...summary }
    : { ...summary, missing: firstOf(summary.missing, 3) };
  if (!summary.dry_run) return await terminal.answer(sentence, row, view);
  const { requestRow, showFirstRequests } = await import('./dry-run.ts');
  const api = await context.api();
  const preview = ({ id, body }: Step) => api.preview('updateSubscriber', { id, body });
  const previews = shown.map(preview);
  if (terminal.isStructured) {
    const changes = shown.map(step => changeRow(step.kind, step));
    const requests = previews.map(requestRow);
    const more = { changes, not_shown: summary.to_change - shown.length, requests };
    await terminal.record({ ...row, ...more }, view);
  } else {
    const which = summary.to_change > 1 ? `, the first of ${grouped(summary.to_change)}` : '';
    showFirstRequests(context, previews, which);
    await terminal.answer(sentence, row, view);
  }
  terminal.note('nothing was sent (--dry-run)');
  if (summary.to_change > shown.length && report === undefined)
    terminal.note(`to list all ${grouped(summary.to_change)}: --report <file>`);
}
