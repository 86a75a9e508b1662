/** The rejects file of an import: what it has in common with the files that are imported. */

import type { ImportOptions } from '../options.ts';
import { createRejects, type Rejects } from '../rows/rejects.ts';
import type { RejectsFile, RejectsLayout } from '../rows/rejects-lines.ts';
import { temporaryPlace } from '../rows/rejects-places.ts';
import type { PlannedFile } from './checked-file.ts';
import type { ImportPlan } from './plan.ts';

/**
 * Opens the rejects file and the report of an import. A dry run keeps its rejects apart, unless it is told where they go.
 *
 * @param isOwn whether an earlier run of this import has written the rejects file at a path
 * @throws Failure usage, write_failed
 */
export function openRejectsOf(
  files: readonly PlannedFile[],
  { rejects: path, report, dryRun, given }: ImportOptions,
  isOwn: ((rejects: string) => boolean) | undefined,
): Rejects {
  const isApart = dryRun && path !== undefined && !given.includes('rejects');
  const place = isApart ? temporaryPlace(path) : undefined;
  const places = { rejects: isApart ? place?.path : path, report };
  const inputs = [...new Set(files.map(({ source }) => source.path))];
  const rejects = createRejects(places, inputs, layoutOf(files), isOwn);
  return place === undefined
    ? rejects
    : {
        ...rejects,
        discard() {
          rejects.discard();
          place.release();
        },
      };
}

/** The layout of a file is that of its rejects; where several differ, it is that of most programs. */
function layoutOf(files: readonly PlannedFile[]): RejectsLayout {
  const same = <T>(values: readonly T[], other: T) =>
    new Set(values).size === 1 ? (values[0] ?? other) : other;
  return {
    delimiter: same(
      files.map(({ plan }) => plan.dialect.delimiter),
      ',',
    ),
    lineEnd: same(
      files.map(({ plan }) => plan.lineEnd),
      '\n',
    ),
    hasBom: files.some(({ source }) => source.needsBom),
    files: rejectsFiles(files.map(({ plan }) => plan)),
  };
}

/** The columns of several files that go to the same field become one, so that the rejects can be imported like a file. */
function rejectsFiles(plans: readonly ImportPlan[]): RejectsFile[] {
  const areAlike = new Set(plans.map(({ dialect }) => JSON.stringify(dialect.wholeHeader))).size === 1;
  return plans.map(plan => {
    const { label, dialect } = plan;
    const keyOf = (name: string, column: number) => {
      const target = plan.mapping.targets[column];
      if (areAlike || target === undefined) return name;
      if (column === plan.mapping.email) return 'email';
      if (target.to !== 'field') return `column ${name}`;
      // Numbers and dates may be written in other ways in another file.
      const isPlain = target.kind === 'text' || target.kind === 'boolean';
      return isPlain ? `fields.${target.variable}` : `${label}: ${name}`;
    };
    return { label, header: dialect.wholeHeader, keys: dialect.wholeHeader.map(keyOf) };
  });
}
