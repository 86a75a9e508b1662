/** The answer that is proposed for a column in doubt: as it stands, all people who may have refused are left out. */

import { fold } from '../rows/values/fold.ts';
import type { ColumnCounts, ValueCount } from './column-survey.ts';
import { isMost } from './decide.ts';
import type { ColumnHeader } from './header.ts';
import { judge, type ValueMeaning } from './judge.ts';

/** A column that may say who must not be emailed, and is not understood. */
export interface Doubt {
  readonly column: number;
  readonly examples: readonly ValueCount[];
  readonly empty: number;
  /** The values that the answer leaves out, as `--opt-out-value` takes them: those that refuse, and those that may. */
  readonly leavesOut: readonly string[];
  /** Of these, the values of which some mean that mail is wanted, and the file does not say which. */
  readonly undecided: readonly string[];
  /** With `--review`: nothing in it raises a doubt. */
  readonly isPassedOver: boolean;
}

/** Values that are named one by one, and marks. */
const [mostNamed, mostMarks] = [12, 30];

const refusals: readonly ValueMeaning[] = ['opted out', 'left', 'suppressed', 'unconfirmed', 'refused', 'no'];
const agreements: readonly ValueMeaning[] = ['subscribed', 'active', 'allowed', 'frequency'];
const answers: readonly ValueMeaning[] = ['yes', 'date'];

export interface SurveyedColumn {
  readonly column: number;
  readonly header: ColumnHeader;
  readonly counts: ColumnCounts;
  /** It holds names of people or places. */
  readonly isName: boolean;
}

export function doubtFor(one: SurveyedColumn): Doubt {
  const { examples, empty } = one.counts;
  return { column: one.column, examples, empty, ...proposalFor(one), isPassedOver: false };
}

type Proposal = Pick<Doubt, 'leavesOut' | 'undecided'>;

function proposalFor({ header, counts, isName }: SurveyedColumn): Proposal {
  const values = counts.examples.map(({ value }) => value);
  const those = (...meanings: readonly ValueMeaning[]) =>
    values.filter(value => meanings.includes(meaningOf(value)));
  const blank = counts.empty > 0 ? [''] : [];
  // Most values say by themselves whether mail is sent.
  const isStatus = counts.agreements > 0 && isMost(counts.refusals + counts.agreements, counts);
  // "Date de retrait du consentement": a day beside a word that is not known may be that of either.
  const isOfUnknownDays = header.kind === 'unsure' && counts.count('date') === counts.filled;
  const named = wayOf(header, isStatus);
  const way = isName ? 'marks' : isOfUnknownDays && named === 'wanted' ? 'open' : named;
  if (counts.hasLetters && way !== 'refused') {
    const isWish = header.direction === 'wanted' || header.kind === 'wanted' || header.kind === 'topic';
    const kept = isWish ? agreedBesideLetters(values) : [];
    const others = values.filter(value => !kept.includes(value));
    return proposed([...others, ...blank], kept.length > 0 ? [] : values);
  }
  if (way === 'refused') {
    const good = those('no', 'subscribed', 'allowed');
    return proposed(values.filter(value => !good.includes(value)));
  }
  // Beside what refuses, what names mail may refuse, too.
  const marked = values.filter(value => mayRefuse(value, isName));
  const isOfTexts = header.about === 0 || header.kind === 'remark';
  if (way === 'marks' && (isName || (marked.length > 0 && isOfTexts))) return proposed(marksOf(marked));
  const [refused, agreed, said] = [those(...refusals), those(...agreements), those(...answers)];
  const unknown = values.filter(value => ![...refused, ...agreed, ...said].includes(value));
  const hasNoWay = way === 'open' || (way === 'marks' && header.direction !== 'wanted');
  // "Mail: yes, no" says what is wanted; "yes" beside a word that is not known, or alone, may mean that mail is refused.
  const isPlain = header.kind === 'topic' && refused.length + unknown.length > 0;
  const isOpen =
    hasNoWay && !isPlain && agreed.length === 0 && refused.every(value => meaningOf(value) === 'no');
  if (isOpen && said.length > 0) {
    const undecided = [...said, ...(refused.length > 0 ? refused : blank), ...unknown];
    return proposed([...new Set([...undecided, ...blank])], undecided);
  }
  if (agreed.length + said.length > 0) return proposed([...refused, ...unknown, ...blank]);
  // A column has at least one value for each side; an empty cell may be the other side.
  const [kept = '', ...more] = unknown.filter(value => !judge(value).mayRefuse);
  const share = counts.examples.find(({ value }) => value === kept)?.count ?? 0;
  const isKept = more.length === 0 && refused.length > 0 && (blank.length === 0 || isMost(share, counts));
  // A wish that some deny is not made by an empty cell.
  const unasked = way === 'wanted' && those('no').length > 0 ? blank : [];
  if (kept !== '' && isKept) return proposed([...values.filter(value => value !== kept), ...unasked]);
  return proposed([...refused, ...unknown, ...unasked], unknown);
}

