/** Writing front matter: `parseFrontMatter` reads every value back to the letter, and so does any reader of YAML. */
import { type FrontMatter, type FrontMatterKey, frontMatterKeys } from './front-matter.ts';
import { frontMatterLines } from './front-matter-lines.ts';
import { inQuotes, readText, yamlText } from './front-matter-text.ts';

/** Front matter with its two lines `---`. */
export function formatFrontMatter(values: FrontMatter): string {
  return `---\n${frontMatterKeys.flatMap(key => formatEntry(key, values[key])).join('\n')}\n---\n`;
}

const noted: ReadonlySet<string> = new Set(['updated_at', 'rendered', 'digest']);

/**
 * The same front matter with other values: the other lines, their order and comments stay.
 *
 * @param text between the two lines `---`
 */
export function withValues(text: string, changes: FrontMatter): string {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const entries = text.trim() === '' ? [] : frontMatterLines(text, '', 1);
  const missing = frontMatterKeys.filter(key => !entries.some(entry => entry.key === key));
  for (const { key, number, below } of entries.toReversed()) {
    const value = changes[key as FrontMatterKey];
    if (value !== undefined) lines.splice(number - 1, 1 + below.length, ...formatEntry(key, value));
  }
  // What a user writes comes before what this program notes.
  const notes = lines.findIndex(line => noted.has(line.split(':')[0] ?? ''));
  const added = (isNote: boolean) =>
    missing.filter(key => noted.has(key) === isNote).flatMap(key => formatEntry(key, changes[key]));
  lines.splice(notes < 0 ? lines.length : notes, 0, ...added(false));
  return `${[...lines, ...added(true)].join('\n')}\n`;
}

/** The same front matter without a key. */
export function withoutKey(text: string, unwanted: FrontMatterKey): string {
  const lines = text.split('\n');
  for (const { key, number, below } of frontMatterLines(text, '', 1).toReversed()) {
    if (key === unwanted) lines.splice(number - 1, 1 + below.length);
  }
  return lines.join('\n');
}

function formatEntry(key: string, value: FrontMatter[FrontMatterKey]): string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return formatText(key, value);
  if (typeof value === 'boolean') return [`${key}: ${value}`];
  const entries = Object.entries(value);
  if (entries.length === 0) return [`${key}: ""`];
  return [
    `${key}:`,
    ...entries.flatMap(([name, each]) => formatText(name.replace(/^utm_/, ''), each)).map(indented),
  ];
}

function formatText(key: string, value: string): string[] {
  const lines = value.replace(/\n$/, '').split('\n').map(indented);
  // The digit tells YAML how much of the blanks before the first line is indentation.
  const headers = value.endsWith('\n') ? ['|', '|2'] : ['|-', '|2-'];
  const blocks = headers.map(header => [`${key}: ${header}`, ...lines]);
  const candidates = value.includes('\n') ? blocks : [[`${key}: ${value}`]];
  return candidates.find(lines => isReadBack(lines, value)) ?? [`${key}: ${inQuotes(value)}`];
}

function indented(line: string): string {
  return line === '' ? '' : `  ${line}`;
}

/** Whether this program and YAML both read the value that is meant. */
function isReadBack(lines: readonly string[], value: string): boolean {
  const text = lines.join('\n');
  try {
    const [line, ...more] = frontMatterLines(text, '');
    return (
      line !== undefined && more.length === 0 && readText(line) === value && yamlText(`${text}\n`) === value
    );
  } catch {
    return false;
  }
}
