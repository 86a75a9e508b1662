/** `subscribers update` of many: those that match a filter, those in a file, or all. */
import type { RequestedChanges } from '../../changes/change.ts';
import type { Corrections } from '../../changes/update.ts';
import { printUpdate, sendingOptions } from '../../cli/changes.ts';
import { flag, type OptionValues, optionGroup, repeatable, text } from '../../cli/option.ts';
import { filterOf, sampleOf, sampleOptions } from '../../cli/options/filter-options.ts';
import { checkStdin } from '../../cli/stdin.ts';
import type { Context } from '../../context.ts';
import type { Subscriber } from '../../contract/index.ts';
import type { Json } from '../../contract/schema.ts';
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import type { GroupDepartures } from '../../people/groups/membership.ts';
import { areSpelledAlike, tagsWithout } from '../../people/tags.ts';
import type { NamedPeople } from '../../subscribers/people-file.ts';
import { typedFields } from './typed-fields.ts';

export const manyOptions = {
  ...optionGroup('Many at once', {
    where: repeatable(
      '--where <expression>',
      'subscribers that match a filter: newsletter help filters (repeatable)',
    ),
    from: text(
      '--from <file>',
      'subscribers listed in a file: one email address or id per line, or a table with a column of them; - for stdin',
    ),
    emailColumn: text(
      '--email-column <column>',
      'with --from: this column of the file has the new email address of each subscriber',
    ),
    all: flag('--all', 'everybody'),
  }),
  ...sampleOptions,
  ...sendingOptions,
};

export type PersonFlags = Partial<
  Readonly<Record<'field' | 'tag' | 'addTag' | 'removeTag', readonly string[] | undefined>>
>;

export type ManyFlags = OptionValues<typeof manyOptions> &
  PersonFlags & {
    /** Of one subscriber only. */
    readonly email?: string;
    readonly status?: string;
  };

/** @throws Failure invalid_value: usually an unset variable of a script */
export function refuseEmptyTag(tags: readonly string[]): void {
  if (tags.some(tag => tag.trim() === '')) throw new Failure('invalid_value', 'empty tag');
}

export async function updateMany(
  context: Context,
  flags: ManyFlags,
  typedOptions: readonly string[],
): Promise<void> {
  const { updatePeople } = await import('../../changes/update.ts');
  const ofOne = typedOptions.find(name => ['tag', 'email', 'data'].includes(name));
  if (ofOne !== undefined)
    throw new Failure('usage', `--${ofOne} is for one subscriber`, {
      hint: 'for many: --add-tag <tag>; with --from, --email-column <column> has the new address of each',
    });
  if (flags.emailColumn !== undefined && flags.from === undefined)
    throw new Failure('usage', '--email-column names a column of the file: it requires --from');
  const [filter, sample] = await Promise.all([filterOf({ where: flags.where }), sampleOf(flags)]);
  const requested = await requestedBy(context, flags);
  const named = flags.from === undefined ? undefined : await peopleIn(context, flags.from, flags.emailColumn);
  const { both, filterBy, noticingSpellings } = await import('../../people/filter/subscriber-filter.ts');
  const corrections = named === undefined ? undefined : await correctionsIn(named);
  const isNamed = (person: Subscriber) => {
    corrections?.all.see(person);
    return named?.take(person) === true;
  };
  const selecting = named === undefined ? filter : filterBy(isNamed);
  const { add = [], remove = [] } = requested.tags;
  const spellings = noticingSpellings(tagsWithout(add, remove));
  const people = { filter: selecting ? both(spellings, selecting) : spellings, sample };
  const others = [flags.addTag, flags.removeTag, flags.field, flags.emailColumn];
  const isLeaving = flags.status === 'unsubscribed' && others.every(one => one === undefined);
  const target = {
    what: textOf(requested, flags.emailColumn),
    missing: () => named?.missing ?? [],
    // Nobody who is not there gets mail.
    undone: () => (isLeaving ? named?.unread : named?.missing)?.length ?? 0,
    corrections,
    departures: remove.length === 0 ? undefined : await departuresIn(context),
    seed: sample?.seed,
    sameAgain: sample !== undefined && flags.seed === undefined ? ['--seed', sample.seed] : undefined,
  };
  await printUpdate(context, flags, people, (settings, change) =>
    updatePeople(requested, target, settings, change),
  );
}

async function correctionsIn(named: NamedPeople): Promise<Corrections> {
  const [{ NewAddresses }, { addressKey }] = await Promise.all([
    import('../../changes/plan.ts'),
    import('../../import/rows/values/email-address.ts'),
  ]);
  const all = new NewAddresses(addressKey);
  for (const email of named.newAddresses) all.add(email);
  return { all, of: person => named.newAddressOf(person) };
}

async function departuresIn(context: Context): Promise<GroupDepartures> {
  const { allGroups, countDepartures } = await import('../../people/groups/membership.ts');
  return countDepartures(await allGroups(await context.api()));
}

async function peopleIn(
  context: Context,
  file: string,
  emailColumn: string | undefined,
): Promise<NamedPeople> {
  const { readPeopleFile } = await import('../../subscribers/read-people-file.ts');
  if (file === '-') checkStdin(context);
  const { stdin, configDir, interrupted } = context;
  return await readPeopleFile(file, { stdin, configDir, stop: interrupted, emailColumn });
}

/** @throws Failure nothing_to_change, invalid_value, not_found */
async function requestedBy(
  context: Context,
  { field = [], addTag = [], removeTag = [], status, emailColumn, from }: ManyFlags,
): Promise<RequestedChanges> {
  const isEmpty = [field, addTag, removeTag].every(each => each.length === 0);
  if (isEmpty && status === undefined && emailColumn === undefined) {
    throw new Failure('nothing_to_change', 'nothing to change', {
      hint: `${from === undefined || from === '-' ? '' : `to set what the columns of the file say: newsletter import ${shellWord(from)} --dry-run; `}--add-tag, --remove-tag, --field, --status${from === undefined ? '' : ', --email-column'}`,
    });
  }
  // Two spellings of a tag: the one is replaced by the other.
  const both = addTag.find(tag => removeTag.some(other => areSpelledAlike([tag], [other])));
  if (both !== undefined) throw new Failure('usage', `--add-tag and --remove-tag both name "${both}"`);
  refuseEmptyTag([...addTag, ...removeTag]);
  const fields = field.length === 0 ? {} : await typedFields(context, field);
  if (Object.keys(fields).length < field.length)
    throw new Failure('usage', '--field names a field more than once');
  return { tags: { add: addTag, remove: removeTag }, fields, status };
}

function textOf(
  { tags: { add = [], remove = [] }, fields, status }: RequestedChanges,
  emailColumn: string | undefined,
): string {
  const value = (json: Json) => (json === null ? 'nothing' : String(json));
  return [
    ...(emailColumn === undefined ? [] : [`set the address from column "${emailColumn}"`]),
    ...add.map(tag => `add tag "${tag}"`),
    ...remove.map(tag => `remove tag "${tag}"`),
    ...Object.entries(fields).map(([variable, json]) => `set fields.${variable} to ${value(json)}`),
    ...(status === undefined ? [] : [`set status to ${status}`]),
  ].join(', ');
}
