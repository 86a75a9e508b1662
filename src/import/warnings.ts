import { grouped } from '../terminal/numbers.ts';
import type { CheckedFile } from './checked-file.ts';
import type { FileWarning } from './rows/file-warnings.ts';

/** What does not stop the import, but may not be as it was meant. */
export function warningsOf({ plan, validation }: Pick<CheckedFile, 'plan' | 'validation'>): FileWarning[] {
  const mentions = (plan.consent?.mentioning ?? []).map(({ name, count, example, line }): FileWarning => {
    const texts = count === 1 ? 'a text mentions' : `${grouped(count)} texts mention`;
    const message = `${name}: ${texts} that somebody opted out, e.g. "${example}" (line ${line}); a text holds nobody back`;
    return { code: 'mentions_opt_out', column: name, count, example, line, message };
  });
  return [...validation.warnings, ...mentions];
}
