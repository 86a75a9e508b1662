/** The values that `--opt-out-value` names. */
import { fold } from '../rows/values/fold.ts';
import { judge } from './judge.ts';

/** `*`: any but "no"; with a `*` at an end: the beginning, the end or a part of a cell; else the whole cell, or a part of a list. */
export type OptOutValue = string;

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
