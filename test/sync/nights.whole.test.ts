/** Nights of a sync with all that goes wrong: after each one that has finished, the account is what the model says. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { testClock } from '../support/clock.ts';
import { temporaryFolder } from '../support/home.ts';
import { startProcess } from '../support/process.ts';
import { newsletter } from '../support/program.ts';
import { randomFrom } from '../support/random.ts';
import { seedInForce } from '../support/seed.ts';
import { type Memory, night, type Person, type Rules, type Subscriber, stoppedNight } from './model.ts';
import { type Fate, world } from './world.ts';

const cities = ['Rome', 'Oslo', 'Bonn', 'Lima'];
const plans = ['free', 'pro'];
const tags = ['customer', 'vip', 'b2b'];

function drawing(seed: number) {
  const next = randomFrom(seed);
  const below = (n: number) => Math.floor(next() * n);
  const pick = <T>(all: readonly T[]): T | undefined => all[below(all.length)];
  const someTags = () => tags.filter(() => next() < 0.4);
  const person = (): Person => ({
    values: { city: next() < 0.2 ? '' : (pick(cities) ?? ''), plan: pick(plans) ?? '' },
    tags: someTags(),
  });
  return { chance: (share: number) => next() < share, below, pick, person };
}

/** Without empty values. */
const filled = ({ values, tags: own }: Person): Person => ({
  values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
  tags: [...own].sort(),
});

/** @param marked people whom the source marks as unsubscribed @param more rows */
function csv(source: ReadonlyMap<string, Person>, marked: ReadonlySet<string>, ...more: string[]): string {
  const rows = [...source].map(
    ([email, { values, tags: own }]) =>
      `${email},${values.city ?? ''},${values.plan ?? ''},${own.join(';')},${marked.has(email) ? 'unsubscribed' : 'active'}`,
  );
  return ['email,city,plan,tags,status', ...rows, ...more.filter(row => row !== ''), ''].join('\n');
}

type Known = Exclude<Memory, string | ReadonlySet<string>>;

const same = (a: Subscriber, b: Subscriber | undefined) =>
  b !== undefined && isDeepStrictEqual({ ...a, ...filled(a) }, { ...b, ...filled(b) });

const ruleSets: readonly Rules[] = [
  { mark: undefined, missing: 'keep', own: [] },
  { mark: 'shop', missing: 'tag:former', own: [] },
  { mark: undefined, missing: 'status:unsubscribed', own: ['plan'] },
  { mark: 'shop', missing: 'keep', own: ['city'] },
  { mark: 'shop', missing: 'status:unsubscribed', own: ['city', 'plan'] },
  { mark: undefined, missing: 'status:unsubscribed', own: [], allOptOuts: true },
];

/** Fifty in all where the matrices run whole. */
const nights = 10;

