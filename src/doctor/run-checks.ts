import type { SessionSources } from '../auth/credentials/store.ts';
import type { TransportResponse } from '../http/transport.ts';
import { Failure } from '../lib/failure.ts';
import type { Settings } from '../settings/resolve.ts';

/**
 * What checks may use. They change only what every command changes: the mode of a credential file that others can read,
 * and an expired token.
 */
export interface DoctorContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly configDir: string;
  readonly userAgent: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** @throws Failure unknown_profile, unreadable_file, invalid_value */
  settings(): Promise<Settings>;
  sessionSources(settings: Settings): SessionSources;
  /** Requests the account without credentials, once for all checks. @throws Failure without a response */
  probe(): Promise<ServiceProbe>;
}

export interface ServiceProbe {
  readonly response: TransportResponse;
  /** Milliseconds by which the clock of the service is ahead; undefined without a Date header. */
  readonly skew: number | undefined;
}

/** Seconds to wait for the network, unless --timeout or a setting overrides it. */
const defaultSeconds = 5;

/** Seconds to wait for the network. */
export function timeoutOf(settings: Settings): number {
  return settings.origin('timeout') === 'default' ? defaultSeconds : settings.get('timeout');
}

/** A row of the table of checks. */
export interface Check {
  /** A public interface for scripts. */
  readonly name: string;
  /** Names of checks that this one depends on: it is skipped if one of them failed or was skipped. */
  readonly needs: readonly string[];
  /** Results with their fixes; undefined if the check does not apply. */
  readonly look: (context: DoctorContext) => CheckOutcome | Promise<CheckOutcome>;
  /** Left out of the report if skipped, since it seldom applies. */
  readonly isRare?: boolean;
}

export type CheckOutcome = CheckResult | readonly CheckResult[] | undefined;

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

/** The result of a check that threw, with the hint of a Failure as the fix. */
export function failureFrom(error: unknown): CheckResult {
  if (error instanceof Failure) return failure([error.message, ...error.details].join(': '), error.hint);
  return failure(error instanceof Error ? error.message : String(error));
}

/**
 * Runs all checks at the same time, each as soon as those that it needs are done.
 *
 * @returns the lines of the report in the order of `checks`, each as early as possible
 * @throws the reason of the context's signal
 */
export async function* runChecks(
  checks: readonly Check[],
  context: DoctorContext,
): AsyncGenerator<ReportLine> {
  const running = new Map<string, Promise<readonly ReportLine[]>>();
  for (const check of checks) {
    const needed = check.needs.map(name => running.get(name) ?? Promise.resolve([]));
    running.set(check.name, runCheck(check, needed, context));
  }
  const aborted = new Promise<never>((_, reject) => {
    context.signal.addEventListener('abort', () => reject(context.signal.reason), { once: true });
  });
  aborted.catch(() => {});
  for (const { name, isRare } of checks) {
    const lines = await Promise.race([running.get(name) ?? [], aborted]);
    yield* lines.filter(({ status }) => !(isRare && status === 'skipped'));
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

async function resultsOf({ look }: Check, context: DoctorContext): Promise<readonly CheckResult[]> {
  try {
    return [(await look(context)) ?? []].flat();
  } catch (error) {
    return [failureFrom(error)];
  }
}
