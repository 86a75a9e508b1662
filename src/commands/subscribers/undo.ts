import { printUpdate, sendingOptions, updateCodes, updateView } from '../../cli/bulk-update.ts';
import { command } from '../../cli/command.ts';
import type { UpdateSettings, UpdateSurroundings } from '../../subscribers/update/carry-out.ts';

/** `subscribers undo`: takes an update of many people back. */
export const undo = command({
  name: 'undo',
  description:
    'Take an update of many people back: subscribers update --where, --from or --all, and tags rename, merge and remove. Who still has what the update gave gets the earlier tags and fields again; who was edited since is left alone, and listed. A status stays, since the service does not show which one there was. Works on the machine that made the update, for 90 days.',
  arguments: [{ name: '[run]', description: 'id of the update (default: the latest of this account)' }],
  options: sendingOptions,
  requests: ['getAccount', 'listSubscribers', 'updateSubscriber'],
  output: updateView,
  codes: updateCodes,
  examples: [
    ['see what it would do', 'newsletter subscribers undo --dry-run'],
    ['take the latest update back', 'newsletter subscribers undo --yes'],
  ],
  run: async (context, [id], flags) => {
    const { undoUpdate } = await import('../../subscribers/update/update-people.ts');
    const work = (settings: UpdateSettings, surroundings: UpdateSurroundings) =>
      undoUpdate(id, settings, surroundings);
    await printUpdate(context, flags, undefined, work, true);
  },
});
