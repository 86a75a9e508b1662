/** What an import means for the account, in words. */
import { grouped } from '../../terminal/numbers.ts';
import type { ComparedImport } from '../sending/compare-import.ts';
import type { VerifiedImport } from '../sending/verify-import.ts';

/** Why there is no comparison, and what that means; undefined where there is one, or nothing to compare. */
export function notComparedText({ counts, notCompared }: ComparedImport): string | undefined {
  if (counts !== null || notCompared === null) return undefined;
  return `not compared with the account (${notCompared}): unchanged subscribers are sent too, and this import cannot be undone`;
}

/** What was read back. */
export function verifiedText({ checked, of, different, notRead }: VerifiedImport): string {
  const why = notRead === undefined ? '' : ` (${notRead.message})`;
  if (checked === 0) return `not verified: nobody could be read back${why}`;
  const wrong = different.length;
  const ends = wrong === 0 ? 'all as sent' : `${grouped(wrong)} different`;
  return `verified: ${grouped(checked)} of ${grouped(of)} read back, ${ends}${why}`;
}
