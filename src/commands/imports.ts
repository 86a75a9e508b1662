import type { Command } from 'commander';
import { requests } from '../cli/command-metadata.ts';
import { examples } from '../cli/examples.ts';
import { type ListFlags, listOptions, printList } from '../cli/list-options.ts';
import { seconds } from '../cli/option-parsers.ts';
import { viewOf } from '../cli/views.ts';
import type { Context } from '../context.ts';
import { endpoints, type SubscriberImport } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';

const { getImport } = endpoints;

/** `imports`: the jobs that `import` makes. */
export function register(parent: Command, context: Context): void {
  const imports = parent
    .command('imports')
    .summary('import jobs: list, get, watch')
    .description('Import jobs at the service. `newsletter import` makes them and waits for them.');
  examples(imports, [['the latest jobs', 'newsletter imports list']]);
  const list = listOptions(imports.command('list').description('List the import jobs.')).action(
    async (flags: ListFlags) => {
      await printList(context, 'listImports', {}, flags, 'newsletter import <file.csv>');
    },
  );
  requests(list, ['listImports']);
  examples(list, [
    ['the latest jobs', 'newsletter imports list'],
    ['all, for a script', 'newsletter imports list --all -o ndjson'],
  ]);
  const get = imports
    .command('get')
    .description('Show one import job.')
    .argument('<id>', 'id of the job')
    .action(async (id: string) => {
      const api = await context.api();
      await context.terminal.record(await api.call('getImport', { id }), viewOf(getImport.response));
    });
  requests(get, ['getImport']);
  examples(get, [
    ['one job', 'newsletter imports get 3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f'],
    ['its state alone', 'newsletter imports get 3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f --json status'],
  ]);
  const watch = imports
    .command('watch')
    .description(
      'Wait until an import job has completed or failed. Exit status 8 when it failed, 9 when time is up.',
    )
    .argument('<id>', 'id of the job')
    .option('--wait-timeout <seconds>', 'how long to wait', seconds, 3600)
    .action(async (id: string, options: { waitTimeout: number }) => {
      await watchJob(context, id, options.waitTimeout);
    });
  requests(watch, ['getImport'], { codes: ['import_failed', 'still_running'] });
  examples(watch, [
    ['wait for a job', 'newsletter imports watch 3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f'],
    [
      'for ten minutes at the most',
      'newsletter imports watch 3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f --wait-timeout 600',
    ],
  ]);
}

async function watchJob(context: Context, id: string, timeout: number): Promise<void> {
  const { pollJob } = await import('../import/jobs/poll-job.ts');
  const { terminal } = context;
  const api = await context.api();
  const progress = terminal.progress('importing');
  let job: SubscriberImport;
  try {
    const first = await api.call('getImport', { id });
    const seen = ({ status, total_count, created_count, updated_count, skipped_count }: SubscriberImport) => {
      progress.total(total_count);
      progress.update(created_count + updated_count + skipped_count, status);
    };
    job = await pollJob(api, first, timeout, seen, context.interrupted);
  } finally {
    progress.stop();
  }
  await terminal.record(job, viewOf(getImport.response));
  if (job.status === 'failed') {
    throw new Failure(
      'import_failed',
      `import ${id} failed: ${job.error_message ?? 'the service gave no reason'}`,
    );
  }
}
