import { type CommandGroup, command } from '../../cli/command.ts';
import { exampleImport } from '../../cli/examples.ts';
import { flag, number, seconds } from '../../cli/option.ts';
import { undoCommand } from '../../cli/undo.ts';
import { getVerb, listVerb } from '../../cli/verbs.ts';
import { viewOf } from '../../cli/views.ts';
import type { Context } from '../../context.ts';
import { endpoints, type SubscriberImport } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import { forgetRun, listLocalRuns, localView } from './local.ts';

const view = viewOf(endpoints.getImport.response);

const jobs = listVerb({
  endpoint: 'listImports',
  description: 'List import jobs and their status; with --local, imports made on this machine.',
  empty: 'newsletter import <file.csv>',
  examples: [
    ['the latest jobs', 'newsletter imports list'],
    ['all, for a script', 'newsletter imports list --all -o ndjson'],
    ['imports made on this machine', 'newsletter imports list --local'],
  ],
});

const undo = undoCommand({
  latest: 'import',
  description:
    'Undo an import: the latest, or one run. The same as newsletter undo, which takes any run. Subscribers it changed get their previous fields and tags back; those edited since are kept and listed. Subscribers it created stay, since the service cannot delete them: they are listed, and can be marked. Only imports that were compared with the account can be undone, for 90 days, on the machine that made them.',
  which: 'id of the run (default: the latest that changed this account); see imports list --local',
  examples: [
    ['show what it would do', 'newsletter imports undo --dry-run'],
    ['undo the last import', 'newsletter imports undo'],
    [
      'undo an earlier one, and tag the subscribers it created',
      'newsletter imports undo 3f9c2a1e --tag-created "imported by mistake"',
    ],
  ],
});

/** `imports`: the jobs that `import` makes. */
export const imports: CommandGroup = {
  name: 'imports',
  description: 'Show import jobs, and undo imports made on this machine.',
  examples: [
    ['the latest jobs', 'newsletter imports list'],
    ['undo the last import', 'newsletter imports undo'],
  ],
  commands: [
    command({
      ...jobs,
      options: {
        local: flag('--local', 'list imports made on this machine instead, and whether they can be undone'),
        ...jobs.options,
      },
      output: [view, localView],
      run: async (context, args, options, given) => {
        if (options.local === true) await listLocalRuns(context);
        else await jobs.run(context, args, options, given);
      },
    }),
    getVerb({
      description: 'Show one import job: status and counts.',
      argument: { name: '<id>', description: 'id of the job', offers: 'import' },
      find: (api, id) => api.call('getImport', { id }),
      requests: ['getImport', 'listImports'],
      view,
      examples: [
        ['one job', `newsletter imports get ${exampleImport}`],
        ['only its status', `newsletter imports get ${exampleImport} --json=status`],
      ],
    }),
    command({
      name: 'watch',
      description: 'Wait until an import job completes or fails. Exit status 8 if it failed, 9 on timeout.',
      arguments: [{ name: '<id>', description: 'id of the job', offers: 'import' }],
      options: {
        waitTimeout: number('--wait-timeout <seconds>', 'seconds to wait', seconds, { default: 3600 }),
      },
      requests: ['getImport', 'listImports'],
      output: view,
      prints: 'record',
      codes: ['import_failed', 'still_running'],
      examples: [
        ['wait for a job', `newsletter imports watch ${exampleImport}`],
        ['wait at most ten minutes', `newsletter imports watch ${exampleImport} --wait-timeout 600`],
      ],
      run: async (context, [id], { waitTimeout }) => await watchJob(context, id, waitTimeout),
    }),
    undo,
    forgetRun,
  ],
};

async function watchJob(context: Context, id: string, timeout: number): Promise<void> {
  const { countOf, pollJob, rowsProcessed } = await import('../../import/jobs/poll-job.ts');
  const { terminal } = context;
  const api = await context.api();
  const progress = terminal.progress('importing');
  let job: SubscriberImport;
  try {
    const first = await api.call('getImport', { id });
    const seen = (record: SubscriberImport) => {
      const total = countOf(record.total_count);
      if (total !== undefined) progress.total(total);
      progress.update(rowsProcessed(record), record.status);
    };
    job = await pollJob(api, first, { timeout, onPoll: seen, signal: context.interrupted });
  } finally {
    progress.stop();
  }
  await terminal.record(job, view);
  if (job.status === 'failed') {
    throw new Failure(
      'import_failed',
      `import ${id} failed: ${job.error_message ?? 'the service gave no reason'}`,
    );
  }
}
