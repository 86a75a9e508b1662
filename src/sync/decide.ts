/** Three-way merge of a person: the source now, the source at the last run, the account. Pure functions. */
import type { RequestedChanges } from '../changes/change.ts';
import { isFromElsewhere } from '../changes/undo-people.ts';
import type { Subscriber } from '../contract/index.ts';
import type { Json, JsonObject } from '../contract/schema.ts';
import { isNothing, isSameValue } from '../people/compare.ts';
import { changedTags, distinctTags, hasTags, tagsWithout } from '../people/tags.ts';
import { missingPolicy, type SyncRules } from './policy.ts';
import type { KnownPerson } from './state.ts';

/** A person as the source gives them. */
export interface SourcePerson {
  readonly email: string;
  /** Without empty values. */
  readonly fields: JsonObject;
  readonly tags: readonly string[];
  /** Whether a value could not be read: a missing field is then not an empty one. */
  readonly isPartial?: boolean;
}

type AccountPerson = Pick<Subscriber, 'email' | 'fields' | 'tags' | 'source' | 'created_at'>;

/**
 * What is to be done about a person. `gone`: was in the account, and is not made again; `unsure`: the state was lost, so
 * they may have left; `optedOut`: gets what `--missing` says, since the source marks them. Nothing is done about people
 * missing from the source who are `unread`: their row cannot be read; `held`: the source may be cut; `other`: this sync
 * did not create them.
 */
export const kinds = [
  ...(['create', 'change', 'unchanged', 'gone', 'unsure'] as const),
  ...(['missing', 'optedOut', 'keep', 'unread', 'held', 'other'] as const),
];

export interface Verdict {
  readonly kind: (typeof kinds)[number];
  /** `other`: they were not so at the last run; `optedOut`: nor was the consent of anybody empty. */
  readonly isNew?: boolean;
  /** What to remember if it is done, or if there is nothing to do; undefined: nothing. */
  readonly next: KnownPerson | undefined;
  readonly wanted?: RequestedChanges;
  /** Fields that only the account changed. */
  readonly left?: readonly string[];
}

/** A person in the source and in the account. @param hasNewStatus one that this machine gave them after that of `--missing` */
export function decidePresent(
  now: SourcePerson,
  before: KnownPerson | undefined,
  person: AccountPerson,
  rules: SyncRules,
  hasNewStatus = false,
): Verdict {
  const known = before?.fields === undefined ? undefined : before;
  const isNew = known === undefined && rules.hasState;
  const { maybe = [] } = known ?? {};
  // Without a state, a value that the source lacks may have been cleared there.
  const isMarkedUnknown = !rules.hasState && hasMark(person, rules.mark);
  const left: string[] = [];
  const fields: Record<string, Json> = {};
  const base: Record<string, Json> = { ...known?.fields };
  for (const variable of rules.variables) {
    const said = now.fields[variable] ?? null;
    if (said === null && now.isPartial === true) continue;
    const earlier = known?.fields?.[variable] ?? null;
    if (said === null) delete base[variable];
    else base[variable] = said;
    if (isSameValue(person.fields[variable] ?? null, said)) continue;
    // What a request wrote that was cut is no change of the account.
    const isOurs = maybe.some(one =>
      isSameValue(person.fields[variable] ?? null, one.fields?.[variable] ?? null),
    );
    const isChanged = isOurs || ((known !== undefined || isNew) && !isSameValue(earlier, said));
    if (isChanged || rules.own.has(variable)) fields[variable] = said;
    else if (!isNothing(said) || !isNothing(earlier) || isMarkedUnknown) left.push(variable);
  }
  const given = distinctTags(now.tags);
  const created = createdBySync(before, person, rules);
  const mark = created === undefined ? undefined : rules.mark;
  const tags = tagsOf({ given, known, isNew }, person.tags, rules);
  if (tags.isLeft) left.push('tags');
  const isMarked = mark === undefined || [before, ...maybe].every(one => one?.mark === mark);
  // A source that gave the mark as a tag of its own does not take it away.
  const remove = mark === undefined ? tags.remove : tagsWithout(tags.remove, [mark]);
  const changes = { add: [...tags.add, ...(isMarked ? [] : [mark])], remove };
  // The service does not show whether they have another one since.
  const hasAnother = hasNewStatus || isBackByForm(before, created);
  const status = hasAnother ? undefined : [before, ...maybe].find(one => one?.status !== undefined)?.status;
  const next: KnownPerson = {
    email: now.email,
    fields: base,
    tags: tags.base,
    ...(created !== undefined && { created }),
    ...(status !== undefined && { status }),
    ...(mark !== undefined && { mark }),
  };
  if (Object.keys(fields).length === 0 && changedTags(person.tags, changes) === undefined)
    return { kind: 'unchanged', next, left };
  return { kind: 'change', next, wanted: { fields, tags: changes, status: undefined }, left };
}

