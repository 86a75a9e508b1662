/** Why a cell of a consent column leaves its row out. */
import { fold } from '../rows/values/fold.ts';
import type { ConsentColumn, OptOutValue } from './columns.ts';
import { judge, type ValueMeaning } from './judge.ts';

/** @returns the cell as the reason; undefined if it does not suppress the row */
export function cellReason(
  { kind, active, optOutValues, isReason }: ConsentColumn,
  cell: string,
): string | undefined {
  const meaning = judge(cell).meaning;
  const shown = cell.trim();
  switch (kind) {
    case 'opt-out':
      // "No longer interested" is a reason; "active" or "confirmed" may be said of the opt-out.
      return (isReason === true && /\s/.test(shown)) || !isNoOptOut.has(meaning) ? shown : undefined;
    case 'opt-in':
      // The day of opting in.
      return meaning === 'date' ? undefined : statusReason(meaning, shown);
    case 'some words':
      return meaning === 'opted out' || optOutValues?.has(fold(cell)) ? shown : undefined;
    case 'values':
      return optOutValues && namedValue(optOutValues, cell);
    default:
      // The service may write the others in the language of the account.
      return active?.has(fold(shown)) === true ? undefined : statusReason(meaning, shown);
  }
}

const isNoOptOut: ReadonlySet<ValueMeaning> = new Set(['empty', 'no', 'subscribed', 'allowed']);
const isActive: ReadonlySet<ValueMeaning> = new Set(['subscribed', 'active', 'allowed', 'yes', 'frequency']);
const isUnknown: ReadonlySet<ValueMeaning> = new Set(['date', 'number', 'other']);

function statusReason(meaning: ValueMeaning, shown: string): string | undefined {
  if (isActive.has(meaning)) return undefined;
  if (meaning === 'unconfirmed') return `${shown} (not yet confirmed)`;
  if (meaning === 'empty') return 'empty';
  return isUnknown.has(meaning) ? `"${shown}" is not a known active status` : shown;
}

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
