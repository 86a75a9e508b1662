/** What a night of a sync must leave behind, said once more in plain words, apart from the program. */

export interface Person {
  values: Readonly<Record<string, string>>;
  tags: readonly string[];
}

export interface Subscriber extends Person {
  source: 'api' | 'form';
  isUnsubscribed: boolean;
}

interface Known extends Person {
  /** Whether they have ever been in the account and in the source. */
  wasThere: boolean;
  isBrought: boolean;
  isGone: boolean;
  /** Carried out for a person who is missing. */
  policy: string | undefined;
  /** What the service would not take, as text. */
  refused: string | undefined;
}

export interface Rules {
  readonly mark: string | undefined;
  /** Of people who are missing; undefined: they are kept. */
  readonly missingTag: string | undefined;
  readonly own: readonly string[];
}

/** What the sync remembers; undefined: nothing, as before its first night, or after the state was lost. */
export type Memory = Map<string, Known> | undefined;

const columns = ['city', 'plan'];
const textOf = ({ values, tags }: Person) =>
  JSON.stringify([columns.map(name => values[name]), [...tags].sort()]);
const without = (tags: readonly string[], others: readonly string[]) =>
  tags.filter(tag => !others.includes(tag));

/** Changes the account, and returns what is remembered and how many requests write. */
export function night(
  source: ReadonlyMap<string, Person>,
  account: Map<string, Subscriber>,
  before: Memory,
  rules: Rules,
) {
  const { mark, missingTag, own } = rules;
  const isMarked = (tags: readonly string[] = []) => mark !== undefined && tags.includes(mark);
  const isLost = before === undefined && [...account.values()].some(({ tags }) => isMarked(tags));
  const memory = new Map(before);
  const byJob: { email: string; after: Subscriber; said: string }[] = [];
  let [creations, patches] = [0, 0];
  for (const [email, now] of source) {
    const [there, known] = [account.get(email), memory.get(email)];
    const said = { ...now, wasThere: true, isGone: false, policy: undefined, refused: undefined };
    if (there === undefined) {
      const wasNeverThere = known?.refused !== undefined && !known.wasThere;
      if (known !== undefined && !wasNeverThere)
        memory.set(email, { ...known, isGone: true, policy: undefined });
      else if (known !== undefined && known.refused === textOf(now)) continue;
      else if (isLost)
        memory.set(email, {
          values: {},
          tags: [],
          wasThere: false,
          isBrought: false,
          isGone: true,
          policy: undefined,
          refused: undefined,
        });
      else {
        creations++;
        memory.set(email, { ...said, isBrought: true });
        const tags = mark === undefined ? now.tags : [...now.tags, mark];
        byJob.push({
          email,
          after: { ...now, tags, source: 'api', isUnsubscribed: false },
          said: textOf(now),
        });
      }
      continue;
    }
    const isUsable = known?.wasThere === true;
    const mayChange = before !== undefined;
    const earlier: Person = isUsable ? known : { values: {}, tags: [] };
    const changed = columns.filter(
      name =>
        (now.values[name] ?? '') !== (there.values[name] ?? '') &&
        (own.includes(name) || (mayChange && (now.values[name] ?? '') !== (earlier.values[name] ?? ''))),
    );
    const isMarkNew = known === undefined && isMarked(there.tags);
    const isBrought = isMarkNew || (known?.isBrought === true && !known.isGone && there.source === 'api');
    const added = mayChange ? without(without(now.tags, earlier.tags), there.tags) : [];
    const removed = there.tags.filter(tag => earlier.tags.includes(tag) && !now.tags.includes(tag));
    const after: Subscriber = {
      ...there,
      values: { ...there.values, ...Object.fromEntries(changed.map(name => [name, now.values[name] ?? ''])) },
      tags: [...without(there.tags, removed), ...added],
    };
    const next = { ...said, isBrought };
    if (changed.length + added.length + removed.length === 0) memory.set(email, next);
    else if (known?.refused !== textOf(now)) {
      memory.set(email, next);
      const isPatch = removed.length > 0 || changed.some(name => (now.values[name] ?? '') === '');
      if (!isPatch) byJob.push({ email, after, said: textOf(now) });
      else {
        patches++;
        account.set(email, after);
      }
    }
  }
  for (const [email, there] of account) {
    const marked: Known | undefined =
      isLost && isMarked(there.tags)
        ? {
            values: {},
            tags: [],
            wasThere: true,
            isBrought: true,
            isGone: false,
            policy: undefined,
            refused: undefined,
          }
        : undefined;
    const known = memory.get(email) ?? marked;
    if (source.has(email) || known === undefined) continue;
    const isBrought = known.isBrought && !known.isGone && there.source === 'api';
    const next = { ...known, isBrought, policy: known.policy ?? 'kept' };
    memory.set(email, next);
    if (!isBrought || missingTag === undefined || known.policy === missingTag) continue;
    if (known.refused === missingTag && !there.tags.includes(missingTag)) {
      memory.set(email, known);
      continue;
    }
    memory.set(email, {
      ...next,
      tags: [...without(next.tags, [missingTag]), missingTag],
      policy: missingTag,
    });
    if (there.tags.includes(missingTag)) continue;
    byJob.push({ email, after: { ...there, tags: [...there.tags, missingTag] }, said: missingTag });
  }
  for (const [email, known] of memory) {
    if (source.has(email) || account.has(email)) continue;
    if (!known.wasThere && !known.isGone) memory.delete(email);
    else memory.set(email, { ...known, isGone: true, policy: known.policy ?? 'kept' });
  }
  const isJob = creations > 0 || byJob.length > 1;
  for (const { email, after, said } of byJob) {
    // A job skips those who have unsubscribed; they are not sent again.
    if (isJob && account.get(email)?.isUnsubscribed) {
      const known = before?.get(email);
      const as = known ?? {
        values: {},
        tags: [],
        wasThere: false,
        isBrought: false,
        isGone: false,
        policy: undefined,
      };
      memory.set(email, { ...as, refused: said, ...(!source.has(email) && { policy: as.policy ?? 'kept' }) });
    } else account.set(email, after);
  }
  return { memory, writes: patches + (isJob ? 1 : byJob.length) };
}
