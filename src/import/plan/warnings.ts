import { grouped } from '../../terminal/numbers.ts';
import { columnName, lineName } from '../columns/columns.ts';
import type { FileTally } from '../rows/file-tally.ts';
import type { FileWarning } from '../rows/file-warnings.ts';
import type { CheckedImport } from './checked-file.ts';
import type { ImportPlan } from './plan.ts';

/** What does not stop the import, but may not be as it was meant. */
export function warningsOf({ files }: Pick<CheckedImport, 'files'>): FileWarning[] {
  return files.flatMap(({ plan, counts }) => {
    const found = warningsOfFile(plan, counts);
    if (files.length === 1) return found;
    const { label } = plan;
    return found.map(one => ({ ...one, file: label, message: withFile(one.message, label) }));
  });
}

/** The message of a warning about one of several files. */
function withFile(message: string, label: string): string {
  return message.startsWith(`${label}:`) ? message : `${label}: ${message}`;
}

function warningsOfFile({ consent, dialect }: ImportPlan, { warnings }: FileTally): FileWarning[] {
  const mentions = (consent?.mentioning ?? []).map(({ name, column, count, example, line }): FileWarning => {
    const texts = count === 1 ? 'a text mentions' : `${grouped(count)} texts mention`;
    const where = `${columnName(dialect, column)}: ${texts}`;
    const message = `${where} an opt-out, e.g. "${example}" (${lineName(dialect, line)}); text does not leave anyone out`;
    return { code: 'mentions_opt_out', column: name, count, example, line, message };
  });
  return [...warnings, ...mentions];
}
