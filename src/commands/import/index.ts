import { command } from '../../cli/command.ts';
import { fileCodes } from '../../cli/command-metadata.ts';
import { inputsOf } from '../../cli/stdin.ts';
import { importFlags, importOptions } from './options.ts';
import { runImport, view } from './run.ts';
import { shardOf } from './shard.ts';

/** `import`: the main job. */
export const importCommand = command({
  name: 'import',
  description:
    'Bring lists of subscribers into the account. All files are checked before anything is sent; rows that cannot be sent come back in a file with the reason; people whom any file marks as unsubscribed, bounced or not confirmed are left out.',
  arguments: [
    {
      name: '<file...>',
      description: 'CSV, Excel (.xlsx), JSON, zip or gzip files, or folders of these; - for stdin',
    },
  ],
  options: importFlags,
  requests: [
    'listFields',
    'createField',
    'createImport',
    'getImport',
    'listImports',
    'listSubscribers',
    'getSubscriber',
    'updateSubscriber',
  ],
  output: view,
  changesThisMachine: true,
  // Fields that were created are found again.
  repeat: 'upsert',
  codes: [
    ...fileCodes,
    'bad_column',
    'file_changed',
    'import_changed',
    'unfinished_import',
    'import_running',
    'fields_missing',
    'confirmation_needed',
    'declined',
    'partly_done',
    'tags_replaced',
    'import_failed',
    'still_running',
  ],
  notes: '\nMoving a list over, step by step: newsletter help import',
  examples: [
    ['see what would happen; nothing is sent', 'newsletter import people.csv --dry-run'],
    ['import, with a tag on everybody', 'newsletter import people.csv --tag "Moved over"'],
    ['say where columns go', 'newsletter import people.csv --map Vorname=fields.first_name --map Notes=skip'],
    ['say whose export it is', 'newsletter import people.csv --from substack'],
    ['from another program, for another program', 'cat people.csv | newsletter import - --output json'],
    ['go on where an import was interrupted', 'newsletter import people.csv --resume'],
  ],
  run: async (context, [names], values, given) => {
    const { files, stdin } = await inputsOf(context, names);
    const shard = shardOf(context, values.shard);
    const { dryRun = false } = context.options;
    const rate = values.rate && values.rate / (shard?.of ?? 1);
    await runImport(context, importOptions(files, values, shard, given, dryRun), rate, stdin);
  },
});
