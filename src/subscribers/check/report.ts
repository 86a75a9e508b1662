/** Findings as records, with the command that fixes each. */
import type { Finding } from '../../lib/finding.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import {
  type CheckFinding,
  type CheckName,
  checkKinds,
  type FoundPerson,
  mostExamples,
  reviewTag,
} from './finding.ts';

/** Fields and tags that one command takes. */
const mostNamed = 200;

export interface CheckRow extends Finding<CheckName> {
  readonly count: number;
  /** Number of people with the review tag, who are not counted. */
  readonly tagged: number;
  readonly examples: readonly string[];
  /** A command line; null: the service has no request for it. */
  readonly fix: string | null;
}

export interface ReportOptions {
  /** The group as typed. */
  readonly group: string | undefined;
  readonly profile: string | undefined;
}

export function checkRow(found: CheckFinding, options: ReportOptions): CheckRow {
  const { name: code, count, tagged } = found;
  const { severity, meaning: message } = checkKinds[code];
  const examples = found.examples.slice(0, mostExamples).map(each => exampleText(code, each));
  return { severity, code, message, count, tagged, examples, fix: fixOf(found, options) };
}

/** The findings whose examples say nothing without a reason. */
const reasoned: ReadonlySet<CheckName> = new Set(['invalid', 'duplicate', 'misfit']);

function exampleText(name: CheckName, example: FoundPerson | string): string {
  if (typeof example === 'string') return example;
  const { email, suggestion, reason } = shownPerson(example);
  if (suggestion !== null) return `${email} (${suggestion}?)`;
  return reason === null || !reasoned.has(name) ? email : `${email} (${reason})`;
}

export function shownPerson({ id, email, suggestion, reason }: FoundPerson) {
  return { email, id, suggestion: suggestion ?? null, reason: reason ?? null };
}

/** An option with its value, which may look like an option itself. */
function option(flag: string, value: string): string {
  return `${flag}${value.startsWith('-') ? '=' : ' '}${shellWord(value)}`;
}

/**
 * Corrects misspelt addresses, takes away what only one person has, or tags who was found, so that a group or a filter
 * can leave them out.
 */
function fixOf({ name, examples }: CheckFinding, options: ReportOptions): string | null {
  const { group, profile } = options;
  const account = profile === undefined ? '' : ` ${option('--profile', profile)}`;
  const update = `newsletter subscribers update${account}`;
  const part = group === undefined ? '' : ` ${option('--group', group)}`;
  const show = `newsletter subscribers check${account} --show ${name}${part}`;
  const people = `${show} --fields id -o tsv`;
  const all = (flag: string, end = '') =>
    examples
      .slice(0, mostNamed)
      .map(each => `${flag}=${shellWord(`${each}${end}`)}`)
      .join(' ');
  switch (name) {
    case 'misspelt':
      return `${show} --fields id,suggestion -o csv | ${update} --from - --email-column suggestion`;
    // The service deletes neither.
    case 'unused_field':
    case 'unused_tag':
      return null;
    case 'single_field':
      return `${people} | ${update} --from - ${all('--field', '=')}`;
    case 'single_tag':
      return `${people} | ${update} --from - ${all('--remove-tag')}`;
    default:
      return `${people} | ${update} --from - --add-tag ${reviewTag(name)}`;
  }
}
