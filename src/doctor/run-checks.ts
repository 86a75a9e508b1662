import { Failure } from '../lib/failure.ts';
import type { DoctorContext } from './context.ts';

export interface Check {
  /** For scripts: it never changes. */
  readonly name: string;
  /** Names of checks without which this one cannot run: it is skipped when one of them failed or was skipped. */
  readonly needs?: readonly string[];
  /** Left out of the report when it is skipped: it seldom applies. */
  readonly hideWhenSkipped?: boolean;
  /** @returns a result for each thing it looks at; none where the check does not apply */
  run(context: DoctorContext): Promise<readonly CheckResult[]> | readonly CheckResult[];
}

export interface CheckResult {
  readonly status: 'ok' | 'warning' | 'failure';
  readonly message: string;
  /** What to type or do. */
  readonly fix?: string | undefined;
}

/** A line of the report. */
export interface ReportLine {
  readonly name: string;
  readonly status: CheckResult['status'] | 'skipped';
  readonly message: string;
  readonly fix: string | null;
}

export const ok = (message: string): CheckResult => ({ status: 'ok', message });
export const warning = (message: string, fix?: string): CheckResult => ({ status: 'warning', message, fix });
export const failure = (message: string, fix?: string): CheckResult => ({ status: 'failure', message, fix });

/** The result of a check that threw. The hint of a Failure says what to do. */
export function failureFrom(error: unknown): CheckResult {
  if (error instanceof Failure) return failure([error.message, ...error.details].join(': '), error.hint);
  return failure(error instanceof Error ? error.message : String(error));
}

/**
 * Runs all checks at the same time, each as soon as those that it needs are done.
 *
 * @returns the lines of the report in the order of `checks`, each as soon as it is known
 * @throws the reason of the context's signal, as soon as that is aborted
 */
export async function* runChecks(
  checks: readonly Check[],
  context: DoctorContext,
): AsyncGenerator<ReportLine> {
  const running = new Map<string, Promise<readonly ReportLine[]>>();
  for (const check of checks) {
    const needed = (check.needs ?? []).map(name => running.get(name) ?? Promise.resolve([]));
    running.set(check.name, runCheck(check, needed, context));
  }
  const aborted = new Promise<never>((_, reject) => {
    context.signal.addEventListener('abort', () => reject(context.signal.reason), { once: true });
  });
  aborted.catch(() => {});
  for (const { name, hideWhenSkipped } of checks) {
    const lines = await Promise.race([running.get(name) ?? [], aborted]);
    yield* lines.filter(({ status }) => !(hideWhenSkipped && status === 'skipped'));
  }
}

async function runCheck(
  check: Check,
  needed: readonly Promise<readonly ReportLine[]>[],
  context: DoctorContext,
): Promise<readonly ReportLine[]> {
  const { name } = check;
  const before = (await Promise.all(needed)).flat();
  const missing = before.find(({ status }) => status === 'failure' || status === 'skipped');
  if (missing !== undefined) {
    return [{ name, status: 'skipped', message: `skipped: depends on ${missing.name}`, fix: null }];
  }
  return (await resultsOf(check, context)).map(({ status, message, fix = null }) => ({
    name,
    status,
    message,
    fix,
  }));
}

async function resultsOf(check: Check, context: DoctorContext): Promise<readonly CheckResult[]> {
  try {
    return await check.run(context);
  } catch (error) {
    return [failureFrom(error)];
  }
}
