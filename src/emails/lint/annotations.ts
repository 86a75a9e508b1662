/** Findings as annotations that CI systems show beside the lines of a change. */
import { createHash } from 'node:crypto';
import type { AnnotationFormat, Finding, Severity } from './finding.ts';

export interface LocatedFinding extends Finding {
  /** The path of a file, or the id of an email without one. */
  readonly file: string;
}

/** @returns text for stdout, '' for no findings */
export function annotations(format: AnnotationFormat, findings: readonly LocatedFinding[]): string {
  return format === 'github' ? findings.map(workflowCommand).join('') : codeQuality(findings);
}

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** A workflow command of GitHub Actions: `::error file=issue.md,line=3,title=link_empty::message`. */
function workflowCommand({ file, line, code, severity, message }: LocatedFinding): string {
  const place = line === undefined ? '' : `,line=${line}`;
  return `::${commands[severity]} file=${escapedProperty(slashes(file))}${place},title=${escapedProperty(code)}::${escapedData(message)}\n`;
}

/** As `escapeData` of the toolkit of GitHub Actions does. */
const escapedData = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapedProperty = (text: string) => escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const severities: Readonly<Record<Severity, string>> = { error: 'major', warning: 'minor', info: 'info' };

/** A Code Quality report of GitLab: an array of issues. */
function codeQuality(findings: readonly LocatedFinding[]): string {
  const counts = new Map<string, number>();
  const issues = findings.map(({ file, line, code, severity, message }) => {
    const path = slashes(file).replace(/^\.\//, '');
    // Without the line, so that a moved issue stays the same issue.
    const identity = JSON.stringify([path, code, message]);
    const count = (counts.get(identity) ?? 0) + 1;
    counts.set(identity, count);
    return {
      description: message,
      check_name: code,
      fingerprint: createHash('sha256').update(`${identity}${count}`).digest('hex'),
      severity: severities[severity],
      location: { path, lines: { begin: line ?? 1 } },
    };
  });
  return `${JSON.stringify(issues, null, 2)}\n`;
}

const slashes = (path: string) => path.replaceAll('\\', '/');
