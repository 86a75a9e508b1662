/** How the files are read, as text: shown before anything is sent. Files that are read alike are one block. */

import { largest } from '../../lib/extremes.ts';
import { wrapScreen } from '../../terminal/message-text.ts';
import { grouped } from '../../terminal/numbers.ts';
import type { Paint, Terminal } from '../../terminal/terminal.ts';
import { type PassedOver, passedOver } from '../consent/ignored-columns.ts';
import type { Source } from '../files/source.ts';
import { targetName } from '../rows/values/target.ts';
import type { ImportPlan, PlannedFile } from '../state.ts';
import { exampleIn, listed, shortened } from './listed.ts';

const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
};

/** Files that are read alike. */
interface Block {
  /** Of the first of them. */
  readonly plan: ImportPlan;
  /** The ignored columns of each. */
  readonly ignored: ImportPlan['ignored'][];
  readonly labels: string[];
  /** Encoding, delimiter and so on, as far as the files agree. */
  layout: string[];
}

/** The plans of all files, one below the other. */
export function plansText(files: readonly PlannedFile[], paint: Paint): string {
  return blocksOf(files)
    .map(block => blockText(block, paint, Number.POSITIVE_INFINITY))
    .join('\n');
}

/** Lines of a screen below a question: three choices, a blank line, the keys. */
const linesOfChoices = 5;
/** Columns that are shown of a file even if the screen is too small; of several files. */
const [fewest, fewestOfSeveral] = [4, 2];

/** The plans of all files, with all columns, or as many as leave room for so many lines `below`, and for a question. */
export function planScreen(
  files: readonly PlannedFile[],
  { height, width, paint }: Terminal,
  below = Number.NEGATIVE_INFINITY,
): string {
  const blocks = blocksOf(files);
  const room = height - below - linesOfChoices;
  const fits = (text: string) => wrapScreen(text, width).split('\n').length <= room;
  const widest = largest(blocks.map(({ plan }) => plan.dialect.names.length));
  const least = blocks.length === 1 ? fewest : fewestOfSeveral;
  for (let most = widest; most >= least; most--) {
    const text = blocks.map(block => blockText(block, paint, most)).join('\n');
    if (fits(text)) return text;
  }
  const first = blockText(blocks[0] as Block, paint, least);
  const more = blocks.slice(1).reduce((sum, { labels }) => sum + labels.length, 0);
  return more === 0 ? first : `${first}\nand ${more} more files in other layouts: --dry-run lists them`;
}

function blocksOf(files: readonly PlannedFile[]): Block[] {
  const blocks = new Map<string, Block>();
  for (const { source, plan } of files) {
    const key = readingOf(plan);
    const layout = layoutOf(source, plan);
    const block = blocks.get(key);
    if (block === undefined) blocks.set(key, { plan, ignored: [plan.ignored], labels: [plan.shown], layout });
    else {
      block.ignored.push(plan.ignored);
      block.labels.push(plan.shown);
      block.layout = block.layout.filter(part => layout.includes(part));
    }
  }
  return [...blocks.values()];
}

/** What a block says of a file, besides its name and layout. */
function readingOf({ dialect, mapping, newFields, consent, detected, note, ignored }: ImportPlan): string {
  const created = newFields.map(({ column }) => column);
  const columns = mapping.targets.flatMap((target, column) =>
    target.to === 'ignored' || target.to === 'skip'
      ? []
      : [[dialect.names[column], target, created.includes(column)]],
  );
  return JSON.stringify([
    columns,
    consent?.columns,
    detected?.preset.label,
    detected?.isGiven,
    note,
    ignored.map(({ name }) => name),
  ]);
}

/** @param most maximum number of lines for columns */
function blockText({ plan, ignored, labels, layout }: Block, paint: Paint, most: number): string {
  const { consent, detected, note, dialect } = plan;
  const lines = [[paint.bold(listed(labels, 40)), layout.join(', ')].filter(part => part !== '').join(': ')];
  if (dialect.isRejects) lines.push('  rejects of an earlier import');
  else if (detected !== undefined) {
    const { label } = detected.preset;
    lines.push(
      detected.isGiven
        ? `  read as an export of ${label}`
        : `  looks like an export of ${label}${paint.dim('  (if not: --from none)')}`,
    );
  }
  for (const each of columnLines(plan, paint, most)) lines.push(each);
  if (consent !== undefined && consent.columns.length > 0) {
    lines.push(`  opt-outs are read from: ${consent.columns.join(', ')}`);
  }
  if (note !== undefined && !dialect.isRejects) lines.push(paint.yellow(`  note: ${note}`));
  for (const each of ignoredLines(ignored, plan, paint, most)) lines.push(each);
  return lines.join('\n');
}

