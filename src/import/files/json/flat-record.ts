/** An object as cells: nested values get the names that lead to them, joined by dots. */
import { isObject } from '../../../lib/json/is-object.ts';

/** Levels that are followed; deeper values are kept as JSON. */
const deepest = 6;

/**
 * Flattens an object: `{"fields": {"city": "Bonn"}}` has the cell `fields.city`. A list of texts becomes one cell, in
 * which each is quoted, as a list of tags. A list of objects becomes a list of their names, and one for each of their
 * other values: `lists`, `lists.status`.
 */
export function flatRecord(record: Readonly<Record<string, unknown>>): Map<string, string> {
  const cells = new Map<string, string>();
  addMembers(cells, record, '', 0);
  return cells;
}

function addMembers(cells: Map<string, string>, value: object, path: string, depth: number): void {
  for (const [key, member] of Object.entries(value)) {
    addValue(cells, member, path === '' ? key : `${path}.${key}`, depth + 1);
  }
}

function addValue(cells: Map<string, string>, value: unknown, path: string, depth: number): void {
  if (Array.isArray(value)) addList(cells, value, path);
  else if (!isObject(value)) cells.set(path, scalarText(value));
  else if (depth < deepest) addMembers(cells, value, path, depth);
  else cells.set(path, JSON.stringify(value));
}

function addList(cells: Map<string, string>, list: readonly unknown[], path: string): void {
  if (!list.some(isObject)) {
    cells.set(path, listText(list.map(scalarText)));
    return;
  }
  const byKey = new Map<string, string[]>();
  for (const item of list) {
    if (!isObject(item)) continue;
    for (const [key, member] of Object.entries(item)) {
      if (typeof member === 'object' && member !== null) continue;
      byKey.set(key, [...(byKey.get(key) ?? []), scalarText(member)]);
    }
  }
  for (const [key, texts] of byKey) cells.set(key === 'name' ? path : `${path}.${key}`, listText(texts));
}

function scalarText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** One text as it is; several, or one that would be split, in quotes. */
function listText(texts: readonly string[]): string {
  const filled = texts.filter(text => text !== '');
  const [only = ''] = filled;
  if (filled.length < 2 && !/[,;|"\n[{]|^\s|\s$/.test(only)) return only;
  return filled.map(text => `"${text.replaceAll('"', '""')}"`).join(',');
}
