import { type CommandGroup, command } from '../../cli/command.ts';
import { exampleId } from '../../cli/example-id.ts';
import { flag, number, seconds } from '../../cli/option.ts';
import { getVerb, listVerb } from '../../cli/verbs.ts';
import { viewOf } from '../../cli/views.ts';
import type { Context } from '../../context.ts';
import { endpoints, type SubscriberImport } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import { forgetRun, listLocalRuns, localView } from './local.ts';
import { merge } from './merge.ts';
import { undo } from './undo.ts';

const view = viewOf(endpoints.getImport.response);

const jobs = listVerb({
  endpoint: 'listImports',
  description: 'List the import jobs; with --local the imports that this machine has made.',
  empty: 'newsletter import <file.csv>',
  examples: [
    ['the latest jobs', 'newsletter imports list'],
    ['all, for a script', 'newsletter imports list --all -o ndjson'],
    ['imports of this machine', 'newsletter imports list --local'],
  ],
});

/** `imports`: the jobs that `import` makes. */
export const imports: CommandGroup = {
  name: 'imports',
  description:
    'Import jobs at the service, which `newsletter import` makes and waits for, and what this machine keeps to take an import back.',
  examples: [
    ['the latest jobs', 'newsletter imports list'],
    ['take the last import back', 'newsletter imports undo'],
  ],
  commands: [
    command({
      ...jobs,
      options: {
        local: flag('--local', 'list the imports of this machine instead, and which can be undone'),
        ...jobs.options,
      },
      output: [view, localView],
      run: async (context, args, options, given) => {
        if (options.local === true) await listLocalRuns(context);
        else await jobs.run(context, args, options, given);
      },
    }),
    getVerb({
      description: 'Show one import job.',
      argument: { name: '<id>', description: 'id of the job', offers: 'import' },
      find: (api, id) => api.call('getImport', { id }),
      requests: ['getImport', 'listImports'],
      view,
      examples: [
        ['one job', `newsletter imports get ${exampleId}`],
        ['its state alone', `newsletter imports get ${exampleId} --json=status`],
      ],
    }),
    command({
      name: 'watch',
      description:
        'Wait until an import job has completed or failed. Exit status 8 when it failed, 9 when time is up.',
      arguments: [{ name: '<id>', description: 'id of the job', offers: 'import' }],
      options: {
        waitTimeout: number('--wait-timeout <seconds>', 'how long to wait', seconds, { default: 3600 }),
      },
      requests: ['getImport', 'listImports'],
      output: view,
      codes: ['import_failed', 'still_running'],
      examples: [
        ['wait for a job', `newsletter imports watch ${exampleId}`],
        ['for ten minutes at the most', `newsletter imports watch ${exampleId} --wait-timeout 600`],
      ],
      run: async (context, [id], { waitTimeout }) => await watchJob(context, id, waitTimeout),
    }),
    merge,
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
    job = await pollJob(api, first, timeout, seen, context.interrupted);
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
