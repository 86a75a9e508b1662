/** What somebody at a terminal is asked, once all is known about a file and before anything is sent. */
import type { CustomField } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import { counted } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { ImportOptions } from './options.ts';
import { type ImportPlan, mappingSummary } from './plan.ts';
import { validationText } from './report.ts';
import type { ValidationResult } from './rows/validate.ts';

/**
 * Asks whether to import. Where nobody is there, the answer is yes, but for people who must not be mailed: those are
 * sent only when somebody says so, or `--yes` does.
 *
 * @returns 'change' to send columns elsewhere first
 * @throws Failure declined, confirmation_needed
 */
export async function confirmImport(
  plan: ImportPlan,
  validation: ValidationResult,
  { includeSuppressed, resume }: ImportOptions,
  terminal: Terminal,
): Promise<'import' | 'change'> {
  const people = counted(validation.accepted, 'subscriber');
  if (includeSuppressed) {
    const sure = await terminal.confirm(`Import ${people}, even those who must not be mailed?`, '--yes');
    if (!sure) throw declined();
    return 'import';
  }
  if (!terminal.asks) return 'import';
  terminal.show(`\n${validationText(validation, terminal.paint)}\n`);
  const created =
    plan.newFields.length === 0 ? '' : ` and create ${counted(plan.newFields.length, 'custom field')}`;
  // Rows of one address are joined: nobody is left out by that.
  const apart = validation.rejected + validation.suppressed;
  const leaving = apart === 0 ? '' : `, leaving out ${counted(apart, 'row')}`;
  const answer = await terminal.choose<'import' | 'change' | 'cancel'>(
    `Import ${people}${leaving}${created}?`,
    [
      { name: 'no, send nothing', value: 'cancel' },
      { name: `yes, import ${people}`, value: 'import' },
      // What has been sent was read in one way: the rest must be too.
      ...(resume ? [] : [{ name: 'change where columns go', value: 'change' as const }]),
    ],
    '--yes',
  );
  if (answer === 'cancel') throw declined();
  return answer;
}

function declined(): Failure {
  return new Failure('declined', 'nothing was sent');
}

/**
 * Lets somebody choose a column and where it goes.
 *
 * @returns what `--map` would say
 */
export async function promptMapping(
  plan: ImportPlan,
  fields: readonly CustomField[],
  terminal: Terminal,
): Promise<string[]> {
  const { dialect, mapping } = plan;
  const goesTo = mappingSummary(plan);
  const column = await terminal.choose(
    'Which column?',
    dialect.names.map((name, value) => ({ name: `${name}  →  ${goesTo[name] ?? 'ignored'}`, value })),
    '--map',
  );
  const target = await terminal.choose(
    `Where does ${dialect.names[column]} go?`,
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
  const instruction = `${column + 1}=${target}`;
  // There is one address: the column that was taken for it makes way.
  return target === 'email' && column !== mapping.email
    ? [`${mapping.email + 1}=skip`, instruction]
    : [instruction];
}