/** Of answers with letters: words of a known yes, and the letter that begins one ("S" of "Sí"), or is the only yes. */
function agreedBesideLetters(values: readonly string[]): readonly string[] {
  // An x may cross out, and "jo" is no in Albanian.
  const isSure = (value: string) => !['x', 'jo'].includes(fold(value));
  const agreed = values.filter(
    value => isSure(value) && [...agreements, ...answers].includes(meaningOf(value)),
  );
  const initials = ['y', 'j', ...agreed.filter(isWord).map(value => fold(value).charAt(0))];
  const isOnly = agreed.length === 1 && values.some(value => meaningOf(value) === 'no');
  return agreed.filter(value => isWord(value) || isOnly || initials.includes(fold(value)));
}
const isWord = (value: string) => value.length > 1;

/** Beyond what can be named, any value but "no". */
function proposed(values: readonly string[], undecided: readonly string[] = []): Proposal {
  const named = values.length > mostNamed ? marksOf(values) : values;
  const areDays = values.every(value => value === '' || meaningOf(value) === 'date');
  if (named.length <= (areDays ? 1 : mostMarks)) return { leavesOut: named, undecided };
  const leavesOut = ['*', ...values.filter(value => value === '' || meaningOf(value) === 'no')];
  return { leavesOut, undecided: undecided.length > 0 ? leavesOut : [] };
}

const meaningOf = (value: string) => judge(value).meaning;

/** What a filled cell says: refused, wanted, or only with a mark; `open`: unknown. */
function wayOf(
  { kind, about, direction, isUntil, isConfirmation }: ColumnHeader,
  isStatus: boolean,
): 'refused' | 'wanted' | 'marks' | 'open' {
  const refuses = ['reason', 'left', 'ended', 'count', 'refused'].includes(kind) || isUntil === true;
  if (refuses || direction === 'refused') return 'refused';
  if (kind === 'elsewhere' || kind === 'remark') return 'marks';
  if (kind === 'wanted' || kind === 'status' || kind === 'state' || direction === 'wanted') return 'wanted';
  if (isConfirmation === true) return 'wanted';
  if (about === 0) return isStatus && kind === 'other' ? 'wanted' : 'marks';
  return 'open';
}

/** What stands before or behind a name: `UNSUBSCRIBED - Ann Lee`, `Ann Lee (unsubscribed)`. */
const borders = /\s[-–—|/]+\s*|[:()[\]]+\s*/;

/** The values themselves; if many begin or end with the same mark, that mark. */
function marksOf(values: readonly string[]): readonly string[] {
  const byMark = new Map<string, { readonly mark: string; readonly values: string[] }>();
  for (const value of values) {
    const mark = markOf(value, true) ?? beginningOf(value) ?? value;
    const known = byMark.get(fold(mark));
    if (known === undefined) byMark.set(fold(mark), { mark, values: [value] });
    else known.values.push(value);
  }
  return [...byMark.values()].map(({ mark, values: [first = mark, ...others] }) =>
    others.length > 0 ? mark : first,
  );
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
  const isMark = (part: string) => {
    const { isBad, meaning, about } = judge(part);
    return isBad || (meaning === 'refused' && about > 0) || (isAsked && judge(part).mayRefuse);
  };
  const mark = parts.length > 1 ? parts.find(isMark) : undefined;
  if (mark === undefined) return undefined;
  return value.startsWith(mark) ? `${mark.trim()}*` : `*${mark.trim()}*`;
}
