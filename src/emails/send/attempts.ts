/** The lines of a journal of sends: one when a send begins, one when its outcome is known. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readLog } from '../../lib/append-log.ts';
import { systemCode } from '../../lib/failure.ts';
import type { ApprovalRecord } from '../approval.ts';

export interface SendFacts {
  /** Base URL. */
  readonly service: string;
  /** Id of the account. */
  readonly account: string;
  /** Id of the email. */
  readonly email: string;
  /** `created_at` of the email, since a sandbox reuses ids of emails; null if unknown. */
  readonly created_at: string | null;
  readonly subject: string | null;
  /** What was agreed to; missing in journals of version 0.1.0, and for an email that could not be read. */
  readonly approved?: ApprovalRecord | undefined;
}

/** `sent`: the service accepted the email, whatever it does with it. */
export type SendOutcome = 'sent' | 'not_sent' | 'unknown';

export interface SendAttempt extends SendFacts {
  readonly key: string;
  /** When it began, by this machine's clock (ISO 8601). */
  readonly at: string;
  /** Undefined if the run ended before the outcome was known. */
  readonly outcome?: SendOutcome;
  /** Last known status of the email. */
  readonly status?: string | undefined;
}

export type SendLine =
  | ({ readonly type: 'begin' } & Omit<SendAttempt, 'outcome' | 'status'>)
  | {
      readonly type: 'end';
      readonly key: string;
      readonly outcome: SendOutcome;
      readonly status?: string | undefined;
    };

const extension = '.journal';

export function sendsFolder(configDir: string): string {
  return join(configDir, 'sends');
}

export function journalPath(configDir: string, name: string): string {
  return join(sendsFolder(configDir), `${name}${extension}`);
}

export function journalPaths(configDir: string): string[] {
  const folder = sendsFolder(configDir);
  try {
    const names = readdirSync(folder).filter(name => name.endsWith(extension));
    return names.map(name => join(folder, name));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The sends of a journal, the oldest first; none if the file does not exist. @throws what fs throws */
export function attemptsIn(path: string): SendAttempt[] {
  const attempts = new Map<string, SendAttempt>();
  for (const line of readLog<SendLine>(path)) {
    if (line.type === 'begin') {
      const { type, ...begun } = line;
      attempts.set(line.key, begun);
    } else if (line.type === 'end') {
      const begun = attempts.get(line.key);
      if (begun !== undefined)
        attempts.set(line.key, { ...begun, outcome: line.outcome, status: line.status });
    }
  }
  return [...attempts.values()];
}
