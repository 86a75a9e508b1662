/** The answer that is proposed for a column in doubt: as it stands, nobody gets in who may have refused. */

import { fold } from '../rows/values/fold.ts';
import type { ColumnCounts, ValueCount } from './column-survey.ts';
import { evidenceOf, isMost } from './evidence.ts';
import type { ColumnHeader } from './header.ts';
import { judge, type ValueMeaning } from './judge.ts';

export interface Proposal {
  /** The values that the answer leaves out, as `--opt-out-value` takes them: those that refuse, and those that may. Empty: nobody. */
  readonly leavesOut: readonly string[];
  /** Of these, the values of which some mean that mail is wanted, and the file does not say which. */
  readonly undecided: readonly string[];
}

/** Values that are named one by one. */
const mostNamed = 12;

const refusals: ReadonlySet<ValueMeaning> = new Set([
  'opted out',
  'left',
  'suppressed',
  'unconfirmed',
  'refused',
]);
const agreements: ReadonlySet<ValueMeaning> = new Set(['subscribed', 'active', 'allowed', 'frequency']);
const answers: ReadonlySet<ValueMeaning> = new Set(['yes', 'date']);

export function proposalFor(header: ColumnHeader, counts: ColumnCounts, isName = false): Proposal {
  const filled = counts.examples.filter(({ value }) => meaningOf(value) !== 'empty');
  const values = filled.map(({ value }) => value);
  const way = isName ? 'marks' : wayOf(header, values);
  const blank = counts.empty > 0 ? [''] : [];
  const [po, jo] = ['po', 'jo'].map(word => values.find(value => fold(value) === word));
  // In Albanian, "jo" is no.
  if (po !== undefined && jo !== undefined && values.length === 2 && way !== 'open')
    return proposed(way === 'refused' ? [po] : [jo, ...blank]);
  const letters = values.filter(value => value.length === 1);
  if (letters.length !== 1 && evidenceOf(counts).hasLetters) return proposed(values, values);
  const those = (...sets: readonly ReadonlySet<ValueMeaning>[]) =>
    values.filter(value => sets.some(set => set.has(meaningOf(value))));
  const [refused, said, denied] = [those(refusals), those(answers), those(new Set(['no']))];
  const isStatus = way === 'marks' && header.kind === 'other' && isOfStatus(counts);
  if (way === 'refused')
    return proposed(values.filter(value => !['no', 'subscribed', 'allowed'].includes(meaningOf(value))));
  // Beside what refuses, what names mail may refuse, too.
  if (way === 'marks' && !isStatus)
    return proposed(marksOf(values.filter(value => mayRefuse(value, isName))));
  if (way === 'open' && said.length > 0 && refused.length === 0) {
    const both = [...said, ...(denied.length > 0 ? denied : blank)];
    if (both.length > said.length) return proposed([...both, ...unknownOf(values)], both);
  }
  const wanted = [...those(agreements), ...said];
  const unknown = unknownOf(values);
  const out = [...refused, ...denied];
  const isAnswered = header.kind === 'wanted' || header.kind === 'status' || header.direction === 'wanted';
  if (wanted.length > 0) return proposed([...out, ...unknown, ...(isAnswered ? blank : [])]);
  // A column has at least one value for each side; an empty cell may be the other side.
  const [first, ...more] = filled.filter(({ value }) => unknown.includes(value) && !judge(value).mayRefuse);
  const isSame = ({ value }: ValueCount) => fold(value) === fold(first?.value ?? '');
  const isOther = first !== undefined && more.every(isSame) && out.length > 0;
  if (isOther && (blank.length === 0 || isMost(sumOf([first, ...more]), counts)))
    return proposed(values.filter(value => fold(value) !== fold(first.value)));
  return proposed([...out, ...unknown], unknown);
}

const sumOf = (values: readonly ValueCount[]) => values.reduce((sum, { count }) => sum + count, 0);

const unknownOf = (values: readonly string[]) =>
  values.filter(
    value =>
      ![refusals, agreements, answers].some(set => set.has(meaningOf(value))) && meaningOf(value) !== 'no',
  );