/** Only tags that the source gives or gave are added or removed. @returns also what to remember as given */
function tagsOf(
  { given, known, isNew }: { given: readonly string[]; known: KnownPerson | undefined; isNew: boolean },
  present: readonly string[],
  { own, keepsTags = false }: Pick<SyncRules, 'own' | 'keepsTags'>,
) {
  const all = [known, ...(known?.maybe ?? [])].map(one => one?.tags ?? []);
  const gave = distinctTags(all.flat());
  // Of requests that were cut it is not known which tags they gave or took.
  const always = gave.filter(tag => all.every(tags => hasTags(tags, [tag])));
  if (given.length + gave.length === 0) return { add: [], remove: [], base: [], isLeft: false };
  const added = known === undefined ? (isNew ? given : []) : tagsWithout(given, always);
  const add = own.has('tags') ? given : added;
  const ofPolicy = missingPolicy(known?.missing ?? 'keep')?.add ?? [];
  const remove = tagsWithout(keepsTags ? ofPolicy : gave, given);
  const base = keepsTags ? tagsWithout(distinctTags([...gave, ...given]), remove) : given;
  return { add, remove, base, isLeft: !hasTags([...present, ...add], given) };
}

/** A person in the source, and not in the account. @param isLost the state was there once */
export function decideAbsent(
  now: SourcePerson,
  before: KnownPerson | undefined,
  rules: SyncRules,
  isLost: boolean,
): Verdict {
  const { email, fields } = now;
  const { mark, recreate } = rules;
  // Until somebody decides, by --recreate.
  if (!recreate && (before === undefined ? isLost : before.gone === 'maybe'))
    return { kind: 'unsure', next: { email, gone: 'maybe' } };
  if (!recreate && before !== undefined && before.created !== 'maybe') {
    const { missing: _, status: __, emailed: ___, ...rest } = before;
    return { kind: 'gone', next: { ...rest, gone: 'yes' } };
  }
  const tags = distinctTags(now.tags);
  const add = distinctTags([...tags, ...(mark === undefined ? [] : [mark])]);
  return {
    kind: 'create',
    next: { email, fields, tags, created: 'yes', ...(mark !== undefined && { mark }) },
    wanted: { fields, tags: { add }, status: undefined },
  };
}

/** What the source has of a person who is not to be emailed. */
export interface MissingRow {
  /** A row that cannot be read. */
  readonly isUnread: boolean;
  /** A row that marks them. */
  readonly isMarked: boolean;
  /** Their consent is empty, which at the last run nobody's was. */
  readonly isNewBlank: boolean;
}