function columnLines(plan: ImportPlan, paint: Paint, most: number): string[] {
  const { dialect, mapping, newFields } = plan;
  const created = new Set(newFields.map(field => field.column));
  const read = mapping.targets.flatMap((target, column) => {
    if (target.to === 'ignored' || target.to === 'skip') return [];
    const kind = target.to === 'field' ? ` (${created.has(column) ? 'new, ' : ''}${target.kind})` : '';
    return [{ name: dialect.names[column] ?? '', column, goesTo: targetName(target), kind }];
  });
  // One line more is not worth a line that announces it.
  const shown = read.length <= most ? read : firstOf(read, most - 1);
  const width = Math.min(30, largest(shown.map(({ name }) => name.length)));
  const middle = Math.max(0, ...shown.map(({ goesTo, kind }) => goesTo.length + kind.length));
  const lines = shown.map(({ name, column, goesTo, kind }) => {
    const example = `${' '.repeat(middle - goesTo.length - kind.length)}  ${exampleIn(plan, column)}`;
    return `  ${name.padEnd(width)}  →  ${goesTo}${paint.dim(`${kind}${example}`.trimEnd())}`;
  });
  const rest = read.filter(one => !shown.includes(one)).map(({ name }) => name);
  return rest.length === 0 ? lines : [...lines, `  and ${listed(rest, 60)}`];
}

/** The address and the tags, and as many of the other columns as there is room for. */
function firstOf<T extends { readonly goesTo: string }>(columns: readonly T[], most: number): T[] {
  const isAlwaysShown = ({ goesTo }: T) => goesTo === 'email' || goesTo === 'tags';
  const others = columns.filter(one => !isAlwaysShown(one));
  const kept = others.slice(0, Math.max(0, most - (columns.length - others.length)));
  return columns.filter(one => isAlwaysShown(one) || kept.includes(one));
}

/** Ignored columns that are shown with their values. */
const mostWithValues = 8;
/** Columns of the screen for ignored columns when it is too small: two lines of 80. */
const widestIgnored = 130;

/** `not used: Diet (none 112, vegan 40), Phone`. */
function ignoredLines(files: Block['ignored'], plan: ImportPlan, paint: Paint, most: number): string[] {
  const names = [...new Set(files.flatMap(columns => columns.map(({ name }) => name)))];
  const isWhole = most === Number.POSITIVE_INFINITY;
  const valued = passedOver(files);
  const others = names
    .filter(name => !valued.some(({ column }) => column === name))
    .map(name => filledText(files.flat().filter(one => one.name === name)))
    .sort((a, b) => b.filled - a.filled);
  const shown = valued.slice(0, mostWithValues).map(one => ({ name: one.column, text: valuesText(one) }));
  const more = valued.slice(mostWithValues).map(({ column: name }) => ({ name, text: name }));
  const all = [...shown, ...more, ...others];
  const own = bookkeeping(plan);
  const ids = `${own.length} of ${plan.detected?.preset.label}'s own data${isWhole ? ` (${own.join(', ')})` : ''}`;
  const texts = shortTexts(all, isWhole ? most : widestIgnored);
  const isCreatable = !plan.options.createFields && names.length > 0;
  const flags = isCreatable ? '  (--map, --create-fields)' : '  (--map)';
  const text = [...texts, ...(own.length > 0 ? [ids] : [])].join(', ');
  return text === '' ? [] : [paint.yellow(`  not used: ${text}`) + paint.dim(flags)];
}

/** All names, and as many of the values and examples as there is room for. */
function shortTexts(columns: readonly Record<'name' | 'text', string>[], width: number): string[] {
  let room = width - columns.map(({ name }) => name).join(', ').length;
  return columns.map(({ name, text }) => {
    const longer = text.length - name.length;
    if (longer > room) return name;
    room -= longer;
    return text;
  });
}

/** Columns that hold only the service's own data, such as its ids. */
const bookkeeping = ({ dialect, mapping }: ImportPlan) =>
  mapping.targets.flatMap((target, column) =>
    target.to === 'skip' && target.isBookkeeping === true ? [dialect.names[column] ?? ''] : [],
  );

/** `Membership No (303 filled, e.g. 1008)`: a column of one name, in all files. */
function filledText(columns: Block['ignored'][number]) {
  const filled = columns.reduce((sum, one) => sum + (one.filled ?? 0), 0);
  const { name = '', example = '' } = columns.find(one => one.filled) ?? columns[0] ?? {};
  if (filled === 0 && columns.some(one => one.filled === undefined)) return { name, filled, text: name };
  const such = example === '' ? '' : `, e.g. ${shortened(example, widestValue)}`;
  return { name, filled, text: `${name} (${filled === 0 ? 'empty' : `${grouped(filled)} filled${such}`})` };
}

/** Columns of the screen for a value. */
const widestValue = 20;

/** `Diet (none 112, vegan 40, empty 3)`. */
function valuesText({ column, values }: PassedOver): string {
  const texts = values.map(
    ({ value, count }) => `${shortened(value, widestValue) || 'empty'} ${grouped(count)}`,
  );
  return `${column} (${texts.join(', ')})`;
}

function layoutOf(source: Source, { dialect }: ImportPlan): string[] {
  const header = dialect.hasHeader ? `header on line ${dialect.headerLine}` : 'no header';
  const note = source.note === undefined ? [] : [source.note];
  if (source.form !== 'text') return source.header === undefined ? [...note, header] : note;
  const delimiter = delimiterNames[dialect.delimiter] ?? `"${dialect.delimiter}"`;
  return [...note, `${delimiter}-separated`, header];
}
