/** `imports undo`: takes an import back. */

import type { SubscriberPatch } from '../../bulk/subscriber-patch.ts';
import { command } from '../../cli/command.ts';
import { flag, number, type OptionValues, text, wholeNumber } from '../../cli/option.ts';
import type { Context } from '../../context.ts';
import type { FoundRun } from '../../import/account/local-runs.ts';
import { Failure } from '../../lib/failure.ts';
import type { Row, View } from '../../terminal/terminal.ts';

const view: View = {
  plural: 'undone imports',
  columns: ['run', 'file', 'restored', 'edited', 'created', 'failed', 'verified'],
  fields: [
    'run',
    'file',
    'restored',
    'edited',
    'created',
    'failed',
    'gone',
    'verified',
    'people',
    'dry_run',
    'requests',
  ],
};

const options = {
  tagCreated: text('--tag-created <name>', 'add this tag to the subscribers that the import created'),
  status: text('--status <status>', 'give this status to the subscribers that the import created'),
  resume: flag('--resume', 'resume an interrupted undo'),
  concurrency: number('--concurrency <n>', 'requests to run at a time', wholeNumber, { default: 4 }),
  report: text('--report <file>', 'NDJSON: a line for each subscriber'),
};

export type UndoOptions = OptionValues<typeof options>;

export const undo = command({
  name: 'undo',
  description:
    'Undo an import. Subscribers it changed get their previous fields and tags back; those edited since are kept and listed. Subscribers it created stay, since the service cannot delete them: they are listed, and can be marked. Only imports that were compared with the account can be undone, for 90 days, on the machine that made them.',
  arguments: [
    {
      name: '[run]',
      description: 'id of the run (default: the latest that changed this account); see imports list --local',
    },
  ],
  options,
  requests: ['listImports', 'listSubscribers', 'updateSubscriber'],
  output: view,
  codes: [
    'confirmation_needed',
    'declined',
    'partly_done',
    'not_undoable',
    'unfinished_undo',
    'import_running',
  ],
  examples: [
    ['show what it would do', 'newsletter imports undo --dry-run'],
    ['undo the last import', 'newsletter imports undo'],
    [
      'undo an earlier one, and tag the subscribers it created',
      'newsletter imports undo 3f9c2a1e --tag-created "imported by mistake"',
    ],
  ],
  run: async (context, [id], flags) => await run(context, await wantedRun(context, id), flags),
});

async function wantedRun(context: Context, id: string | undefined): Promise<FoundRun> {
  const { changedNothing, localRuns, runWithId, whyNotUndone } = await import(
    '../../import/account/local-runs.ts'
  );
  const { configDir } = context;
  const service = await context.baseUrl();
  const account = await context.account();
  const isHere = ({ run }: FoundRun) => run.base_url === service && run.account === account.id;
  const [latest, ...earlier] = id === undefined ? localRuns(configDir).filter(isHere) : [];
  const found =
    id === undefined
      ? [latest, ...earlier].find(one => one !== undefined && !changedNothing(one.run))
      : runWithId(configDir, id);
  if (found === undefined) {
    const which = latest === undefined ? '' : ' that changed anything';
    throw new Failure('not_found', `this machine has made no import into ${account.name}${which}`, {
      hint: 'newsletter imports list --local',
    });
  }
  if (latest !== undefined && found !== latest)
    context.terminal.note(`run ${latest.run.id} changed nothing; the latest that did is run ${found.run.id}`);
  if (!isHere(found)) {
    const { account_name, profile } = found.run;
    throw new Failure('wrong_account', `run ${found.run.id} went to another account: ${account_name}`, {
      hint: `newsletter imports undo ${found.run.id} --profile ${profile}`,
    });
  }
  const why = whyNotUndone(found.run, found.folder);
  if (why !== undefined && found.run.undone_at === null)
    throw new Failure('not_undoable', `run ${found.run.id} cannot be undone: ${why}`);
  return found;
}

async function run(context: Context, found: FoundRun, flags: UndoOptions): Promise<void> {
  const { undoImport } = await import('../../import/undo/undo-import.ts');
  const { terminal, configDir, interrupted } = context;
  const result = await undoImport(
    found,
    { ...flags, resume: flags.resume === true, dryRun: context.options.dryRun === true },
    {
      terminal,
      configDir,
      stop: interrupted,
      holdOn: lastWords => context.holdOn(lastWords),
      // What is under way is brought to its end: the first Ctrl-C must not cut it off.
      api: await context.api(new AbortController().signal),
      beforeWrite: () => context.beforeWrite(),
    },
  );
  const requests = result.first && (await shownRequests(context, result.first));
  if (terminal.isStructured)
    await terminal.record({ ...result.summary, ...(requests && { requests }) }, view);
  if (result.failure !== undefined) throw result.failure;
}

/** The first requests of a dry run: as data, or told on stderr. */
async function shownRequests(context: Context, patches: readonly SubscriberPatch[]): Promise<readonly Row[]> {
  const { curlText, rowOf } = await import('../../cli/dry-run.ts');
  const api = await context.api();
  const previews = patches.map(({ id, body }) => api.preview('updateSubscriber', { id, body }));
  if (!context.terminal.isStructured) {
    const lines = await Promise.all(previews.map(preview => curlText(context, preview)));
    const text = lines.length === 0 ? [] : ['as curl lines (only the first ones):', ...lines];
    context.terminal.show([...text, 'nothing was sent (--dry-run)'].join('\n'));
  }
  return await Promise.all(previews.map(preview => rowOf(context, preview)));
}
