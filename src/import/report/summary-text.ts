/** The summary of an import, for people. */
import { counted } from '../../terminal/numbers.ts';
import type { Paint } from '../../terminal/terminal.ts';
import {
  type Found,
  fileLines,
  type Line,
  reasonLines,
  textLines,
  validationLines,
} from '../plan/found-text.ts';
import { riskLines } from '../plan/risk-text.ts';
import type { ImportSummary } from './summary.ts';

/** The summary: what was in the file, and what became of it. @param waited whether the jobs were waited for */
export function summaryText(summary: ImportSummary, found: Found, waited: boolean, paint: Paint): string {
  const { accepted, created, updated, skipped, unchanged, failed, unknown, not_sent } = summary;
  const lines = validationLines(found);
  if (summary.dry_run) lines.push([accepted - unchanged, 'would be sent', '']);
  else if (!waited) lines.push([accepted - unchanged, 'accepted', 'sent, not waited for']);
  else {
    const outcomes: Line[] = [
      [created, '  created', ''],
      [updated, '  updated', ''],
      [unchanged, '  unchanged', 'up to date already: not sent'],
      [skipped - unchanged, '  skipped', 'by the service'],
      [failed - not_sent, '  failed', ''],
      [not_sent, '  not sent yet', ''],
      [unknown, '  unknown', 'may or may not be in the account'],
    ];
    lines.push([accepted, 'accepted', ''], ...outcomes.filter(([n]) => n > 0));
  }
  const details = [...reasonLines(found, paint), ...riskLines(found.validation, paint)];
  const result = headline(summary, waited, paint);
  return [...result, ...fileLines(found), textLines(lines, paint), ...details].join('\n');
}

/** What was imported, in a sentence; nothing where nobody was. */
function headline(summary: ImportSummary, waited: boolean, paint: Paint): string[] {
  const { dry_run, accepted, created, updated, unchanged, jobs } = summary;
  const people = counted(accepted - unchanged, 'subscriber');
  if (dry_run) return [`Would import ${people}.`];
  if (!waited && jobs.length > 0) return [`Sent ${people} to the service.`];
  const done = paint.green('✔');
  if (accepted > 0 && unchanged === accepted)
    return [`${done} Nothing to change: all subscribers are up to date.`];
  const imported = created + updated;
  return imported === 0 ? [] : [`${done} Imported ${counted(imported, 'subscriber')}.`];
}
