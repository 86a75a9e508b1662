/** What a night of a sync must leave behind, said once more in plain words, apart from the program. */

export interface Person {
  values: Readonly<Record<string, string>>;
  tags: readonly string[];
}

export interface Subscriber extends Person {
  source: 'api' | 'form';
  isUnsubscribed: boolean;
}

/** With what the source said last. */
interface Known extends Person {
  /** Whether they have ever been in the account and in the source. */
  wasThere: boolean;
  isBrought: boolean;
  isGone: boolean;
  /** The state was lost, and they were not there: they may have left. */
  mayHaveLeft?: true;
  /** Carried out for a person who is missing. */
  policy?: string | undefined;
  /** Whether the sync gave them a status, by which they get no letters. */
  hasStatus?: boolean;
  /** Whether they are marked, get letters all the same, and this was said. */
  isSaid?: boolean;
}

export interface Rules {
  readonly mark: string | undefined;
  /** Of people who are missing: `keep`, `tag:former`, `status:unsubscribed`. */
  readonly missing: string;
  readonly own: readonly string[];
  /** Fields that the first night creates: nobody has a value there. */
  readonly created?: readonly string[];
  /** Whether people who are marked get it whoever created them. */
  readonly allOptOuts?: boolean;
  /** Whether a row of the source may be that of a person who is missing. */
  readonly isDoubtful?: boolean;
}

/**
 * What the sync remembers: nothing before its first night and on another machine; if its state is lost, that it ran, and
 * to whom it gave a status.
 */
export type Memory = Map<string, Known> | 'nothing' | ReadonlySet<string>;

/** Who leaves the account has no status there any more, and is said anew if they come back. */
const gone = { isGone: true, hasStatus: false, isSaid: false };
const nothing: Known = { values: {}, tags: [], wasThere: false, isBrought: false, isGone: false };
const columns = ['city', 'plan'];
const valueIn = ({ values }: Person, name: string) => values[name] ?? '';
const without = (tags: readonly string[], others: readonly string[]) =>
  tags.filter(tag => !others.includes(tag));

/**
 * Changes the account, and returns what is remembered and the fewest requests that can write it.
 *
 * @param source without the people whom it marks as unsubscribed
 */
export function night(
  source: ReadonlyMap<string, Person>,
  marked: ReadonlySet<string>,
  account: Map<string, Subscriber>,
  memorized: Memory,
  rules: Rules,
) {
  const { mark, own, created = [] } = rules;
  const isMarked = ({ tags }: Person) => mark !== undefined && tags.includes(mark);
  const before = memorized instanceof Map ? memorized : undefined;
  const given = memorized instanceof Set ? memorized : new Set();
  const isLost =
    memorized instanceof Set || (memorized === 'nothing' && [...account.values()].some(isMarked));
  const memory = new Map(before);
  const sent: { email: string; after: Subscriber }[] = [];

  for (const [email, now] of source) {
    const [there, known = nothing] = [account.get(email), memory.get(email)];
    const said = { ...nothing, ...now, wasThere: true };
    if (there === undefined) {
      if (memory.has(email)) memory.set(email, { ...known, ...gone, policy: undefined });
      else if (isLost) memory.set(email, { ...nothing, isGone: true, mayHaveLeft: true });
      else {
        memory.set(email, { ...said, isBrought: true });
        const tags = mark === undefined ? now.tags : [...now.tags, mark];
        sent.push({ email, after: { ...now, tags, source: 'api', isUnsubscribed: false } });
      }
      continue;
    }
    const earlier = known.wasThere ? known : nothing;
    const isNews = (name: string) => before !== undefined && valueIn(now, name) !== valueIn(earlier, name);
    const changed = columns
      .filter(name => valueIn(now, name) !== valueIn(there, name))
      .filter(name => [...own, ...created].includes(name) || isNews(name));
    const added = before === undefined ? [] : without(now.tags, [...earlier.tags, ...there.tags]);
    const removed = without(earlier.tags, now.tags).filter(tag => there.tags.includes(tag));
    const isBrought = memory.has(email)
      ? known.isBrought && !known.isGone && there.source === 'api'
      : isMarked(there) && there.source === 'api';
    memory.set(email, { ...said, isBrought, hasStatus: keepsStatus(known, isBrought) });
    // They lost the mark when they got a status.
    if (isBrought && mark !== undefined && known.policy?.startsWith('status') === true && !isMarked(there))
      added.push(mark);
    if (changed.length + added.length + removed.length === 0) continue;
    const values = {
      ...there.values,
      ...Object.fromEntries(changed.map(name => [name, valueIn(now, name)])),
    };
    sent.push({ email, after: { ...there, values, tags: [...without(there.tags, removed), ...added] } });
  }

  let held = 0;
  const emailed = { all: 0, new: 0 };
  for (const [email, there] of account) {
    const tagged = isLost && isMarked(there) ? { ...nothing, wasThere: true, isBrought: true } : undefined;
    // Whoever is marked gets it once more after a loss of the state, which changes nobody.
    const isAgain = rules.allOptOuts === true && marked.has(email);
    const gotStatus =
      given.has(email) && !isAgain ? { ...nothing, wasThere: true, policy: rules.missing } : undefined;
    const seen = marked.has(email) ? { ...nothing, wasThere: true } : undefined;
    const known = memory.get(email) ?? tagged ?? gotStatus ?? seen;
    if (source.has(email) || known === undefined) continue;
    const { kept, after } = leave(there, known, rules, marked.has(email));
    const isNew = known.policy === undefined && rules.missing !== 'keep' && kept.policy === 'kept';
    if (rules.isDoubtful === true && !marked.has(email) && (after !== undefined || isNew)) {
      memory.set(email, known);
      held++;
      continue;
    }
    memory.set(email, kept);
    if (kept.isSaid === true) emailed.all++;
    if (kept.isSaid === true && known.isSaid !== true) emailed.new++;
    if (after !== undefined) sent.push({ email, after });
  }

  for (const [email, known] of memory) {
    if (source.has(email) || account.has(email)) continue;
    if (!known.wasThere && !known.isGone) memory.delete(email);
    else memory.set(email, { ...known, ...gone, policy: known.policy ?? 'kept' });
  }

  const unsure = [...source.keys()].filter(email => memory.get(email)?.mayHaveLeft && !account.has(email));
  for (const { email, after } of sent) account.set(email, after);
  return { memory, fewestWrites: sent.length, unsure: unsure.length, held, emailed };
}

