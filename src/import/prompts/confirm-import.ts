/** Prompts on a terminal, after the first pass and before anything is sent. */

import { accountName } from '../../auth/account.ts';
import type { Account } from '../../contract/index.ts';
import { wrapScreen } from '../../terminal/message-text.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { type PlannedImport, peopleToSend } from '../account/compare-import.ts';
import type { ImportOptions } from '../options.ts';
import { newFieldsText, validationText } from '../screen/counts-text.ts';
import { importedFiles } from '../screen/files-text.ts';
import type { ShownLines } from '../screen/listed.ts';
import { planScreen } from '../screen/plan-screen.ts';
import type { CheckedImport } from '../state.ts';
import { declined } from './ask.ts';

/**
 * Asks whether to import. Without a terminal the answer is yes, except with `--include-suppressed`.
 *
 * @param done subscribers sent by an earlier run of the import; undefined: no earlier run
 * @returns `change`: edit the mapping first
 * @throws Failure declined, confirmation_needed
 */
export async function confirmImport(
  planned: PlannedImport,
  {
    terminal,
    account,
    shown,
  }: { readonly terminal: Terminal; readonly account: Account; readonly shown: ShownLines },
  done: number | undefined,
): Promise<'import' | 'change'> {
  const { checked, compared } = planned;
  const { files, options } = checked;
  const toSend = peopleToSend(planned);
  const people = counted(toSend, 'subscriber');
  if (options.includeSuppressed) {
    const question = `Import ${people}, including people who must not be emailed?`;
    if (await terminal.confirm(question, '--yes')) return 'import';
    throw declined();
  }
  if (!terminal.asks) return 'import';
  const isResumed = done !== undefined;
  const into = ` into ${accountName({ name: account.name })}`;
  const question = isResumed
    ? `Resume the import${into}: ${grouped(done)} done, ${grouped(toSend - done)} to go?`
    : `Import ${people}${into}?${furtherText(checked)}`;
  if (!isResumed) {
    const found = validationText(checked, compared.counts, terminal.paint);
    const shownFiles = importedFiles(files);
    const changed = shown.changed(`${planScreen(shownFiles, Number.NEGATIVE_INFINITY, terminal)}\n${found}`);
    // The question has a mark before it, and a blank line is above and below the plans.
    const below = wrapScreen(`${found}\n? ${question}`, terminal.width).split('\n').length + 2;
    const whole = () => `${planScreen(shownFiles, below, terminal)}\n\n${found}`;
    if (changed !== '') terminal.tell(`\n${changed ?? whole()}\n`);
  }
  const answer = await terminal.choose<'import' | 'change' | 'cancel'>(
    question,
    [
      { name: 'no, stop here', value: 'cancel' },
      { name: 'yes', value: 'import' },
      // A resumed import must read the rest as it read the rows already sent.
      ...(isResumed ? [] : [{ name: 'change where columns go', value: 'change' as const }]),
    ],
    '--yes',
  );
  if (answer === 'cancel') throw declined();
  return answer;
}

/** Side effects to confirm. */
function furtherText({ files, validation: { suppressed } }: CheckedImport): string {
  const leftOut = suppressed > 0 ? ` ${counted(suppressed, 'row')} left out.` : '';
  const newFields = newFieldsText(files);
  return `${leftOut}${newFields && ` ${newFields}`}`;
}

/** Whether the confirmation shows the plan, because it can still be edited. */
export function confirmsPlan({ includeSuppressed }: ImportOptions, terminal: Terminal): boolean {
  return terminal.asks && !includeSuppressed;
}
