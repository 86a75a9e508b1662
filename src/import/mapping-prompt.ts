/** Edits the targets of columns at a terminal, one after the other. */
import type { CustomField } from '../contract/index.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import type { Choice, Terminal } from '../terminal/terminal.ts';
import { columnName, typedColumn } from './columns/columns.ts';
import { normalizeName } from './columns/header-names.ts';
import { inferKinds } from './columns/infer-kinds.ts';
import { noteAnswers } from './confirm-import.ts';
import { mappingSummary } from './plan.ts';
import { exampleIn } from './preview.ts';
import type { FieldKind } from './rows/values/field-values.ts';
import type { PlannedFile } from './state.ts';

/** A column and its current target. */
interface EditedColumn {
  readonly file: PlannedFile;
  readonly column: number;
  readonly name: string;
  /** As `--map` takes it; `status`: the consent column. */
  readonly before: string;
  target: string;
}

const kinds: readonly FieldKind[] = ['text', 'number', 'date', 'boolean'];

/**
 * Lets the user choose columns and their targets.
 *
 * @returns the changes as values of `--map`
 */
export async function promptMapping(
  files: readonly PlannedFile[],
  fields: readonly CustomField[],
  terminal: Terminal,
): Promise<string[]> {
  const columns = files.flatMap(columnsOf);
  for (;;) {
    const chosen = await terminal.choose<EditedColumn | undefined>(
      'Which column?',
      [{ name: doneText(columns), value: undefined }, ...columnChoices(columns)],
      '--map',
    );
    if (chosen === undefined) break;
    await promptTarget(chosen, columns, fields, terminal);
  }
  const changes = columns
    .filter(({ before, target }) => target !== before)
    .map(({ file, column, target }) => `${typedColumn(file.plan.dialect, column)}=${target}`);
  if (changes.length > 0) {
    noteAnswers(
      changes.map(change => `--map ${shellWord(change)}`),
      terminal,
    );
  }
  return changes;
}

function columnsOf(file: PlannedFile): EditedColumn[] {
  const { dialect } = file.plan;
  const goesTo = mappingSummary(file.plan);
  return dialect.names.map((name, column) => {
    const target = goesTo[name] ?? 'skip';
    return { file, column, name: columnName(dialect, column), before: target, target };
  });
}

function doneText(columns: readonly EditedColumn[]): string {
  const changed = columns.filter(({ before, target }) => target !== before).length;
  return changed === 0 ? 'done: change nothing' : `done: check the file again with ${changed} changed`;
}

function columnChoices(columns: readonly EditedColumn[]): Choice<EditedColumn>[] {
  const width = Math.min(28, Math.max(...columns.map(({ name }) => name.length)));
  return columns.map(one => {
    const mark = one.target === one.before ? ' ' : '*';
    const example = exampleIn(one.file.plan, one.column);
    return {
      name: `${one.name.padEnd(width)} ${mark}→  ${targetText(one.target).padEnd(20)}  ${example}`,
      value: one,
    };
  });
}

function targetText(target: string): string {
  if (target === 'skip') return 'nowhere';
  return target === 'status' ? 'who may be emailed' : target;
}

/** Asks for the target of a column. The email column stays until another column replaces it. */
async function promptTarget(
  chosen: EditedColumn,
  columns: readonly EditedColumn[],
  fields: readonly CustomField[],
  terminal: Terminal,
): Promise<void> {
  const isAddress = chosen.target === 'email' && addressColumns(columns, chosen.file).length === 1;
  const target = isAddress ? await keptAddress(chosen, terminal) : await askTarget(chosen, fields, terminal);
  if (target === undefined) return;
  if (target === 'email') {
    for (const other of addressColumns(columns, chosen.file)) other.target = 'skip';
  }
  chosen.target = target;
}

function addressColumns(columns: readonly EditedColumn[], file: PlannedFile): EditedColumn[] {
  return columns.filter(one => one.file === file && one.target === 'email');
}

async function keptAddress({ name }: EditedColumn, terminal: Terminal): Promise<undefined> {
  return await terminal.choose(
    `${name} is the email address. To use another column, choose that one, then "email".`,
    [{ name: 'back', value: undefined }],
    '--map',
  );
}

/** @returns undefined to go back */
async function askTarget(
  { file, column, name, target }: EditedColumn,
  fields: readonly CustomField[],
  terminal: Terminal,
): Promise<string | undefined> {
  const warning =
    target === 'status'
      ? ' It marks people who must not be emailed; with another target it no longer does.'
      : '';
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
      { name: 'a new custom field…', value: 'new' },
      { name: 'nowhere', value: 'skip' },
    ],
    '--map',
    target,
  );
  if (answer === 'back') return undefined;
  return answer === 'new' ? await askNewField(file, column, fields, terminal) : answer;
}

/** Asks for name and kind of a new field. @returns undefined to go back */
async function askNewField(
  { source, plan: { dialect, given } }: PlannedFile,
  column: number,
  fields: readonly CustomField[],
  terminal: Terminal,
): Promise<string | undefined> {
  const suggested = (dialect.names[column] ?? '').replace(/^fields\./, '');
  const name = await terminal.input(
    'Name of the new field? (empty: back)',
    text => problemOf(text, fields),
    '--map',
    suggested,
  );
  if (name === '') return undefined;
  const likely = (await inferKinds(source, dialect, [column], given)).get(column) ?? 'text';
  const kind = await terminal.choose<FieldKind | undefined>(
    `Kind of ${name}? Its values look like ${likely}.`,
    [...kinds.map(one => ({ name: one, value: one })), { name: 'back', value: undefined }],
    '--map',
    likely,
  );
  return kind === undefined ? undefined : `new:${name}:${kind}`;
}

function problemOf(name: string, fields: readonly CustomField[]): string | undefined {
  const present = fields.find(field => normalizeName(field.name) === normalizeName(name));
  if (name !== '' && present !== undefined) return `The account has a field "${present.name}" already.`;
  // `--map` splits at `=`.
  return name.includes('=') ? 'The name cannot contain "=".' : undefined;
}
