/** Prompts on a terminal, after the first pass and before anything is sent. */

import { Failure } from '../../lib/failure.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { CheckedImport } from '../plan/checked-file.ts';
import { validationText } from '../plan/found-text.ts';
import { newFieldsOf } from '../plan/joint-plans.ts';
import { planScreen } from '../plan/preview.ts';

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
  const found = validationText({ files, validation }, terminal.paint);
  const plans = planScreen(files, found.split('\n').length, terminal);
  terminal.show(`\n${plans}\n\n${found}\n`);
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

/** Whether the plan is shown with a question: the user may still change it. */
export function confirmsPlan(
  { resume, includeSuppressed }: Pick<CheckedImport['options'], 'resume' | 'includeSuppressed'>,
  terminal: Terminal,
): boolean {
  return terminal.asks && !resume && !includeSuppressed;
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
