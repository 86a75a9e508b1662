/** `push --check` on a terminal: what a push would change, as the text that readers see. */
import { diffArrays } from 'diff';
import { wrap } from '../../terminal/formats/measure.ts';
import { sanitizeLine } from '../../terminal/shown-text.ts';
import type { Canvas } from '../../terminal/terminal.ts';
import { plainTextOf } from '../body/plain-text.ts';
import type { EmailChange } from './diff.ts';

const titles: Partial<Record<EmailChange['field'], string>> = {
  body_html: 'body',
  body_text: 'text part',
  group_id: 'group',
};

export const titleOf = (field: EmailChange['field']) => titles[field] ?? field.replaceAll('_', ' ');

/** Lines around a change that are shown, too. */
const around = 1;

/** @param hasOwnText whether the file has a text part, which otherwise says what the body says */
export function changesView(
  changes: readonly EmailChange[],
  hasOwnText: boolean,
  { paint, width }: Canvas,
): string {
  const html = changes.find(({ field }) => field === 'body_html');
  const shown = changes.filter(
    ({ field, before }) =>
      field !== 'body_text' || hasOwnText || html === undefined || (before && !html.before),
  );
  const line = ({ sign, text }: DiffLine) => {
    const lines = wrap(sanitizeLine(text), Math.max(width - 2, 20), 10).map(each => `${sign} ${each}`);
    const tone = sign === '-' ? paint.red : sign === '+' ? paint.green : paint.dim;
    return lines.map(tone).join('\n');
  };
  const blocks = shown.map(({ field, before, after }) => {
    const textOf = (value: EmailChange['before']) =>
      field === 'body_html' ? plainTextOf(String(value ?? '')) : String(value ?? '');
    const lines = differences(textOf(before), textOf(after));
    const said =
      lines.length > 0 ? lines.map(line) : [paint.dim('  the same text: links, images or styles differ')];
    return [paint.bold(titleOf(field)), ...said].join('\n');
  });
  return blocks.join('\n\n');
}

interface DiffLine {
  readonly sign: '-' | '+' | ' ';
  readonly text: string;
}

/** The lines that differ, with the line before and after. */
export function differences(before: string, after: string): readonly DiffLine[] {
  const all = compared(linesOf(before), linesOf(after));
  const isNear = (at: number) =>
    all.slice(Math.max(0, at - around), at + around + 1).some(({ sign }) => sign !== ' ');
  return all.flatMap((each, at) => {
    if (isNear(at)) return [each];
    return at > 0 && isNear(at - 1) ? [{ sign: ' ', text: '…' } as const] : [];
  });
}

const linesOf = (text: string) => text.split('\n').filter(line => line.trim() !== '');

/** Lines to remove and add until two texts are the same; beyond, they are shown one after the other. */
const most = 2_000;

function compared(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: most }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return parts.flatMap(({ value, removed, added }) =>
    value.map(text => ({ sign: removed ? '-' : added ? '+' : ' ', text }) as const),
  );
}
