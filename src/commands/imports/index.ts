import { type CommandGroup, command, exampleImport } from '../../cli/command.ts';
import { number, seconds } from '../../cli/option.ts';
import { viewOf } from '../../cli/options/list-options.ts';
import { getVerb, listVerb } from '../../cli/verbs.ts';
import type { Context } from '../../context.ts';
import { endpoints, type SubscriberImport } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';

const view = viewOf(endpoints.getImport.response);

const jobs = listVerb({
  endpoint: 'listImports',
  description: 'List import jobs and their status. Imports made on this machine: newsletter undo.',
  empty: 'newsletter import <file.csv>',
  examples: [
    ['the latest jobs', 'newsletter imports list'],
    ['all, for a script', 'newsletter imports list --all -o ndjson'],
  ],
});

/** `imports`: the jobs that `import` makes. */
export const imports: CommandGroup = {
  name: 'imports',
  description: 'Show import jobs.',
  examples: [
    ['the latest jobs', 'newsletter imports list'],
    ['wait for one', `newsletter imports watch ${exampleImport}`],
  ],
  commands: [
    jobs,
    getVerb({
      description: 'Show one import job: status and counts.',
      argument: { name: '<id>', description: 'id of the job' },
      find: (api, id) => api.call('getImport', { id }),
      requests: ['getImport'],
      view,
      examples: [
        ['one job', `newsletter imports get ${exampleImport}`],
        ['only its status', `newsletter imports get ${exampleImport} --json=status`],
      ],
    }),
    command({
      name: 'watch',
      description: 'Wait until an import job completes or fails. Exit status 8 if it failed, 9 on timeout.',
      arguments: [{ name: '<id>', description: 'id of the job' }],
      options: {
        waitTimeout: number('--wait-timeout <seconds>', 'seconds to wait', seconds, { default: 3600 }),
      },
      requests: ['getImport'],
      output: view,
      prints: 'record',
      codes: ['import_failed', 'still_running'],
      examples: [
        ['wait for a job', `newsletter imports watch ${exampleImport}`],
        ['wait at most ten minutes', `newsletter imports watch ${exampleImport} --wait-timeout 600`],
      ],
      run: async (context, [id], { waitTimeout }) => await watchJob(context, id, waitTimeout),
    }),
  ],
};

async function watchJob(context: Context, id: string, timeout: number): Promise<void> {
  const [{ jobCount, rowsProcessed }, { pollJob }] = await Promise.all([
    import('../../import/jobs/job.ts'),
    import('../../import/jobs/poll-job.ts'),
  ]);
  const { terminal } = context;
  const api = await context.api();
  const progress = terminal.progress('importing');
  let job: SubscriberImport;
  try {
    const first = await api.call('getImport', { id });
    const seen = (record: SubscriberImport) => {
      const total = jobCount(record.total_count);
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
