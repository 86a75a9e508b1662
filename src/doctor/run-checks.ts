import { Failure } from '../lib/failure.ts';
import type { Patient } from './context.ts';

/** What a check found. Several, where it looks at several things. */
export interface Finding {
  readonly status: 'ok' | 'warning' | 'failure';
  readonly message: string;
  /** What to type or do. */
  readonly fix?: string | undefined;
}

export interface Check {
  /** Stable, for scripts. */
  readonly name: string;
  /** Checks that must not have failed: without them this one would only say the same again. */
  readonly needs?: readonly string[];
  /** It may well not apply: it is not named where it cannot be looked at. */
  readonly isRare?: boolean;
  /** @returns nothing where the check does not apply */
  look(patient: Patient): Promise<readonly Finding[]> | readonly Finding[];
}

/** One line of the report. */
export interface Result {
  readonly name: string;
  readonly status: Finding['status'] | 'skipped';
  readonly message: string;
  readonly fix: string | null;
}

export const ok = (message: string): Finding => ({ status: 'ok', message });
export const warning = (message: string, fix?: string): Finding => ({ status: 'warning', message, fix });
export const failure = (message: string, fix?: string): Finding => ({ status: 'failure', message, fix });

/** An error as a finding; a Failure knows what to do. */
export function failed(error: unknown): Finding {
  if (error instanceof Failure) return failure([error.message, ...error.details].join(': '), error.hint);
  return failure(error instanceof Error ? error.message : String(error));
}

/**
 * Looks at everything. Checks that do not wait for each other look at the same time; the results come in the order of
 * the list, each as soon as it is there.
 *
 * @throws the reason of the patient's signal, as soon as it is aborted
 */
export async function* examine(checks: readonly Check[], patient: Patient): AsyncGenerator<Result> {
  const begun = new Map<string, Promise<readonly Result[]>>();
  for (const check of checks) {
    const needed = (check.needs ?? []).map(name => begun.get(name) ?? Promise.resolve([]));
    begun.set(check.name, one(check, needed, patient));
  }
  const stopped = new Promise<never>((_, reject) => {
    patient.signal.addEventListener('abort', () => reject(patient.signal.reason), { once: true });
  });
  stopped.catch(() => {});
  for (const { name, isRare } of checks) {
    const results = await Promise.race([begun.get(name) ?? [], stopped]);
    yield* results.filter(({ status }) => !(isRare && status === 'skipped'));
  }
}

async function one(
  check: Check,
  needed: readonly Promise<readonly Result[]>[],
  patient: Patient,
): Promise<readonly Result[]> {
  const { name } = check;
  const before = (await Promise.all(needed)).flat();
  const missing = before.find(({ status }) => status === 'failure' || status === 'skipped');
  try {
    if (missing === undefined) {
      const findings = await check.look(patient);
      return findings.map(({ status, message, fix }) => ({ name, status, message, fix: fix ?? null }));
    }
    return [{ name, status: 'skipped', message: `cannot be said before ${missing.name} is well`, fix: null }];
  } catch (error) {
    const { status, message, fix } = failed(error);
    return [{ name, status, message, fix: fix ?? null }];
  }
}
