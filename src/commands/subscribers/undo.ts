import { printUpdate, sendingOptions, updateCodes, updateView } from '../../cli/bulk-update.ts';
import { command } from '../../cli/command.ts';
import type { UpdateSettings, UpdateSurroundings } from '../../subscribers/update/carry-out.ts';

/** `subscribers undo`: takes an update of many people back. */
export const undo = command({
  name: 'undo',
  description:
    'Undo an update of many subscribers: subscribers update --where, --from or --all, and tags rename, merge and remove. Subscribers get their earlier tags and fields back; those edited since are kept and listed. A status is not restored, since the service does not show the earlier one. Works on the machine that made the update, for 90 days.',
  arguments: [{ name: '[run]', description: 'id of the update (default: the latest of this account)' }],
  options: sendingOptions,
  requests: ['getAccount', 'listSubscribers', 'updateSubscriber'],
  output: updateView,
  codes: updateCodes,
  examples: [
    ['show what it would do', 'newsletter subscribers undo --dry-run'],
    ['undo the latest update', 'newsletter subscribers undo --yes'],
  ],
  run: async (context, [id], flags) => {
    const { undoUpdate } = await import('../../subscribers/update/update-people.ts');
    const work = (settings: UpdateSettings, surroundings: UpdateSurroundings) =>
      undoUpdate(id, settings, surroundings);
    await printUpdate(context, flags, undefined, work, true);
  },
});
