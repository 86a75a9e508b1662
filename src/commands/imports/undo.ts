import { undoCommand } from '../../cli/undo.ts';

export const undo = undoCommand({
  latest: 'import',
  description:
    'Undo an import: the same as newsletter undo, which takes any run; without one, the latest import that changed this account. Subscribers it changed get their previous fields and tags back; those edited since are kept and listed. Subscribers it created stay, since the service cannot delete them: they are listed, and can be marked. Only imports that were compared with the account can be undone, for 90 days, on the machine that made them.',
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