async function play(seed: number, rules: Rules): Promise<void> {
  const { chance, below, pick, person } = drawing(seed);
  const { env, fates, writes, posted, people, day, close } = await world();
  const home = temporaryFolder();
  const [source, left] = [new Map<string, Person>(), new Map<string, Person>()];
  const marked = new Set<string>();
  let memory: Memory = 'nothing';
  /** People to whom the sync gave a status. */
  const given = new Set<string>();
  /** Rows without a valid address, and those of them that the sync knows; undefined: it has no state. */
  let bad: string[] = [];
  let knownBad: readonly string[] | undefined;
  let count = 0;
  const address = () => `p${count++}@example.org`;
  const words = [
    ...['sync', '-', '--name', 'shop', '--create-fields', '--status-column', 'status'],
    ...(rules.mark === undefined ? [] : ['--mark', rules.mark]),
    ...['--missing', rules.missing],
    ...(rules.allOptOuts === true ? ['--all-opt-outs'] : []),
    ...(rules.own.length === 0 ? [] : ['--own', rules.own.join(',')]),
    ...['--retries', '0', '-o', 'json', '--max-rejects', '99'],
  ];
  const [strict, wide] = ['70%', '1000%'].map(most => ['--max-changes', most, '--max-missing', most]);
  const run = (text: string, more: readonly string[] = wide ?? []) =>
    newsletter([...words, ...more], { home, env, stdin: text, clock: testClock() });
  const sorted = (all: ReadonlyMap<string, Subscriber>) =>
    Object.fromEntries([...all].sort().map(([email, one]) => [email, { ...one, ...filled(one) }]));
  for (let i = 0; i < 12; i++) source.set(address(), person());

  for (let number = 1; number <= nights; number++) {
    // By day: people come, change and leave, there and here.
    for (let i = below(3); i > 0; i--) source.set(address(), person());
    for (let i = below(3); i > 0; i--) {
      const email = pick([...source.keys()]);
      if (email !== undefined) source.set(email, person());
    }
    const leaving = pick([...source.keys()]);
    bad = bad.filter(() => chance(0.8));
    if (chance(0.5) && leaving !== undefined) {
      left.set(leaving, source.get(leaving) ?? person());
      source.delete(leaving);
      // One comes as another one is mended: their number stays.
      if (chance(0.6)) bad = [...bad.slice(1), `${leaving.replace('@', '@@')},,,,active`];
    }
    const marking = pick([...source.keys()]);
    if (chance(0.4) && marking !== undefined) marked.add(marking);
    const unmarking = pick([...marked]);
    if (chance(0.2) && unmarking !== undefined) marked.delete(unmarking);
    const returning = pick([...left.keys()]);
    if (chance(0.3) && returning !== undefined) {
      source.set(returning, left.get(returning) ?? person());
      left.delete(returning);
    }
    await day(account => {
      const someone = (): [string, Subscriber] | undefined => pick([...account]);
      const edited = someone();
      if (edited !== undefined && chance(0.6)) {
        const [email, before] = edited;
        const { values, tags: own } = filled(person());
        const kept = before.tags.filter(tag => !tags.includes(tag));
        account.set(email, { ...before, values: { ...before.values, ...values }, tags: [...kept, ...own] });
      }
      const gone = someone();
      if (gone !== undefined && chance(0.3) && account.delete(gone[0])) given.delete(gone[0]);
      const unsubscribing = someone();
      if (unsubscribing !== undefined && chance(0.3))
        account.set(unsubscribing[0], { ...unsubscribing[1], isUnsubscribed: true });
      const signingUp = chance(0.5) ? address() : pick([...source.keys(), ...left.keys()]);
      if (signingUp !== undefined && chance(0.4) && !account.has(signingUp)) {
        const { values, tags: own } = filled(person());
        const { plan, ...others } = values;
        const known = plan === undefined || number === 1 ? others : values;
        account.set(signingUp, { values: known, tags: own, source: 'form', isUnsubscribed: false });
      }
    });
    if (number > 1 && chance(0.15)) {
      const isOtherMachine = chance(0.5);
      for (const name of isOtherMachine ? ['syncs', 'runs'] : ['syncs'])
        rmSync(join(home, 'settings', name), { recursive: true, force: true });
      if (isOtherMachine) given.clear();
      memory = isOtherMachine ? 'nothing' : given;
    }
    if (!(memory instanceof Map)) [bad, knownBad] = [[], undefined];

    // By night: first, perhaps, an accident of the source, which must change nobody but those who opted out.
    const before = await people();
    if (memory instanceof Map && chance(0.5)) {
      fates(() => 'answered');
      const [all, known] = [[...source], memory];
      const accidents = [
        [csv(new Map(), marked), 5],
        ['', 2],
        [csv(new Map(all.filter(([email]) => !known.has(email))), marked), 5],
        [csv(new Map([...all, ...all.map(([email, one]) => [`double-${email}`, one] as const)]), marked), 5],
        [csv(new Map(all.slice(1)), marked, `# rows: ${all.length}`), 2],
      ] as const;
      const accident = pick(accidents) ?? accidents[0];
      const [text, status] = accident;
      const ended = await run(text, strict);
      const optOuts = accident === accidents[3] ? stoppedNight(marked, before, known, rules) : 0;
      expect({ status: ended.status, stderr: ended.stderr, writes: writes().length }).toMatchObject({
        status,
        writes: optOuts,
      });
      expect(sorted(await people())).toEqual(sorted(before));
    }

    const there = new Set(before.keys());
    const wanted = new Map([...source].filter(([email]) => !marked.has(email)));
    const inSource = new Set([...marked].filter(email => source.has(email)));
    const earlier = [new Map(before), memory instanceof Map ? new Map(memory) : memory] as const;
    const isCounted = chance(0.5);
    const isNew = bad.some(row => knownBad?.includes(row) !== true);
    const tonight = {
      ...rules,
      isDoubtful: bad.length > 0 && (!isCounted || isNew),
      created: number === 1 ? ['plan'] : [],
    };
    let expected = night(wanted, inSource, before, memory, tonight);
    // Also after trouble: in doubt, a status that may have arrived is not given again.
    const stated = isCounted ? `# rows: ${source.size + bad.length}` : '';
    let text = csv(source, marked, ...bad, stated);
    posted();
    const trouble = number === 1 ? 0 : below(4);
    let requests = 0;
    const at = 1 + below(8);
    const isWriteOnly = chance(0.5);
    const how: Fate = chance(0.5) ? 'lost' : 'unanswered';
    const isHit = (isWrite: boolean) =>
      (!isWriteOnly || isWrite) && ++requests === at % (isWriteOnly ? 3 : 9);
    if (trouble === 1) {
      // An answer is lost, and the connection stays down.
      let isDown = false;
      fates(isWrite => {
        if (isDown) return 'lost';
        isDown = isHit(isWrite);
        return isDown ? how : 'answered';
      });
      await run(text);
    } else if (trouble === 2) {
      // One answer is lost.
      fates(isWrite => (isHit(isWrite) ? how : 'answered'));
      await run(text);
    } else if (trouble === 3 && process.platform !== 'win32') {
      const process_ = startProcess([...words, ...(wide ?? [])], { home, env, stdin: text });
      fates(isWrite => {
        if (!isHit(isWrite)) return 'answered';
        process_.signal('SIGKILL');
        return how;
      });
      await process_.ended;
    }
    fates(() => 'answered');
    if (trouble > 0 && earlier[1] instanceof Map) {
      // What arrived is the sync's own, also if the source takes it back before the next run.
      const [[beforehand, known], now] = [earlier as readonly [typeof before, Known], await people()];
      const reached = [...now].filter(([email, one]) => !same(one, beforehand.get(email)));
      for (const [email] of reached) {
        const [said, first] = [expected.memory.get(email), known.get(email)];
        if (said !== undefined) known.set(email, said);
        if (first?.wasThere !== true || first.policy !== undefined || first.isGone) continue;
        if (wanted.has(email) && chance(0.5)) source.set(email, { values: first.values, tags: first.tags });
      }
      const again = new Map([...source].filter(([email]) => !marked.has(email)));
      before.clear();
      for (const [email, one] of now) before.set(email, one);
      expected = night(again, inSource, before, known, tonight);
      text = csv(source, marked, ...bad, stated);
    }
    const ended = await run(text);
    const where = `night ${number} of seed ${seed}, trouble ${trouble}`;
    expect([0, 8], `${where}: ${ended.stderr}`).toContain(ended.status);
    // People who refuse and get letters all the same are counted every night, and new ones are said.
    const { attention, left_out_in_account } = JSON.parse(ended.stdout);
    expect(left_out_in_account, where).toBe(expected.emailed.all);
    if (trouble === 0)
      expect(attention.includes('left_out_in_account'), where).toBe(expected.emailed.new > 0);
    knownBad = expected.held > 0 ? bad.filter(row => knownBad?.includes(row)) : bad;
    memory = expected.memory;
    for (const [email, { policy }] of memory) if (policy?.startsWith('status') === true) given.add(email);
    const account = sorted(await people());
    expect(account, where).toEqual(sorted(before));
    // Only people who are new and not marked may go through a request that creates.
    expect(posted().filter(email => there.has(email) || marked.has(email))).toEqual([]);
    // One request a person who is written: fields aside, which are created once.
    if (trouble === 0)
      expect(writes().filter(line => !line.endsWith('/fields'))).toHaveLength(expected.fewestWrites);
    // Nothing is left to do, but for a person to decide.
    const again = await run(text, [...(wide ?? []), '--dry-run']);
    expect(again.status, again.stderr).toBe(expected.unsure + expected.held > 0 ? 8 : 0);
    expect(JSON.parse(again.stdout)).toMatchObject({ changes: [], maybe_left: expected.unsure });
  }
  await close();
}

describe('a sync, night after night', () => {
  it.each(ruleSets.map((rules, i) => ({ seed: seedInForce() + i * 1000, rules })))(
    'with seed $seed and $rules leaves the account as the model says',
    async ({ seed, rules }) => await play(seed, rules),
    240_000,
  );
});
