/** Writes front matter so that any YAML parser reads every value back unchanged. */
import { Scalar } from 'yaml';
import { yamlText } from '../../terminal/formats/yaml.ts';
import { applyEdits } from '../body/edits.ts';
import { type FrontMatter, type FrontMatterKey, frontMatterKeys } from './front-matter.ts';
import { type FrontMatterEntry, frontMatterEntries } from './front-matter-yaml.ts';

type Value = FrontMatter[FrontMatterKey];

/** Front matter with its two lines `---`. */
export function formatFrontMatter(values: FrontMatter): string {
  return `---\n${frontMatterKeys.map(key => formatEntry(key, values[key])).join('')}---\n`;
}

const noted: ReadonlySet<string> = new Set(['updated_at', 'rendered', 'digest']);

/**
 * The front matter with other values; the other lines, their order and comments stay.
 *
 * @param text between the two lines `---`, with line breaks `\n`
 */
export function withValues(text: string, changes: FrontMatter): string {
  const entries = frontMatterEntries(text, '');
  const missing = frontMatterKeys.filter(key => !entries.some(entry => entry.key === key));
  const added = (isNote: boolean) =>
    missing
      .filter(key => noted.has(key) === isNote)
      .map(key => formatEntry(key, changes[key]))
      .join('');
  const edits = entries.flatMap(entry => {
    const { key, written, start, end } = entry;
    const value = changes[key as FrontMatterKey];
    if (saysAlready(entry, value)) return [];
    const line = formatEntry(key, value, written?.style).slice(0, -1);
    if (line === '') return [];
    const isLine = written !== undefined && !line.includes('\n');
    return isLine ? [{ ...written, text: line.slice(key.length + 2) }] : [{ start, end, text: line }];
  });
  // Keys of the user come before those of this program.
  const at = entries.find(({ key }) => noted.has(key))?.start ?? text.length;
  const changed = applyEdits(text, [{ start: at, end: at, text: added(false) }, ...edits]);
  return changed + added(true);
}

/** Whether a line has a value already, in whatever style its author writes it. */
function saysAlready({ value: is, problem }: FrontMatterEntry, value: Value): boolean {
  if (typeof is !== 'string' || problem !== undefined) return false;
  return typeof value === 'boolean' ? is.toLowerCase() === String(value) : is === value;
}

/** @param style of a text of one line @returns '' for no value */
function formatEntry(key: string, value: Value, style?: Scalar.Type): string {
  // Parameters for links are written by users only.
  if (value === undefined || typeof value === 'object') return '';
  if (typeof value === 'boolean') return `${key}: ${value}\n`;
  const scalar = new Scalar(value);
  // A block that keeps its empty last lines would take those below it, too.
  if (value.endsWith('\n\n')) scalar.type = Scalar.QUOTE_DOUBLE;
  else if (style !== undefined && !value.includes('\n')) scalar.type = style;
  return yamlText({ [key]: scalar });
}
