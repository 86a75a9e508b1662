/** `imports merge`: adds up the summaries of the shares of an import. */
import { command } from '../../cli/command.ts';
import { flag } from '../../cli/option.ts';
import type { Context } from '../../context.ts';
import type { MergedSummary } from '../../import/shards/merge-summaries.ts';
import { summaryCounts } from '../../import/summary.ts';
import type { View } from '../../terminal/terminal.ts';

const view: View = {
  plural: 'shares',
  columns: ['file', 'of', 'missing', ...summaryCounts, 'rejects_files'] satisfies (keyof MergedSummary)[],
  fields: [
    'file',
    'of',
    'missing',
    ...summaryCounts,
    'compared',
    'not_compared',
    'verified',
    'jobs',
    'mapping',
    'ignored_columns',
    'ignored',
    'reasons',
    'suppressions',
    'risks',
    'warnings',
    'files',
    'rejects_files',
    'runs',
    'dry_run',
    'elapsed_seconds',
  ] satisfies (keyof MergedSummary)[],
};

export const merge = command({
  name: 'merge',
  description:
    'Add up the summaries of an import with --shard. Reports shares that are missing, occur twice or belong to another file. The exit status is that of the whole import.',
  arguments: [
    {
      name: '<summary...>',
      description: 'files that `import --shard i/n --summary` wrote',
      completes: 'file',
    },
  ],
  options: {
    allowRejects: flag('--allow-rejects', 'do not exit with 8 because of rejected rows alone'),
  },
  requests: [],
  output: view,
  prints: 'record',
  codes: ['partly_done', 'nothing_accepted', 'outcome_unknown'],
  examples: [
    ['all shares', 'newsletter imports merge summary.*.json'],
    ['for a script', 'newsletter imports merge summary.*.json -o json'],
  ],
  run: async (context, [paths], { allowRejects }) => await addUp(context, paths, allowRejects === true),
});

async function addUp({ terminal }: Context, paths: readonly string[], allowRejects: boolean): Promise<void> {
  const { readShareSummary } = await import('../../import/shards/summary-file.ts');
  const { mergeSummaries, mergedFailure } = await import('../../import/shards/merge-summaries.ts');
  const shares = paths.map(path => readShareSummary(path));
  const merged = mergeSummaries(shares);
  await terminal.record({ ...merged }, view);
  const failure = mergedFailure(merged, shares, allowRejects);
  if (failure !== undefined) throw failure;
}
