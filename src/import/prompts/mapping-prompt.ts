/** Edits the targets of columns at a terminal, one after the other. */
import type { CustomField } from '../../contract/index.ts';
import { largest } from '../../lib/extremes.ts';
import { cutMiddle } from '../../terminal/formats/measure.ts';
import type { Choice, Terminal } from '../../terminal/terminal.ts';
import { answerFlags } from '../codec.ts';
import { columnName, typedColumn } from '../columns/columns.ts';
import { normalizeName } from '../columns/header-names.ts';
import { inferKinds } from '../columns/infer-kinds.ts';
import { mappingSummary } from '../plan.ts';
import type { FieldKind } from '../rows/values/field-values.ts';
import { exampleIn } from '../screen/listed.ts';
import { byColumn } from '../screen/same-columns.ts';
import type { PlannedFile } from '../state.ts';
import { noteAnswers } from './ask.ts';

/** Where a column stands in one of the files, and its current target. */
interface Place extends PlannedFile {
  readonly column: number;
  /** As `--map` takes it; `status`: the consent column. */
  readonly before: string;
  target: string;
}

/** A column of all files that have it. */
interface EditedColumn {
  readonly name: string;
  /** As `--map` takes it, for all places. */
  readonly typed: string;
  readonly places: readonly Place[];
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
  const columns = columnsOf(files);
  for (;;) {
    const chosen = await terminal.choose<EditedColumn | undefined>(
      'Which column?',
      [{ name: doneText(columns), value: undefined }, ...columnChoices(columns)],
      '--map',
    );
    if (chosen === undefined) break;
    await promptTarget(chosen, columns, fields, terminal);
  }
  const map = columns.flatMap(changesOf);
  noteAnswers(answerFlags({ map }), terminal);
  return map;
}

/** The columns of all files, each name once: `--map` is about every file that has it. */
function columnsOf(files: readonly PlannedFile[]): EditedColumn[] {
  const all = files.flatMap(({ source, plan }) => {
    const goesTo = mappingSummary(plan);
    return plan.dialect.names.map((name, column): Place => {
      const target = goesTo[name] ?? 'skip';
      return { source, plan, column, before: target, target };
    });
  });
  return byColumn(all, () => '').map(places => {
    const [{ plan, column }] = places;
    const { dialect } = plan;
    const typed = typedColumn({ ...dialect, prefix: '' }, column);
    // Without a name of its own it has a number, which in other files is another column.
    return typed === (dialect.header[column] ?? '').trim()
      ? { name: dialect.names[column] ?? '', typed, places }
      : { name: columnName(dialect, column), typed: typedColumn(dialect, column), places };
  });
}

const isChanged = ({ before, target }: Place) => target !== before;

/** The target of a column, or those of its places. */
const targetOf = ({ places }: EditedColumn) => [...new Set(places.map(({ target }) => target))];

/** The values of `--map`. */
function changesOf({ typed, places }: EditedColumn): string[] {
  const [first] = places;
  if (first === undefined || !places.some(isChanged)) return [];
  if (places.every(({ target }) => target === first.target)) return [`${typed}=${first.target}`];
  return places
    .filter(isChanged)
    .map(({ plan, column, target }) => `${typedColumn(plan.dialect, column)}=${target}`);
}

function doneText(columns: readonly EditedColumn[]): string {
  const changed = columns.filter(({ places }) => places.some(isChanged)).length;
  return changed === 0 ? 'done: change nothing' : `done: check the file again with ${changed} changed`;
}

/** Columns of the screen for the names. */
const widestName = 28;

function columnChoices(columns: readonly EditedColumn[]): Choice<EditedColumn>[] {
  const shown = (name: string) => cutMiddle(name, widestName);
  const width = largest(columns.map(({ name }) => shown(name).length));
  return columns.map(one => {
    const mark = one.places.some(isChanged) ? '*' : ' ';
    const goesTo = targetOf(one).map(targetText).join(' or ');
    const example = one.places.map(({ plan, column }) => exampleIn(plan, column)).find(Boolean) ?? '';
    return {
      name: `${shown(one.name).padEnd(width)} ${mark}→  ${goesTo.padEnd(20)}  ${example}`,
      value: one,
    };
  });
}

function targetText(target: string): string {
  if (target === 'skip') return 'ignored';
  return target === 'status' ? 'who may be emailed' : target;
}

/** Asks for the target of a column. The email column stays until another column replaces it. */
async function promptTarget(
  chosen: EditedColumn,
  columns: readonly EditedColumn[],
  fields: readonly CustomField[],
  terminal: Terminal,
): Promise<void> {
  const isAddress = chosen.places.some(
    place => place.target === 'email' && addressPlaces(columns, place).length === 1,
  );
  if (isAddress) {
    terminal.note(
      `${chosen.name} is the email address. To use another column, choose that one, then "email".`,
    );
    return;
  }
  const target = await askTarget(chosen, fields, terminal);
  if (target === undefined) return;
  for (const place of chosen.places) {
    if (target === 'email') for (const other of addressPlaces(columns, place)) other.target = 'skip';
    place.target = target;
  }
}

/** The address columns of a file. */
const addressPlaces = (columns: readonly EditedColumn[], { plan }: PlannedFile): Place[] =>
  columns.flatMap(({ places }) => places).filter(place => place.plan === plan && place.target === 'email');

/** @returns undefined to go back */
async function askTarget(
  chosen: EditedColumn,
  fields: readonly CustomField[],
  terminal: Terminal,
): Promise<string | undefined> {
  const { name } = chosen;
  const targets = targetOf(chosen);
  const warning = targets.includes('status')
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
      { name: 'ignore it', value: 'skip' },
    ],
    '--map',
    targets[0],
  );
  if (answer === 'back') return undefined;
  return answer === 'new' ? await askNewField(chosen, fields, terminal) : answer;
}

/** Asks for name and kind of a new field. @returns undefined to go back */
async function askNewField(
  { places }: EditedColumn,
  fields: readonly CustomField[],
  terminal: Terminal,
): Promise<string | undefined> {
  const [first] = places;
  const suggested = (first?.plan.dialect.names[first.column] ?? '').replace(/^fields\./, '');
  const name = await terminal.input(
    'Name of the new field? (empty: back)',
    text => problemOf(text, fields),
    '--map',
    suggested,
  );
  if (name === '') return undefined;
  const likely = await likelyKind(places);
  const kind = await terminal.choose<FieldKind | undefined>(
    `Kind of ${name}? Its values look like ${likely}.`,
    [...kinds.map(one => ({ name: one, value: one })), { name: 'back', value: undefined }],
    '--map',
    likely,
  );
  return kind === undefined ? undefined : `new:${name}:${kind}`;
}

/** The kind of all values, in all files. */
async function likelyKind(places: readonly Place[]): Promise<FieldKind> {
  const found = new Set<FieldKind>();
  for (const { source, plan, column } of places) {
    const kind = (await inferKinds(source, plan.dialect, [column], plan.given)).get(column);
    if (kind !== undefined) found.add(kind);
  }
  const [only = 'text'] = found;
  return found.size === 1 ? only : 'text';
}

function problemOf(name: string, fields: readonly CustomField[]): string | undefined {
  const present = fields.find(field => normalizeName(field.name) === normalizeName(name));
  if (name !== '' && present !== undefined) return `The account has a field "${present.name}" already.`;
  // `--map` splits at `=`.
  return name.includes('=') ? 'The name cannot contain "=".' : undefined;
}
