/** The question on a terminal after the first pass, before anything is sent, and the menu that changes where columns go. */

import { accountName } from '../../auth/account.ts';
import type { Account, CustomField } from '../../contract/index.ts';
import { largest } from '../../lib/extremes.ts';
import { cutMiddle } from '../../terminal/formats/measure.ts';
import { wrapScreen } from '../../terminal/message-text.ts';
import { counted, grouped } from '../../terminal/numbers.ts';
import type { Choice, Terminal } from '../../terminal/terminal.ts';
import { type PlannedImport, peopleToSend } from '../account/compare-import.ts';
import { answerFlags } from '../codec.ts';
import { columnName, typedColumn } from '../columns/columns.ts';
import { normalizeName } from '../columns/header-names.ts';
import { inferKinds } from '../columns/infer-kinds.ts';
import { mappingSummary } from '../plan.ts';
import { droppedText, newFieldsText, validationText } from '../screen/counts-text.ts';
import { importedFiles } from '../screen/files-text.ts';
import { exampleIn, type ShownLines, shortened, summed } from '../screen/listed.ts';
import { planScreen } from '../screen/plan-screen.ts';
import { textFieldOf } from '../screen/reject-flags.ts';
import { byColumn, uniqueHeader } from '../screen/same-columns.ts';
import type { PlannedFile } from '../state.ts';
import { declined, noteAnswers } from './ask.ts';

interface ConfirmContext {
  readonly terminal: Terminal;
  readonly account: Account;
  readonly fields: readonly CustomField[];
  readonly shown: ShownLines;
}

/**
 * Asks whether to import. Without a terminal the answer is yes, except with `--include-suppressed`.
 *
 * @param done subscribers sent by an earlier run of the import; undefined: no earlier run
 * @returns values of `--map` with which the files are to be checked again; none: import
 * @throws Failure declined, confirmation_needed
 */
export async function confirmImport(
  planned: PlannedImport,
  context: ConfirmContext,
  done: number | undefined,
): Promise<readonly string[]> {
  const { terminal, account, fields } = context;
  const { files, options } = planned.checked;
  const toSend = peopleToSend(planned);
  const people = counted(toSend, 'subscriber');
  if (options.includeSuppressed) {
    const question = `Import ${people}, including people who must not be emailed?`;
    if (await terminal.confirm(question, '--yes')) return [];
    throw declined();
  }
  if (!terminal.asks) return [];
  const isResumed = done !== undefined;
  const into = ` into ${accountName({ name: account.name })}`;
  const question = isResumed
    ? `Resume the import${into}: ${grouped(done)} done, ${grouped(toSend - done)} to go?`
    : `Import ${people}${into}?${furtherText(planned)}`;
  if (!isResumed) showPlan(planned, question, context);
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
  if (answer === 'import') return [];
  const map = await promptMapping(importedFiles(files), fields, terminal);
  return map.length > 0 ? map : await confirmImport(planned, context, done);
}

/** Shows what the question is about: the first time all that fits above it, then what has changed. */
function showPlan(
  { checked, compared }: PlannedImport,
  question: string,
  { terminal, shown }: ConfirmContext,
): void {
  const files = importedFiles(checked.files);
  const found = validationText(checked, compared.counts, compared.replacing, terminal.paint);
  const changed = shown.changed(`${planScreen(files, terminal)}\n${found}`);
  // The question has a mark before it, and a blank line is above and below the plans.
  const below = wrapScreen(`${found}\n? ${question}`, terminal.width).split('\n').length + 2;
  if (changed !== '') terminal.tell(`\n${changed ?? `${planScreen(files, terminal, below)}\n\n${found}`}\n`);
}

/** If no person of the list is in an account as large, the list may be meant for another. */
const notSmall = 100;

/** What to know before confirming, side effects first. */
function furtherText({ checked: { files, validation }, compared: { counts } }: PlannedImport): string {
  const { accepted, suppressed } = validation;
  const blanks = files.flatMap(({ plan, counts: { suppressions } }) =>
    suppressions.flatMap(({ cause, column = -1, count }) =>
      cause === 'empty' ? [[shortened(plan.dialect.names[column] ?? '', 40), count] as const] : [],
    ),
  );
  const empty = [...summed(blanks)].map(([name, n]) => `, ${grouped(n)} of them since "${name}" is empty`);
  const leftOut = suppressed > 0 ? `${counted(suppressed, 'row')} left out${empty.join('')}.` : '';
  const { subscribers: size = 0, new: added } = counts ?? {};
  const isNoneThere = size >= notSmall && added === accepted;
  const there = `0 of ${grouped(accepted)} are in this account of ${counted(size, 'subscriber')}.`;
  const texts = [leftOut, droppedText(files), newFieldsText(files), isNoneThere ? there : ''];
  return texts.map(text => text && ` ${text}`).join('');
}

/** A column of all files that have it. */
interface EditedColumn {
  readonly name: string;
  /** As `--map` takes it. */
  readonly typed: string;
  readonly places: readonly (PlannedFile & { readonly column: number })[];
  /** As `--map` takes it; `status`: the consent column. */
  readonly before: string;
  target: string;
}

