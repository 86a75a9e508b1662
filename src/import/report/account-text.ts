/** What an import means for the account, in words. */
import { counted, grouped } from '../../terminal/numbers.ts';
import type { Paint } from '../../terminal/terminal.ts';
import type { ComparedImport } from '../sending/compare-import.ts';
import type { VerifiedImport } from '../sending/verify-import.ts';

/** Fields that are named. */
const shownFields = 5;

/** What will happen to whom: shown before anything is sent. @param paint colors */
export function comparedText({ counts }: ComparedImport, paint: Paint): string | undefined {
  if (counts === null) return undefined;
  const { subscribers, changed, unchanged, left, fields } = counts;
  const lines: readonly (readonly [number, string, string])[] = [
    [counts.new, 'new', ''],
    [unchanged, 'unchanged', 'there already: not sent'],
    [changed, 'changed', fieldsText(fields)],
    [left, 'left', 'in the account although your file says they left: see --report'],
  ];
  const shown = lines.filter(([n], i) => n > 0 || i === 0);
  const width = Math.max(...shown.map(([n]) => grouped(n).length));
  return [
    `compared with the ${counted(subscribers, 'subscriber')} of the account:`,
    ...shown.map(([n, what, detail]) =>
      `  ${grouped(n).padStart(width)}  ${what.padEnd(12)}  ${paint.dim(detail)}`.trimEnd(),
    ),
  ].join('\n');
}

/** "fields.city 100, tags 40". */
function fieldsText(fields: Readonly<Record<string, number>>): string {
  const all = Object.entries(fields);
  const shown = all.slice(0, shownFields).map(([field, n]) => `${field} ${grouped(n)}`);
  return all.length > shownFields
    ? `${shown.join(', ')}, ${all.length - shownFields} more`
    : shown.join(', ');
}

/** Why there is no comparison, and what that means; undefined where there is one, or nothing to compare. */
export function notComparedText({ counts, notCompared }: ComparedImport): string | undefined {
  if (counts !== null || notCompared === null) return undefined;
  return `not compared with the account (${notCompared}): people who are there are sent as new ones are, and imports undo cannot take this import back`;
}

/** What was read back. */
export function verifiedText({ checked, of, different, notRead }: VerifiedImport): string {
  const wrong = different.length;
  const ends = wrong === 0 ? 'as sent' : `${grouped(wrong)} not as sent`;
  const why = notRead === undefined ? '' : ` (${notRead.message})`;
  return `verified: ${grouped(checked)} of ${grouped(of)} read back, ${ends}${why}`;
}
