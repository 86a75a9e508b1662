/** What this run tries of all that could be tried: a part of the wide matrices, and what one seed draws. */

/*
 * The wide matrices (every command against every fault, …) take a fifth of the suite's time. `npm test` runs one part of
 * each, another one every day; NEWSLETTER_TEST_WHOLE=1 runs them whole, as CI does once.
 */

/** One for each day of a week. */
const parts = 7;

/** The part that is run, from 0 on; undefined: all of them. */
function partInForce(): number | undefined {
  if (process.env.NEWSLETTER_TEST_WHOLE === '1') return undefined;
  const given = Number(process.env.NEWSLETTER_TEST_PART ?? Number.NaN);
  const today = Math.floor(Date.now() / 86_400_000);
  return Number.isInteger(given) && given >= 1 ? (given - 1) % parts : today % parts;
}

/** The cases of a wide matrix that this run tries: those of today's part. */
export function partOf<T>(cases: readonly T[]): readonly T[] {
  const part = partInForce();
  return part === undefined ? cases : cases.filter((_, at) => at % parts === part);
}

/** How often a property of small cases is tried: a quarter of the times, and all of them where the matrices run whole. */
export function runsOf(whole: number): number {
  return partInForce() === undefined ? whole : Math.ceil(whole / 4);
}

/** Which part that is, for the end of a run. */
export function partText(): string {
  const part = partInForce();
  if (part === undefined) return 'wide matrices: whole';
  return `wide matrices: part ${part + 1} of ${parts} (NEWSLETTER_TEST_PART=${part + 1}; all: NEWSLETTER_TEST_WHOLE=1)`;
}

const usualSeed = 17;

/**
 * The seed of all that tests draw at random, so that a red run is red again: NEWSLETTER_TEST_SEED, where "fresh" stands for
 * one that is drawn. `.config/vitest.config.ts` hands it to the workers.
 */
export function seedInForce(): number {
  const given = process.env.NEWSLETTER_TEST_SEED ?? '';
  if (given === 'fresh') process.env.NEWSLETTER_TEST_SEED = String(Date.now() % 0x7fffffff);
  else if (!/^\d{0,10}$/.test(given)) {
    throw new Error(`NEWSLETTER_TEST_SEED: expected a number or "fresh", not "${given}"`);
  }
  return Number(process.env.NEWSLETTER_TEST_SEED || usualSeed);
}

/** Which seed that is, for the end of a run. */
export function seedText(): string {
  const seed = seedInForce();
  const how = seed === usualSeed ? 'another one: NEWSLETTER_TEST_SEED=fresh' : `NEWSLETTER_TEST_SEED=${seed}`;
  return `seed of what is drawn at random: ${seed} (${how})`;
}