/** Lets the user choose columns and their targets. @returns the changes as values of `--map` */
async function promptMapping(
  files: readonly PlannedFile[],
  fields: readonly CustomField[],
  terminal: Terminal,
): Promise<string[]> {
  const columns = columnsOf(files);
  for (;;) {
    const changed = columns.filter(isChanged).length;
    const done = `done: ${changed === 0 ? 'change nothing' : `check the file again with ${changed} changed`}`;
    const chosen = await terminal.choose<EditedColumn | undefined>(
      'Which column?',
      [{ name: done, value: undefined }, ...columnChoices(columns)],
      '--map',
    );
    if (chosen === undefined) break;
    await promptTarget(chosen, columns, fields, terminal);
  }
  const map = columns.filter(isChanged).map(({ typed, target }) => `${typed}=${target}`);
  noteAnswers(answerFlags({ map }), terminal);
  return map;
}

/** The columns of all files, each name once: `--map` is about every file that has it. */
function columnsOf(files: readonly PlannedFile[]): EditedColumn[] {
  const all = files.flatMap(({ source, plan }) =>
    plan.dialect.names.map((_, column) => ({ source, plan, column })),
  );
  return byColumn(all, () => '').map(places => {
    const [{ plan, column }] = places;
    const { dialect } = plan;
    const name = dialect.names[column] ?? '';
    const target = mappingSummary(plan)[name] ?? 'skip';
    // The same number is another column in other files.
    const header = uniqueHeader(dialect, column);
    return {
      name: header === undefined ? columnName(dialect, column) : name,
      typed: header ?? typedColumn(dialect, column),
      ...{ places, before: target, target },
    };
  });
}

const isChanged = ({ before, target }: EditedColumn) => target !== before;

/** Columns of the screen for the names. */
const widestName = 28;

function columnChoices(columns: readonly EditedColumn[]): Choice<EditedColumn>[] {
  const shown = (name: string) => cutMiddle(name, widestName);
  const width = largest(columns.map(({ name }) => shown(name).length));
  return columns.map(one => {
    const mark = isChanged(one) ? '*' : ' ';
    const example = one.places.map(({ plan, column }) => exampleIn(plan, column)).find(Boolean) ?? '';
    const goesTo = (targetNames[one.target] ?? one.target).padEnd(20);
    return { name: `${shown(one.name).padEnd(width)} ${mark}→  ${goesTo}  ${example}`, value: one };
  });
}

const targetNames: Readonly<Record<string, string>> = { skip: 'ignored', status: 'who may be emailed' };

/** Asks for the target of a column. The email column stays until another column replaces it. */
async function promptTarget(
  chosen: EditedColumn,
  columns: readonly EditedColumn[],
  fields: readonly CustomField[],
  terminal: Terminal,
): Promise<void> {
  if (chosen.target === 'email')
    return terminal.note(
      `${chosen.name} is the email address. To use another column, choose that one, then "email".`,
    );
  const target = await askTarget(chosen, fields, terminal);
  if (target === undefined) return;
  const isBeside = ({ places }: EditedColumn) =>
    places.some(({ plan }) => chosen.places.some(one => one.plan === plan));
  if (target === 'email')
    for (const other of columns) if (other.target === 'email' && isBeside(other)) other.target = 'skip';
  chosen.target = target;
}

/** @returns undefined to go back */
async function askTarget(
  { name, target, places: [first] }: EditedColumn,
  fields: readonly CustomField[],
  terminal: Terminal,
): Promise<string | undefined> {
  const warning =
    target === 'status'
      ? ' It marks people who must not be emailed; with another target it no longer does.'
      : '';
  const own = (first?.plan.dialect.names[first.column] ?? '').replace(/^fields\./, '');
  const isThere = (name: string) => fields.some(field => normalizeName(field.name) === normalizeName(name));
  // Birthdays without a year do not fit the field of dates.
  const created = isThere(own) ? textFieldOf(own) : own;
  const answer = await terminal.choose(
    `Where does ${name} go?${warning}`,
    [
      { name: 'back: leave it as it is', value: 'back' },
      { name: 'email: the address', value: 'email' },
      { name: 'tags', value: 'tags' },
      ...fields.map(field => ({
        name: `fields.${field.variable}  (${field.name}, ${field.kind})`,
        value: `fields.${field.variable}`,
      })),
      // `--map` splits at `=`.
      ...(isThere(created) || created.includes('=')
        ? []
        : [{ name: `a new custom field "${created}"`, value: 'new' }]),
      { name: 'ignore it', value: 'skip' },
    ],
    '--map',
    target,
  );
  if (answer === 'back' || first === undefined) return undefined;
  if (answer !== 'new') return answer;
  if (created !== own) return `new:${created}:text`;
  const { source, plan, column } = first;
  const kinds = await inferKinds(source, plan.dialect, [column], plan.knownFormats);
  return `new:${created}:${kinds.get(column) ?? 'text'}`;
}