/** Beyond what can be named, any value but "no". */
function proposed(values: readonly string[], undecided: readonly string[] = []): Proposal {
  const named = values.length > mostNamed ? marksOf(values) : values;
  const areDays = values.every(value => value === '' || meaningOf(value) === 'date');
  if (named.length <= (areDays ? mostNamed : mostMarks)) return { leavesOut: named, undecided };
  const leavesOut = ['*', ...values.filter(value => value === '' || meaningOf(value) === 'no')];
  return { leavesOut, undecided: undecided.length > 0 ? leavesOut : [] };
}

/** Most values say by themselves whether mail is sent. */
function isOfStatus(counts: ColumnCounts): boolean {
  const { refusals: refused, agreements: agreed } = evidenceOf(counts);
  return agreed > 0 && isMost(refused + agreed, evidenceOf(counts));
}

const meaningOf = (value: string) => judge(value).meaning;

/** What a filled cell says: refused, wanted, either by its own words, or only with a mark; `open`: nobody knows. */
function wayOf(
  { kind, about, direction, isUntil }: ColumnHeader,
  values: readonly string[],
): 'refused' | 'wanted' | 'marks' | 'open' {
  if (kind === 'reason' || kind === 'left' || kind === 'ended' || kind === 'count' || isUntil === true)
    return 'refused';
  const isMarked = values.some(value => meaningOf(value) === 'opted out');
  if (kind === 'refused' || (direction === 'refused' && !(kind === 'elsewhere' && isMarked)))
    return 'refused';
  if (kind === 'elsewhere' || kind === 'remark') return 'marks';
  if (kind === 'wanted' || kind === 'status' || kind === 'state') return 'wanted';
  if (direction === 'wanted') return 'wanted';
  if (about === 0) return 'marks';
  return values.some(value => refusals.has(meaningOf(value)) || agreements.has(meaningOf(value)))
    ? 'wanted'
    : 'open';
}

/** What stands before or behind a name: `UNSUBSCRIBED - Ann Lee`, `Ann Lee (unsubscribed)`. */
const borders = /\s[-–—|/]+\s*|[:()[\]]+\s*/;

/** Marks that are named one by one. */
const mostMarks = 30;

/** The values themselves; if many begin or end with the same mark, that mark. */
function marksOf(values: readonly string[]): readonly string[] {
  const marks = new Map<string, { readonly mark: string; readonly values: string[] }>();
  for (const value of values) {
    const mark = markOf(value, true) ?? beginningOf(value) ?? value;
    const known = marks.get(fold(mark));
    if (known === undefined) marks.set(fold(mark), { mark, values: [value] });
    else known.values.push(value);
  }
  const all = [...marks.values()].map(({ mark, values: [first = mark, ...others] }) =>
    others.length > 0 ? mark : first,
  );
  return all;
}

/** What stands before a day or a number, in brackets or not: `baja newsletter*` of `baja newsletter 08/10/2024`. */
function beginningOf(value: string): string | undefined {
  const text = /\d/.test(value) ? (/^[^\d()[\]]+/.exec(value)?.[0] ?? '').trim() : '';
  return text.length >= shortestBeginning && judge(text).mayRefuse ? `${text}*` : undefined;
}
const shortestBeginning = 4;

const mayRefuse = (value: string, isName: boolean) =>
  isName ? markOf(value, true) !== undefined || meaningOf(value) === 'opted out' : judge(value).mayRefuse;

/** @param isAsked whether what merely names mail counts, too */
export function markOf(value: string, isAsked = false): string | undefined {
  const parts = value.split(borders).filter(part => part.trim() !== '');
  // A bare "no" is a part of many names: "Niamh – Ní".
  const isMark = (part: string) =>
    judge(part).isBad ||
    (refusals.has(meaningOf(part)) && judge(part).about > 0) ||
    (isAsked && judge(part).mayRefuse);
  const mark = parts.length > 1 ? parts.find(isMark) : undefined;
  if (mark === undefined) return undefined;
  return value.startsWith(mark) ? `${mark.trim()}*` : `*${mark.trim()}*`;
}
