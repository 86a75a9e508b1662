/** What the pages show: each section is a resource of the contract, and what to type next. */

import type { Resource } from '../../contract/endpoint.ts';
import { endpoints, type Group, type Subscriber } from '../../contract/index.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { emailHandlers } from '../resources/emails.ts';
import { fieldHandlers } from '../resources/fields.ts';
import { memberTest } from '../resources/group-filters.ts';
import { groupHandlers } from '../resources/groups.ts';
import { findRecord, type RecordList, recordList } from '../resources/handler.ts';
import { importHandlers } from '../resources/imports.ts';
import { showSubscriber } from '../resources/subscribers.ts';
import type { SandboxContext } from '../store/context.ts';
import type { StoredSubscriber } from '../store/state.ts';
import type { SectionName } from './layout.ts';

/** A record as the service responds with it. */
export type PageRecord = Readonly<Record<string, unknown>> & { readonly id: string };

export interface Section {
  readonly resource: Resource;
  /** What the list holds, as text. */
  readonly about: string;
  /** The newest first. */
  readonly list: (context: SandboxContext) => RecordList<PageRecord>;
  /** Commands to try next: with the list, or with one record. */
  readonly next: (record?: PageRecord) => readonly string[];
}

export const listOf = <T>(records: readonly T[]): RecordList<T> => ({
  total: records.length,
  slice: (start, end) => records.slice(start, end),
});

function emailCommands(email?: PageRecord): readonly string[] {
  if (email === undefined) return ['newsletter emails list', 'newsletter emails stats'];
  const { id, subject, status } = email;
  const named = shellWord(String(subject || id));
  return status === 'draft'
    ? [`newsletter emails preview ${named}`, `newsletter emails pull ${named} issue.md`]
    : [`newsletter emails preview ${named}`, `newsletter emails stats ${named}`];
}

export const sections: Readonly<Record<SectionName, Section>> = {
  emails: {
    resource: endpoints.listEmails.response,
    about:
      'Drafts, scheduled and sent emails. Reload the page after sending one. The button stands for the web editor.',
    list: emailHandlers.listEmails,
    next: emailCommands,
  },
  groups: {
    resource: endpoints.listGroups.response,
    about: 'An email goes to the people of a group.',
    list: groupHandlers.listGroups,
    next: group =>
      group === undefined
        ? ['newsletter groups create --name Berlin --filter fields.city:equals:Berlin']
        : [`newsletter groups members ${shellWord(String(group.name))}`],
  },
  subscribers: {
    resource: endpoints.listSubscribers.response,
    about: 'Everybody in the account, the newest first.',
    list: context => recordList(context, context.subscriberIndex.records, showSubscriber, 'newest first'),
    next: person =>
      person === undefined
        ? ['newsletter import people.csv', 'newsletter subscribers growth']
        : [
            `newsletter subscribers get ${shellWord(String(person.email))}`,
            `newsletter subscribers update ${shellWord(String(person.email))} --add-tag vip`,
          ],
  },
  imports: {
    resource: endpoints.listImports.response,
    about: 'Jobs of the service; an import of a large file has several.',
    list: importHandlers.listImports,
    next: job =>
      job === undefined ? ['newsletter import people.csv'] : [`newsletter imports get ${shellWord(job.id)}`],
  },
  fields: {
    resource: endpoints.listFields.response,
    about: 'Custom fields of subscribers.',
    list: fieldHandlers.listFields,
    next: field =>
      field === undefined
        ? ['newsletter fields create --name Birthday --kind date']
        : [`newsletter fields update ${shellWord(String(field.variable))} --name "Another name"`],
  },
};

/** The people of a group, the newest first. */
export function membersOf(context: SandboxContext, { id }: Pick<Group, 'id'>): readonly Subscriber[] {
  const isMember = memberTest(context, findRecord(context, 'groups', id).record.filters);
  return context.subscriberIndex.records
    .flatMap((person, place) => (isMember(person) ? [showSubscriber(context, person, place)] : []))
    .reverse();
}

/** What the service does not show of a subscriber. */
export function storedSubscriber(context: SandboxContext, id: string): StoredSubscriber {
  return findRecord(context, 'subscribers', id).record;
}
