/** Writes front matter so that any YAML parser reads every value back unchanged. */
import { Scalar, stringify } from 'yaml';
import { applyEdits } from '../body/edits.ts';
import { type FrontMatter, type FrontMatterKey, frontMatterKeys } from './front-matter.ts';
import { type FrontMatterEntry, frontMatterEntries, inQuotes } from './front-matter-yaml.ts';

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
    const { key, start, end } = entry;
    const value = changes[key as FrontMatterKey];
    if (saysAlready(entry, value)) return [];
    const written = inStyleOf(entry, value) ?? formatEntry(key, value);
    return written === '' ? [] : [{ start, end, text: written.slice(0, -1) }];
  });
  // Keys of the user come before those of this program.
  const at = entries.find(({ key }) => noted.has(key))?.start ?? text.length;
  const changed = applyEdits(text, [{ start: at, end: at, text: added(false) }, ...edits]);
  return changed + added(true);
}

/** Whether a line has a value already, in whatever style its author writes it. */
function saysAlready({ value: is, problem }: FrontMatterEntry, value: FrontMatter[FrontMatterKey]): boolean {
  if (typeof is !== 'string' || problem !== undefined) return false;
  return typeof value === 'boolean' ? is.toLowerCase() === String(value) : is === value;
}

/** A new text in the quotes of the old one, with the comment behind it; undefined if that would say something else. */
function inStyleOf(
  { key, style, comment }: FrontMatterEntry,
  value: FrontMatter[FrontMatterKey],
): string | undefined {
  if (typeof value !== 'string' || value === '' || style === undefined) return undefined;
  const scalar = new Scalar(value);
  scalar.type = style;
  const written = stringify({ [key]: scalar }, { lineWidth: 0, singleQuote: style === 'QUOTE_SINGLE' });
  const isLine = written.indexOf('\n') === written.length - 1;
  const commented = isLine ? written.replace(/\n$/, () => `${comment}\n`) : written;
  return isReadBack(commented, value, comment !== '' && style === 'PLAIN') ? commented : undefined;
}

/** @returns '' for no value */
function formatEntry(key: string, value: FrontMatter[FrontMatterKey]): string {
  // Parameters for links are written by users only.
  if (value === undefined || typeof value === 'object') return '';
  const written = stringify({ [key]: value }, { lineWidth: 0 });
  if (typeof value === 'boolean' || isReadBack(written, value)) return written;
  return `${key}: ${inQuotes(value)}\n`;
}

/** @param mayComment whether a comment may follow a plain value */
function isReadBack(written: string, value: string, mayComment = false): boolean {
  try {
    // A block scalar that keeps its trailing empty lines would also take the lines below it.
    const [entry, ...more] = frontMatterEntries(written, '');
    return (
      !value.endsWith('\n\n') &&
      more.length === 0 &&
      entry?.value === value &&
      (mayComment || entry.asText === undefined)
    );
  } catch {
    return false;
  }
}
