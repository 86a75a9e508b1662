/** A change of many people that is killed: run again, it is as if it had run through; undone, as if it had not begun. */
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { startProcess } from '../support/process.ts';
import { newsletter } from '../support/program.ts';
import { randomFrom } from '../support/random.ts';
import { seedInForce } from '../support/seed.ts';
import { json, service } from '../support/service.ts';

interface Person {
  readonly id: string;
  readonly email: string;
  tags: readonly string[];
  fields: Readonly<Record<string, unknown>>;
}

const size = 40;
const spellings = ['vip', 'VIP', 'Vip'];

function people(): Person[] {
  return Array.from({ length: size }, (_, i) => ({
    id: `p${i}`,
    email: `p${i}@example.org`,
    tags: [...(i % 3 === 0 ? [] : [spellings[i % 2] ?? '']), ...(i % 4 === 0 ? ['press'] : []), 'x'],
    fields: { city: i % 5 === 0 ? 'Rome' : 'Oslo', nick: `n${i}` },
  }));
}

/** A service of forty people that kills its client at the n-th change, before or after carrying it out. */
async function killing(first: number, isFirstCarriedOut: boolean) {
  const all = people();
  let [at, isCarriedOut, changes] = [first, isFirstCarriedOut, 0];
  let kill: () => void = () => {};
  const meta = { current_page: 1, per_page: size, total: size, last_page: 1 };
  const { url } = await service((request, response, seen) => {
    const person = all.find(({ id }) => seen.url.endsWith(`/${id}`));
    if (seen.url.startsWith('/v1/account'))
      return json({ id: 'a', name: 'x', slug: 'x' })(request, response, seen);
    if (seen.url.startsWith('/v1/fields')) {
      const city = { id: 'f', name: 'City', variable: 'city', kind: 'text' };
      return json({ data: [city], meta: { ...meta, total: 1 } })(request, response, seen);
    }
    if (seen.method !== 'PATCH' || person === undefined)
      return json({ data: all, meta })(request, response, seen);
    changes++;
    if (changes === at && !isCarriedOut) return kill();
    const { tags = person.tags, fields = {} } = JSON.parse(seen.body) as Partial<Person>;
    Object.assign(person, { tags, fields: { ...person.fields, ...fields } });
    if (changes === at) return kill();
    json(person)(request, response, seen);
  });
  const [home, env] = [temporaryFolder(), { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' }];
  const words = (line: readonly string[]) => [...line, '--yes', '-o', 'json'];
  const killed = async (line: readonly string[]) => {
    const running = startProcess(words(line), { home, env });
    kill = () => running.signal('SIGKILL');
    const { status } = await running.ended;
    kill = () => {};
    return status;
  };
  const run = (line: readonly string[]) => newsletter(words(line), { home, env });
  const state = () => structuredClone(all);
  return {
    killed,
    run,
    /** The runs, latest first. */
    list: () => newsletter(['undo', '-o', 'json'], { home, env }),
    state,
    changes: () => changes,
    /** Kills the next client at so many changes from now. */
    killAfter(count: number, isDone: boolean) {
      [at, isCarriedOut] = [changes + count, isDone];
    },
    edit(index: number) {
      const person = all[index % size];
      if (person !== undefined) person.tags = [...person.tags, 'own'];
      return person?.id ?? '';
    },
  };
}

const isVip = (tag: string) => tag.toLowerCase() === 'vip';

const replacing = (tag: string, ...wish: readonly string[]) =>
  ['subscribers', 'update', '--where', `tags has ${tag}`, ...wish, '--remove-tag', tag] as const;

/** The tags when one is replaced, or removed. */
const replaced = (one: Person, isOld: (tag: string) => boolean, ...by: readonly string[]) =>
  one.tags.some(isOld) ? { ...one, tags: [...one.tags.filter(tag => !isOld(tag)), ...by] } : one;

/** Each line, and what it makes of the tags and the city of a person. */
const lines: readonly [readonly string[], (person: Person) => Person][] = [
  [
    replacing('vip', '--add-tag', 'VIP'),
    one => (one.tags.includes('VIP') ? one : replaced(one, isVip, 'VIP')),
  ],
  [replacing('vip', '--add-tag', 'member'), one => replaced(one, isVip, 'member')],
  [replacing('VIP'), one => replaced(one, isVip)],
  [
    ['subscribers', 'update', '--where', 'fields.city = Rome', '--add-tag', 'south', '--field', 'city=Milan'],
    one =>
      one.fields.city === 'Rome'
        ? { ...one, tags: [...one.tags, 'south'], fields: { ...one.fields, city: 'Milan' } }
        : one,
  ],
];

const points = [
  [1, true],
  [2, false],
  [5, true],
  [6, false],
] as const;
const cases = lines.flatMap(([line, change]) =>
  points.map(([at, isCarriedOut]) => ({ line, change, at, isCarriedOut })),
);

describe('a change of many that is killed', () => {
  it.each(cases)(
    '$line, killed at change $at (carried out: $isCarriedOut): run again and undone, everybody is as expected',
    async ({ line, change, at, isCarriedOut }) => {
      const { killed, run, list, state, changes } = await killing(at, isCarriedOut);
      const before = state();
      expect(await killed(line)).toBeNull();
      expect(changes()).toBeGreaterThanOrEqual(at);
      expect(await run(line)).toMatchObject({ status: 0 });
      expect(state()).toEqual(before.map(change));
      const runs = JSON.parse((await list()).stdout) as readonly { readonly run: string }[];
      for (const { run: id } of runs) expect(await run(['undo', id])).toMatchObject({ status: 0 });
      expect(state()).toEqual(before);
    },
  );
});

describe('an undo that is killed twice, with edits between', () => {
  it.each(lines.map(([line], i) => ({ line, seed: seedInForce() + i })))(
    '$line with seed $seed: edits stay, and all others are as before',
    async ({ line, seed }) => {
      const next = randomFrom(seed);
      const below = (n: number) => Math.floor(next() * n);
      const { run, killed, killAfter, edit, state } = await killing(-1, false);
      const before = state();
      const { run: id } = JSON.parse((await run(line)).stdout) as { run: string };
      const edited = new Set<string>();
      for (const _ of ['first', 'second']) {
        killAfter(1 + below(3), next() < 0.5);
        expect(await killed(['undo', id])).toBeNull();
        edited.add(edit(below(size)));
      }
      const ended = await run(['undo', id]);
      expect([0, 8], ended.stderr).toContain(ended.status);
      for (const [i, person] of state().entries()) {
        if (edited.has(person.id)) expect(person.tags).toContain('own');
        else expect(person).toEqual(before[i]);
      }
    },
  );
});
