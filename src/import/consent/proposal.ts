/** The answer that is proposed for a column in doubt. It is safe as it stands, or it names what must be decided. */

import { fold } from '../rows/values/fold.ts';
import type { ColumnCounts } from './column-survey.ts';
import { evidenceOf, isMost, noContext } from './evidence.ts';
import type { ColumnHeader } from './header.ts';
import { judge, type ValueMeaning } from './judge.ts';

export interface Proposal {
  /**
   * The values that the answer leaves out, as `--opt-out-value` takes them: those that refuse, and those beside them that are not
   * understood, so that nobody gets in who may have refused. Empty: nobody.
   */
  readonly leavesOut: readonly string[];
  /** Groups of values of which one or more refuse, and the file does not say which; empty: the answer is safe. */
  readonly either: readonly (readonly string[])[];
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
  const letters = counts.examples.filter(({ value }) => value.length === 1);
  if (letters.length !== 1 && evidenceOf(counts, noContext).hasLetters)
    return { leavesOut: [], either: counts.examples.slice(0, mostNamed).map(({ value }) => [value]) };
  const values = counts.examples
    .filter(({ value }) => meaningOf(value) !== 'empty')
    .map(({ value }) => value);
  const those = (...sets: readonly ReadonlySet<ValueMeaning>[]) =>
    values.filter(value => sets.some(set => set.has(meaningOf(value))));
  const blank = counts.empty > 0 ? [''] : [];
  const [refused, said, denied] = [those(refusals), those(answers), those(new Set(['no']))];
  const way = isName ? 'marks' : wayOf(header, values);
  const isStatus = way === 'marks' && header.kind === 'other' && isOfStatus(counts);
  if (way === 'refused') {
    const out = values.filter(value => !['no', 'subscribed', 'allowed'].includes(meaningOf(value)));
    return safe(out.length > mostNamed ? ['*'] : out);
  }
  // Beside what refuses, what names mail may refuse, too.
  if (way === 'marks' && !isStatus) return safe(marksOf(values.filter(value => mayRefuse(value, isName))));
  if (way === 'open' && said.length > 0 && refused.length === 0) {
    const others = denied.length > 0 ? denied : blank;
    const filled = said.length > mostNamed ? ['*'] : said;
    // The likelier answer comes first.
    const either = header.direction === 'unsure' || denied.length === 0 ? [filled, others] : [others, filled];
    if (others.length > 0) return { leavesOut: [], either };
  }
  const wanted = [...those(agreements), ...said];
  const known = new Set([...refused, ...denied, ...wanted]);
  const unknown = values.filter(value => !known.has(value));
  const out = [...refused, ...denied];
  // A column has at least one value for each side.
  const [first, ...more] = unknown.filter(value => !judge(value).mayRefuse);
  if (wanted.length === 0 && first !== undefined && more.length === 0 && values.length > 1) {
    const others = values.filter(value => value !== first);
    if (out.length > 0) return safe(others);
  }
  if (wanted.length === 0 && unknown.length > 0) {
    return { leavesOut: marksOf(out), either: unknown.slice(0, mostNamed).map(value => [value]) };
  }
  const isAnswered = header.kind === 'wanted' || header.kind === 'status' || header.direction === 'wanted';
  const all = [...out, ...unknown, ...(isAnswered && wanted.length > 0 ? blank : [])];
  return safe(all.length > mostNamed ? marksOf(out) : all);
}

/** Most values say by themselves whether mail is sent. */
function isOfStatus(counts: ColumnCounts): boolean {
  const { refusals: refused, agreements: agreed } = evidenceOf(counts, noContext);
  return agreed > 0 && isMost(refused + agreed, evidenceOf(counts, noContext));
}

const meaningOf = (value: string) => judge(value).meaning;
const safe = (leavesOut: readonly string[]): Proposal => ({ leavesOut, either: [] });

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
  return all.slice(0, mostMarks);
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
