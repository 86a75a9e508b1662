/** What CI systems show of an import. */
import { basename } from 'node:path';
import type { Annotations } from '../../lib/ci/annotations.ts';
import { markdownTable, plainMarkdown } from '../../lib/ci/markdown.ts';
import { lineName } from '../columns/columns.ts';
import type { ImportOptions } from '../options.ts';
import type { Rejects, RowEnd } from '../rows/rejects.ts';
import type { PlannedFile } from '../state.ts';
import { type ImportSummary, summaryCounts } from '../summary.ts';

const linesOf = /\.(?:csv|tsv|tab|txt|ndjson|jsonl)$/i;

/**
 * Rejects that are annotations, too, at their lines: with the reason alone, unless `--show-addresses` shows the value.
 */
export function annotatedRejects(
  rejects: Rejects,
  files: readonly PlannedFile[],
  { allowRejects, showAddresses }: Pick<ImportOptions, 'allowRejects' | 'showAddresses'>,
  annotations: Annotations,
): Rejects {
  annotations.restart();
  const annotate = (of: PlannedFile, line: number, end: RowEnd) => {
    const { source, plan } = of;
    const { dialect } = plan;
    const reasons = end.blame?.map(({ cause, column }) =>
      column === undefined ? cause : `${dialect.names[column] ?? ''}: ${cause}`,
    );
    const text = showAddresses || reasons === undefined ? end.reason : reasons.join('; ');
    // Rows of sheets and of packed files are on no line that a viewer could show.
    const hasLines = linesOf.test(source.path) && basename(source.path) === basename(source.name);
    annotations.add({
      level: allowRejects ? 'warning' : 'error',
      code: end.code,
      message: hasLines ? text : `${lineName(dialect, line)}: ${text}`,
      file: source.name === '-' ? undefined : source.path,
      line: hasLines ? line : undefined,
    });
  };
  return {
    ...rejects,
    add(file, row, end) {
      rejects.add(file, row, end);
      const of = files[file];
      if (of !== undefined && end.code !== 'suppressed') annotate(of, row.line, end);
    },
    restart() {
      rejects.restart();
      annotations.restart();
    },
  };
}

/** The summary for the page of a job. */
export function importMarkdown(summary: ImportSummary, exit: number, showAddresses: boolean): string {
  const counts = summaryCounts.map(name => [name, summary[name]] as const).filter(([, count]) => count > 0);
  const reasons = summary.reasons.map(({ code, column, count, example }) => [
    code,
    plainMarkdown(column ?? ''),
    ...(showAddresses ? [plainMarkdown(example ?? '')] : []),
    count,
  ]);
  const about = ['rejected because of', 'column', ...(showAddresses ? ['for example'] : []), 'rows'];
  return [
    `### Import of ${plainMarkdown(summary.file)}${summary.dry_run ? ' (dry run)' : ''}\n\nExit code ${exit}\n\n`,
    markdownTable(['rows', 'number'], counts),
    markdownTable(about, reasons),
  ].join('');
}
