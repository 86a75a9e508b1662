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
  /** Carried out for a person who is missing. */
  policy?: string | undefined;
  /** What the service would not take, as text. */
  refused?: string;
}

export interface Rules {
  readonly mark: string | undefined;
  /** Of people who are missing; undefined: they are kept. */
  readonly missingTag: string | undefined;
  readonly own: readonly string[];
}

/** What the sync remembers; undefined: nothing, as before its first night, or after the state was lost. */
export type Memory = ReadonlyMap<string, Known> | undefined;

const nothing: Known = { values: {}, tags: [], wasThere: false, isBrought: false, isGone: false };
const columns = ['city', 'plan'];
const valueIn = ({ values }: Person, name: string) => values[name] ?? '';
const textOf = (one: Person) => JSON.stringify([columns.map(name => one.values[name]), [...one.tags].sort()]);
const without = (tags: readonly string[], others: readonly string[]) =>
  tags.filter(tag => !others.includes(tag));

/** Changes the account, and returns what is remembered and the fewest requests that can write it. */
export function night(
  source: ReadonlyMap<string, Person>,
  account: Map<string, Subscriber>,
  before: Memory,
  { mark, missingTag, own }: Rules,
) {
  const isMarked = ({ tags }: Person) => mark !== undefined && tags.includes(mark);
  const isLost = before === undefined && [...account.values()].some(isMarked);
  const memory = new Map(before);
  const sent: { email: string; after: Subscriber; said: string; isAlone?: boolean }[] = [];

  for (const [email, now] of source) {
    const [there, known = nothing] = [account.get(email), memory.get(email)];
    const said = { ...nothing, ...now, wasThere: true };
    if (there === undefined) {
      const mayHaveLeft = memory.has(email) && (known.wasThere || known.refused === undefined);
      if (mayHaveLeft) memory.set(email, { ...known, isGone: true, policy: undefined });
      else if (isLost) memory.set(email, { ...nothing, isGone: true });
      else if (known.refused !== textOf(now)) {
        memory.set(email, { ...said, isBrought: true });
        const tags = mark === undefined ? now.tags : [...now.tags, mark];
        const after: Subscriber = { ...now, tags, source: 'api', isUnsubscribed: false };
        sent.push({ email, after, said: textOf(now) });
      }
      continue;
    }
    const earlier = known.wasThere ? known : nothing;
    const isNews = (name: string) => before !== undefined && valueIn(now, name) !== valueIn(earlier, name);
    const changed = columns
      .filter(name => valueIn(now, name) !== valueIn(there, name))
      .filter(name => own.includes(name) || isNews(name));
    const added = before === undefined ? [] : without(now.tags, [...earlier.tags, ...there.tags]);
    const removed = without(earlier.tags, now.tags).filter(tag => there.tags.includes(tag));
    const isBrought = memory.has(email)
      ? known.isBrought && !known.isGone && there.source === 'api'
      : isMarked(there);
    const isSame = changed.length + added.length + removed.length === 0;
    if (isSame || known.refused !== textOf(now)) memory.set(email, { ...said, isBrought });
    if (isSame || known.refused === textOf(now)) continue;
    const values = {
      ...there.values,
      ...Object.fromEntries(changed.map(name => [name, valueIn(now, name)])),
    };
    const after = { ...there, values, tags: [...without(there.tags, removed), ...added] };
    // Jobs only add.
    const isAlone = removed.length > 0 || changed.some(name => valueIn(now, name) === '');
    sent.push({ email, after, said: textOf(now), isAlone });
  }

  for (const [email, there] of account) {
    const marked = isLost && isMarked(there) ? { ...nothing, wasThere: true, isBrought: true } : undefined;
    const known = memory.get(email) ?? marked;
    if (source.has(email) || known === undefined) continue;
    const isBrought = known.isBrought && !known.isGone && there.source === 'api';
    const kept = { ...known, isBrought, policy: known.policy ?? 'kept' };
    memory.set(email, kept);
    if (!isBrought || missingTag === undefined || known.policy === missingTag) continue;
    const isTagged = there.tags.includes(missingTag);
    const isRefused = known.refused === missingTag && !isTagged;
    const tags = [...without(kept.tags, [missingTag]), missingTag];
    memory.set(email, isRefused ? known : { ...kept, tags, policy: missingTag });
    if (!isRefused && !isTagged)
      sent.push({ email, after: { ...there, tags: [...there.tags, missingTag] }, said: missingTag });
  }

  for (const [email, known] of memory) {
    if (source.has(email) || account.has(email)) continue;
    if (!known.wasThere && !known.isGone) memory.delete(email);
    else memory.set(email, { ...known, isGone: true, policy: known.policy ?? 'kept' });
  }

  const together = sent.filter(({ isAlone }) => isAlone !== true);
  const isJob = together.length > 1 || together.some(({ email }) => !account.has(email));
  for (const { email, after, said, isAlone } of sent) {
    // A job skips those who have unsubscribed; they are not sent again.
    const isSkipped = isJob && isAlone !== true && account.get(email)?.isUnsubscribed === true;
    const known: Known = { ...nothing, ...before?.get(email), refused: said };
    if (!isSkipped) account.set(email, after);
    else memory.set(email, source.has(email) ? known : { ...known, policy: known.policy ?? 'kept' });
  }
  return { memory, fewestWrites: sent.length - together.length + Math.min(1, together.length) };
}