/** A person who is missing from the source, or marked. @param newStatus one that this machine gave since the last run */
export function decideMissing(
  before: KnownPerson,
  person: AccountPerson | undefined,
  rules: SyncRules,
  { isUnread, isMarked, isNewBlank }: MissingRow,
  newStatus?: string,
): Verdict {
  if (isUnread) return { kind: 'unread', next: before };
  if (person === undefined) return decideGone(before);
  const { missing } = rules;
  const created = createdBySync(before, person, rules);
  const isOwn = created !== undefined || (isMarked && rules.allOptOuts);
  const isKept = !isOwn || missing.text === 'keep' || before.missing === missing.text;
  const { created: _, since: __, status: ofState, emailed: ___, ...others } = before;
  const known = isBackByForm(before, created) ? undefined : ofState;
  const earlier = newStatus === undefined ? known : newStatus === 'unsubscribed' ? newStatus : undefined;
  const status = isKept ? earlier : (missing.status ?? earlier);
  const next: KnownPerson = {
    ...others,
    ...(created !== undefined && { created }),
    ...(status !== undefined && { status }),
    ...(isMarked && status === undefined && { emailed: true }),
    missing: isKept ? (before.missing ?? 'keep') : missing.text,
  };
  if (!isKept) return { ...carriedOut(next, person, rules, isMarked), isNew: isMarked && isNewBlank };
  const isOther = !isMarked && missing.text !== 'keep' && next.missing === 'keep';
  return isOther ? { kind: 'other', isNew: before.missing === undefined, next } : { kind: 'keep', next };
}

/** A person who is in neither. */
function decideGone(before: KnownPerson): Verdict {
  // Never seen there, and no longer wanted.
  const isUnseen =
    before.created === 'maybe' || (before.fields === undefined && before.missing === undefined);
  if (isUnseen && before.gone === undefined) return { kind: 'keep', next: undefined };
  const { gone = 'yes', missing = 'keep', status: _, emailed: __, ...rest } = before;
  return { kind: 'keep', next: { ...rest, gone, missing } };
}

/** A person gets what `--missing` says. */
function carriedOut(
  next: KnownPerson,
  person: AccountPerson,
  { missing: { add, status }, mark: ofRun }: SyncRules,
  isMarked: boolean,
): Verdict {
  // The service does not show a status. Without the mark, a run after a loss of the state does not send it again.
  const losesMark = status !== undefined && ofRun !== undefined;
  const remove = losesMark ? [ofRun] : [];
  const { mark, tags: gave = [], ...unmarked } = next;
  const done: KnownPerson = {
    ...unmarked,
    ...(mark !== undefined && !losesMark && { mark }),
    tags: tagsWithout(distinctTags([...gave, ...add]), remove),
  };
  if (changedTags(person.tags, { add, remove }) === undefined && status === undefined)
    return { kind: 'keep', next: done };
  const wanted = { tags: { add, remove }, fields: {}, status };
  return { kind: isMarked ? 'optedOut' : 'missing', next: done, wanted };
}

/** Whether a person has the tag of `--mark`. */
export const hasMark = (
  person: Pick<KnownPerson, 'tags'> | undefined,
  mark: string | undefined,
): mark is string => mark !== undefined && hasTags(person?.tags ?? [], [mark]);

/** A person who is missing while the state is lost, and has the tag of `--mark`: as if the state had known them. */
export const knownByMark = (email: string, mark: string): KnownPerson => ({
  email,
  created: 'yes',
  fields: {},
  mark,
});

/** A person who left and signed up again: their status is another one. */
const isBackByForm = (before: KnownPerson | undefined, created: 'yes' | undefined) =>
  before?.created !== undefined && created === undefined;

/**
 * Whether this sync created a person, or has them as its own by the tag of `--mark`, unless its source gave the tag: not
 * a person who left, and came back by a form.
 */
function createdBySync(
  before: KnownPerson | undefined,
  person: AccountPerson,
  { mark }: SyncRules,
): 'yes' | undefined {
  const isTagged = hasMark(person, mark) && !hasMark(before, mark);
  if (!isTagged && (before?.created === undefined || before.gone !== undefined)) return undefined;
  return isFromElsewhere(person, before?.since ?? person.created_at) ? undefined : 'yes';
}
