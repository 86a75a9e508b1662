/** What `subscribers check` prints and writes. */
import type { Context } from '../../context.ts';
import { integer } from '../../contract/schema.ts';
import type { CheckName } from '../../subscribers/check/finding.ts';
import type { ListCheck } from '../../subscribers/check/list-check.ts';
import type { CheckRow, ReportOptions } from '../../subscribers/check/report.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import type { View } from '../../terminal/terminal.ts';

const texts = { kind: 'text' } as const;
const nullable = { kind: 'text', nullable: true } as const;

export const view: View = {
  plural: 'findings',
  columns: ['severity', 'code', 'count', 'examples', 'fix'],
  kinds: {
    severity: texts,
    code: texts,
    message: texts,
    count: integer,
    tagged: integer,
    examples: { kind: 'list', of: texts },
    fix: nullable,
  },
};

export const peopleView: View = {
  plural: 'people',
  columns: ['email', 'suggestion', 'reason', 'id'],
  kinds: { email: texts, id: texts, suggestion: nullable, reason: nullable },
  uncut: 'email',
};

/** Options that decide what is printed and written. */
interface OutputFlags {
  readonly group?: string | undefined;
  readonly show?: CheckName | undefined;
  readonly fixes?: string | undefined;
}

function reportOptions(context: Context, flags: OutputFlags): ReportOptions {
  const { group, fixes } = flags;
  return { group, fixes, profile: context.options.profile };
}

export async function printFindings(context: Context, checked: ListCheck, flags: OutputFlags): Promise<void> {
  const { checkRow } = await import('../../subscribers/check/report.ts');
  const { terminal, options: global } = context;
  const found = checked.findings();
  // Before a drawing shortens them.
  const rows = found.map(each => checkRow(each, reportOptions(context, flags)));
  if (flags.fixes !== undefined) await writeFixes(context, checked, flags.fixes);
  if (terminal.isForPeople && global.fields === undefined) await draw(context, rows);
  else
    await terminal.list(
      rows.map(row => ({ ...row })),
      view,
    );
  const what = rows.length === 0 ? ': nothing found' : '';
  const tagged =
    checked.reviewed > 0 ? `; tagged by earlier checks, not counted: ${grouped(checked.reviewed)}` : '';
  terminal.note(`checked ${counted(checked.count, 'subscriber')}${what}${tagged}`);
}

async function draw({ terminal }: Context, rows: readonly CheckRow[]): Promise<void> {
  if (rows.length === 0) return;
  const [{ findingsView }, { prepareToMeasure }] = await Promise.all([
    import('../../terminal/findings.ts'),
    import('../../terminal/formats/measure.ts'),
  ]);
  await prepareToMeasure(rows.flatMap(({ examples }) => examples));
  const shown = rows.map(row => {
    const also = row.tagged > 0 ? `, and ${grouped(row.tagged)} tagged earlier` : '';
    return { ...row, count: `${grouped(row.count)}${also}`, examples: row.examples.join(', ') };
  });
  await terminal.draw(canvas => findingsView(shown, canvas));
}

async function writeFixes({ terminal }: Context, checked: ListCheck, file: string): Promise<void> {
  const { writeAtomically } = await import('../../lib/files/atomic-file.ts');
  const people = checked.findings().find(({ name }) => name === 'misspelt')?.people ?? [];
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = people.map(({ email, suggestion = '', id }) => [email, suggestion, id].map(cell).join(','));
  writeAtomically(file, ['email,right_address,id', ...lines, ''].join('\n'), {
    mode: 0o600,
    hint: 'choose another path for --fixes',
  });
  terminal.note(`wrote ${file}: ${counted(people.length, 'person', 'people')}`);
}

export async function listPeople(
  { terminal }: Context,
  checked: ListCheck,
  { show }: OutputFlags,
): Promise<void> {
  const { shownPerson } = await import('../../subscribers/check/report.ts');
  const people = checked.findings().find(({ name }) => name === show)?.people ?? [];
  await terminal.list(
    people.map(person => ({ ...shownPerson(person) })),
    peopleView,
  );
}
