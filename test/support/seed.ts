/** The seed of what tests draw at random. */

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
