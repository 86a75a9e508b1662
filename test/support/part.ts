/** What this run tries of all that could be tried: a part of the wide matrices, and what one seed draws. */

/** Whether the wide matrices (every command against every fault, …) run whole, as `npm run test:whole` and CI run them. */
const isWhole = () => process.env.NEWSLETTER_TEST_WHOLE === '1';

/** The cases of a wide matrix that this run tries: every seventh, always the same, or all of them. */
export function partOf<T>(cases: readonly T[]): readonly T[] {
  return isWhole() ? cases : cases.filter((_, at) => at % 7 === 0);
}

/** How often a property of small cases is tried: a quarter of the times, and all of them where the matrices run whole. */
export function runsOf(whole: number): number {
  return isWhole() ? whole : Math.ceil(whole / 4);
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