/** A status stays, also if the source has the person again; but who signed up by a form meanwhile has another one. */
const keepsStatus = ({ hasStatus = false, isBrought: wasBrought }: Known, isBrought: boolean) =>
  hasStatus && !(wasBrought && !isBrought);

/** What is remembered of a person who is missing from the source, and what becomes of them, if it is written. */
function leave(
  there: Subscriber,
  known: Known,
  { mark, missing, allOptOuts }: Rules,
  isMarked: boolean,
): { kept: Known; after?: Subscriber } {
  const [kind, what = ''] = missing.split(':');
  const isBrought = known.isBrought && !known.isGone && there.source === 'api';
  const hasStatus = keepsStatus(known, isBrought);
  // A tag stops no letters, nor does a policy that leaves them as they are.
  const kept = {
    ...known,
    ...{ isBrought, hasStatus, isSaid: isMarked && !hasStatus },
    policy: known.policy ?? 'kept',
  };
  const isConcerned = isBrought || (isMarked && allOptOuts === true);
  if (!isConcerned || kind === 'keep' || known.policy === missing) return { kept };
  const tags = kind === 'tag' ? [...without(kept.tags, [what]), what] : kept.tags;
  const left = { ...kept, tags, policy: missing };
  if (kind === 'status') {
    const others = without(there.tags, mark === undefined ? [] : [mark]);
    const after = { ...there, tags: others, isUnsubscribed: true };
    return { kept: { ...left, hasStatus: true, isSaid: false }, after };
  }
  if (there.tags.includes(what)) return { kept: left };
  return { kept: left, after: { ...there, tags: [...there.tags, what] } };
}

/** A night that a limit stops: only people marked in the source as unsubscribed are written. @returns how many */
export function stoppedNight(
  marked: Iterable<string>,
  account: Map<string, Subscriber>,
  memory: Map<string, Known>,
  rules: Rules,
): number {
  let writes = 0;
  for (const email of marked) {
    const [there, known] = [account.get(email), memory.get(email)];
    const { kept, after } = there && known ? leave(there, known, rules, true) : {};
    if (kept === undefined || after === undefined) continue;
    memory.set(email, kept);
    account.set(email, after);
    writes++;
  }
  return writes;
}
