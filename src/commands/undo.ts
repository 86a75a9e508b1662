import { undoCommand } from '../cli/undo.ts';

export const undo = undoCommand({
  latest: undefined,
  description:
    'List what this machine has changed, or undo it: imports, syncs, updates of many subscribers and changes of tags. Subscribers get their earlier fields and tags back; those edited since are kept and listed. Subscribers that an import created stay, since the service cannot delete them: they are listed, and can be marked. A status is not restored, since the service does not show the earlier one. Works on the machine that made the change, for 90 days; imports must have been compared with the account.',
  which: 'id of the run to undo (default: list the runs)',
  examples: [
    ['what can be undone', 'newsletter undo'],
    ['show what undoing it would do', 'newsletter undo 3f9c2a1e --dry-run'],
    ['undo it', 'newsletter undo 3f9c2a1e'],
  ],
});
