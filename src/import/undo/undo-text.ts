/** What taking an import back would do, and has done, for people. */
import { grouped } from '../../terminal/numbers.ts';
import type { FoundRun } from '../account/local-runs.ts';
import type { CreatedWishes } from '../account/undo.ts';
import type { UndoSummary, UndoTally } from './undo-tally.ts';

/** People that are named on a terminal, of each kind. */
const shownPeople = 10;

/** What people get whom the import created. */
export function markText({ tag, status }: CreatedWishes): string {
  const marks = [tag === undefined ? '' : `tag "${tag}"`, status === undefined ? '' : `status ${status}`];
  return marks.filter(part => part !== '').join(' and ');
}

export function undoPlanText({ run }: FoundRun, tally: UndoTally, wishes: CreatedWishes): string {
  const when = run.started_at.replace('T', ' ').replace(/\..*/, ' UTC');
  const created = tally.count('created') + tally.count('mark');
  const lines: readonly (readonly [number, string])[] = [
    [tally.toRestore, 'to restore'],
    [tally.count('as-before'), 'already as before'],
    [tally.count('edited'), 'edited since: kept as they are'],
    [tally.count('gone'), 'no longer in the account under this address'],
    [created, `created by the import: they stay${tally.toMark > 0 ? `, and get ${markText(wishes)}` : ''}`],
  ];
  const title = `run ${run.id}: ${run.files.join(', ')}, imported ${when} into ${run.account_name}`;
  return [title, ...countLines(lines.filter(([n], i) => n > 0 || i === 0)), ...peopleLines(tally)].join('\n');
}

function countLines(lines: readonly (readonly [number, string])[]): string[] {
  const width = Math.max(...lines.map(([n]) => grouped(n).length));
  return lines.map(([n, what]) => `  ${grouped(n).padStart(width)}  ${what}`);
}

/** Those who are kept or stay, some of each kind. */
function peopleLines({ people }: UndoTally): string[] {
  return (['edited', 'created'] as const).flatMap(kind => {
    const all = people.filter(({ outcome }) => outcome === kind);
    if (all.length === 0) return [];
    const names = all.slice(0, shownPeople).map(({ email }) => `    ${email}`);
    const more = all.length > shownPeople ? ['    … (--report <file> lists all)'] : [];
    return [`  ${kind === 'edited' ? 'edited since' : 'created'}:`, ...names, ...more];
  });
}

export function undoResultText(
  { restored, edited, created, verified }: UndoSummary,
  tally: UndoTally,
): string {
  const lines = countLines([
    [restored, 'restored'],
    [edited, 'edited since: kept'],
    [created, 'created: still in the account'],
    ...(tally.failed > 0 ? [[tally.failed, 'rejected by the service'] as const] : []),
  ]);
  const read =
    verified === null
      ? []
      : [`  verified: ${grouped(verified.checked - verified.different)} of ${grouped(verified.of)}`];
  return ['', ...lines, ...read, ''].join('\n');
}
