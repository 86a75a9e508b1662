import type { CommandGroup } from '../../cli/command.ts';
import { viewOf } from '../../cli/options/list-options.ts';
import { findGroup } from '../../cli/resolve-id.ts';
import { getVerb, listVerb } from '../../cli/verbs.ts';
import { endpoints } from '../../contract/index.ts';
import { create } from './create.ts';
import { members } from './members.ts';

/** `groups`: saved filters of subscribers; emails are sent to groups. */
export const groups: CommandGroup = {
  name: 'groups',
  description: 'Groups are saved filters of subscribers; an email goes to a group.',
  examples: [['all groups', 'newsletter groups list']],
  commands: [
    listVerb({
      endpoint: 'listGroups',
      description: 'List the groups, with how many people are in each.',
      empty: 'newsletter groups create --name Everyone',
      examples: [
        ['all groups', 'newsletter groups list --all'],
        ['names and sizes', 'newsletter groups list --json=name,subscribers_count'],
      ],
    }),
    getVerb({
      description: 'Show one group: its filters and size.',
      argument: { name: '<group>', description: 'id or exact name of the group' },
      find: findGroup,
      requests: ['listGroups', 'getGroup'],
      view: viewOf(endpoints.getGroup.response),
      examples: [
        ['by name', 'newsletter groups get Everyone'],
        ['only its size', 'newsletter groups get Everyone --json=subscribers_count'],
      ],
    }),
    create,
    members,
  ],
};
