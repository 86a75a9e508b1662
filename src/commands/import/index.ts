import { command } from '../../cli/command.ts';
import { fileCodes } from '../../cli/command-metadata.ts';
import { importFlags } from './options.ts';
import { runImport, view } from './run.ts';

/** `import`: the main job. */
export const importCommand = command({
  name: 'import',
  description:
    'Import subscribers from files. All files are checked before anything is sent. Rows to fix are written to a rejects file, with the reason. People whom any file marks as unsubscribed, bounced or not confirmed are left out.',
  arguments: [
    {
      name: '<file...>',
      description: 'CSV, Excel (.xlsx), JSON, zip or gzip files; - for stdin',
    },
  ],
  options: importFlags,
  usualOptions: [
    'map',
    'from',
    'createFields',
    'tag',
    'dateFormat',
    'encoding',
    'sheet',
    'statusColumn',
    'optOutValue',
    'suppress',
    'saveMapping',
    'mapping',
    'rejects',
    'resume',
  ],
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
  prints: 'record',
  changesThisMachine: true,
  // Fields that were created are found again.
  repeat: 'upsert',
  codes: [
    ...fileCodes,
    'bad_column',
    'too_few_rows',
    'would_bounce',
    'file_changed',
    'import_changed',
    'unfinished_import',
    'already_running',
    'fields_missing',
    'confirmation_needed',
    'declined',
    'partly_done',
    'nothing_accepted',
    'stopped_early',
    'tags_replaced',
    'not_as_sent',
    'import_failed',
    'still_running',
  ],
  notes: '\nStep by step: newsletter help import',
  examples: [
    [
      'say who is new and who is in the account already; send nothing',
      'newsletter import people.csv --dry-run',
    ],
    ['import, and tag everyone', 'newsletter import people.csv --tag "Moved over"'],
    ['map columns', 'newsletter import people.csv --map Vorname=fields.first_name --map Notes=skip'],
    ['name the service that made the export', 'newsletter import people.csv --from substack'],
    ['read from stdin, and print JSON', 'cat people.csv | newsletter import - --output json'],
    ['resume an interrupted import', 'newsletter import people.csv --resume'],
  ],
  run: runImport,
});
