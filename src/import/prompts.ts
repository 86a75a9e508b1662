/** Prompts on a terminal, after the first pass and before anything is sent. */
import type { CustomField } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import { counted, grouped } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { CheckedImport } from './checked-file.ts';
import { columnName } from './mapping/columns.ts';
import { type ImportPlan, mappingSummary, newFieldsOf } from './plan.ts';
import { validationText } from './report-text.ts';

/**
 * Asks whether to import. Without a terminal the answer is yes, except with `--include-suppressed`: suppressed people
 * are sent only after a confirmation or with `--yes`.
 *
 * @param done subscribers whom an earlier run of the import has sent
 * @returns `change` to map a column to something else first
 * @throws Failure declined, confirmation_needed
 */
export async function confirmImport(
  { files, validation, options }: Pick<CheckedImport, 'files' | 'validation' | 'options'>,
  terminal: Terminal,
  done = 0,
): Promise<'import' | 'change'> {
  const people = counted(validation.accepted, 'subscriber');
  if (options.includeSuppressed) {
    const sure = await terminal.confirm(`Import ${people}, even those who must not be mailed?`, '--yes');
    if (!sure) throw declined();
    return 'import';
  }
  if (!terminal.asks) return 'import';
  if (options.resume) return await confirmResume(validation.accepted, done, terminal);
  terminal.show(`\n${validationText({ files, validation }, terminal.paint)}\n`);
  const newFields = newFieldsOf(files.map(({ plan }) => plan)).length;
  const created = newFields === 0 ? '' : ` and create ${counted(newFields, 'custom field')}`;
  // Duplicates are not counted: nobody is left out because rows of one address are joined.
  const apart = validation.rejected + validation.suppressed;
  const leaving = apart === 0 ? '' : `, leaving out ${counted(apart, 'row')}`;
  const answer = await terminal.choose<'import' | 'change' | 'cancel'>(
    `Import ${people}${leaving}${created}?`,
    [
      { name: 'no, send nothing', value: 'cancel' },
      { name: `yes, import ${people}`, value: 'import' },
      { name: 'change where columns go', value: 'change' },
    ],
    '--yes',
  );
  if (answer === 'cancel') throw declined();
  return answer;
}

/** The rest of a resumed import is read in the same way as what has been sent: nothing can be changed. */
async function confirmResume(accepted: number, done: number, terminal: Terminal): Promise<'import'> {
  const answer = await terminal.choose(
    `Continue: ${grouped(done)} done, ${grouped(accepted - done)} to go?`,
    [
      { name: 'yes, continue', value: true },
      { name: 'no, send nothing', value: false },
    ],
    '--yes',
  );
  if (!answer) throw declined();
  return 'import';
}

/** Says how the same can be said on the command line. */
export function noteAnswers(flags: readonly string[], terminal: Terminal): void {
  terminal.note(`the same answer as ${flags.length === 1 ? 'a flag' : 'flags'}: ${flags.join(' ')}`);
}

export function declined(): Failure {
  return new Failure('declined', 'nothing was sent');
}

/**
 * Asks for a column and where it goes.
 *
 * @param fields the account's custom fields
 * @returns the answers as values of `--map`
 */
export async function promptMapping(
  plans: readonly ImportPlan[],
  fields: readonly CustomField[],
  terminal: Terminal,
): Promise<string[]> {
  const { plan, column } = await terminal.choose('Which column?', plans.flatMap(columnChoices), '--map');
  const { dialect, mapping } = plan;
  const target = await terminal.choose(
    `Where does ${columnName(dialect, column)} go?`,
    [
      { name: 'nowhere', value: 'skip' },
      { name: 'email: the address', value: 'email' },
      { name: 'tags', value: 'tags' },
      ...fields.map(({ name, variable, kind }) => ({
        name: `fields.${variable}  (${name}, ${kind})`,
        value: `fields.${variable}`,
      })),
    ],
    '--map',
  );
  const { prefix = '' } = dialect;
  const instruction = `${prefix}${column + 1}=${target}`;
  // There is one address column: the present one is skipped.
  const instructions =
    target === 'email' && column !== mapping.email
      ? [`${prefix}${mapping.email + 1}=skip`, instruction]
      : [instruction];
  noteAnswers(
    instructions.map(one => `--map ${one}`),
    terminal,
  );
  return instructions;
}

function columnChoices(plan: ImportPlan) {
  const { dialect } = plan;
  const goesTo = mappingSummary(plan);
  return dialect.names.map((name, column) => ({
    name: `${columnName(dialect, column)}  →  ${goesTo[name] ?? 'ignored'}`,
    value: { plan, column },
  }));
}
