/** Findings of a check: of an email (`emails lint`), of a list (`subscribers check`). */
import { largest } from './extremes.ts';

/** `error`: something is certainly wrong; `warning`: probably, or it costs reputation; `info`: good to know. */
export type Severity = 'error' | 'warning' | 'info';

/** What is known of a code. Codes are a public interface. */
export interface FindingKind {
  readonly severity: Severity;
  readonly meaning: string;
}

export interface Finding<Code extends string = string> {
  readonly code: Code;
  readonly severity: Severity;
  /** Without a full stop. */
  readonly message: string;
}

/** The codes in a help text. */
export function findingsHelp(kinds: Readonly<Record<string, FindingKind>>): string {
  const width = largest(Object.keys(kinds).map(code => code.length));
  const lines = Object.entries(kinds).map(
    ([code, { severity, meaning }]) => `  ${code.padEnd(width)}  ${severity.padEnd(7)}  ${meaning}`,
  );
  return `Findings:\n${lines.join('\n')}`;
}
