/**
 * The wide matrices (every command against every fault, …) take a fifth of the suite's time. `npm test` runs one part of
 * each, another one every day; NEWSLETTER_TEST_WHOLE=1 runs them whole, as CI does once.
 */

const parts = 4;

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

/** Which part that is, for the end of a run. */
export function partText(): string {
  const part = partInForce();
  if (part === undefined) return 'wide matrices: whole';
  return `wide matrices: part ${part + 1} of ${parts} (NEWSLETTER_TEST_PART=${part + 1}; all: NEWSLETTER_TEST_WHOLE=1)`;
}
