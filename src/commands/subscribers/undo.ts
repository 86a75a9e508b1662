import { undoCommand } from '../../cli/undo.ts';

export const undo = undoCommand({
  latest: 'update',
  description:
    'Undo an update of many subscribers (subscribers update --where, --from or --all, and tags rename, merge and remove): the same as newsletter undo, which takes any run; without one, the latest update of this account. Subscribers get their earlier tags and fields back; those edited since are kept and listed. A status is not restored, since the service does not show the earlier one. Works on the machine that made the update, for 90 days.',
  which: 'id of the run (default: the latest update of this account)',
  examples: [
    ['show what it would do', 'newsletter subscribers undo --dry-run'],
    ['undo the latest update', 'newsletter subscribers undo --yes'],
  ],
});
