/** Why a cell of a consent column leaves its row out. */
import { fold } from '../rows/values/fold.ts';
import type { ConsentColumn, OptOutValue } from './columns.ts';
import { judge, type ValueMeaning } from './judge.ts';

/** @returns the cell as the reason; undefined if it does not suppress the row */
export function cellReason(
  { kind, words, optOutValues, isReason }: ConsentColumn,
  cell: string,
): string | undefined {
  const meaning = judge(cell).meaning;
  const shown = cell.trim();
  switch (kind) {
    case 'opt-out':
      // "No longer interested" is a reason.
      if (isReason === true && /\s/.test(shown)) return shown;
      // "Active" or "confirmed" may be said of the opt-out.
      return meaning === 'empty' || meaning === 'no' || meaning === 'subscribed' || meaning === 'allowed'
        ? undefined
        : shown;
    case 'opt-in':
      // A date is the day of opting in.
      if (meaning === 'yes' || isGood(meaning) || meaning === 'date' || meaning === 'frequency')
        return undefined;
      return meaning === 'empty'
        ? 'empty'
        : meaning === 'unconfirmed'
          ? `${shown} (not yet confirmed)`
          : shown;
    case 'some words':
      return meaning === 'opted out' || optOutValues?.has(fold(cell)) ? shown : undefined;
    case 'values':
      return optOutValues && namedValue(optOutValues, cell);
    default:
      return words === undefined ? statusReason(meaning, shown) : presetReason(words, meaning, shown);
  }
}

const isGood = (meaning: ValueMeaning) =>
  meaning === 'subscribed' || meaning === 'active' || meaning === 'allowed';

const bad: ReadonlySet<ValueMeaning> = new Set(['opted out', 'left', 'suppressed', 'no', 'refused']);

function statusReason(meaning: ValueMeaning, shown: string): string | undefined {
  if (isGood(meaning) || meaning === 'yes' || meaning === 'frequency') return undefined;
  if (meaning === 'unconfirmed') return `${shown} (not yet confirmed)`;
  if (meaning === 'empty') return 'empty';
  return bad.has(meaning) ? shown : unknownStatus(shown);
}

function presetReason(
  { active, unconfirmed }: NonNullable<ConsentColumn['words']>,
  meaning: ValueMeaning,
  shown: string,
): string | undefined {
  const word = fold(shown);
  if (active.has(word)) return undefined;
  // The service may write the others in the language of the account.
  return unconfirmed.has(word) ? `${shown} (not yet confirmed)` : statusReason(meaning, shown);
}

const unknownStatus = (shown: string) => `"${shown}" is not a known active status`;

/** @param text as the user types it */
export function optOutValue(text: string): OptOutValue {
  return text.includes('*') ? text.trim().toLowerCase() : fold(text);
}

/** @returns what of the cell is named; undefined if nothing is */
export function namedValue(values: ReadonlySet<OptOutValue>, cell: string): string | undefined {
  const shown = cell.trim();
  if (values.has(fold(cell)) || shown.split(/[;,|]/).some(part => values.has(fold(part))))
    return shown || 'empty';
  for (const value of values) {
    if (!value.includes('*')) continue;
    if (value !== '*') {
      if (matches(value, shown.toLowerCase())) return value.replaceAll('*', '').trim();
      continue;
    }
    const { meaning } = judge(cell);
    if (meaning !== 'no' && meaning !== 'empty') return shown;
  }
  return undefined;
}

function matches(pattern: string, cell: string): boolean {
  const part = pattern.replace(/^\*|\*$/g, '').trim();
  if (pattern.startsWith('*')) return pattern.endsWith('*') ? cell.includes(part) : cell.endsWith(part);
  return cell.startsWith(part);
}
