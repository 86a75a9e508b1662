/** The animated picture of a session: what `npm run picture` makes, and what it made. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { moving } from '../demo/moving-picture.js';
import { project } from '../support/pages.ts';

const style = { color: undefined, isBold: false, isDim: false };
const screen = (at: number, ...lines: string[]) => ({
  at,
  rows: lines.map(text => [{ x: 0, text, style }]),
});

/** The groups of a picture as `<time it stands still> <texts>`, hidden or shown where nothing moves. */
function groupsOf(svg: string) {
  const found = svg.matchAll(/<g class="(k\d+)"( visibility="hidden")?>(.*?)<\/g>/g);
  return [...found].map(([, name = '', hidden, inside = '']) => ({
    isShown: hidden === undefined,
    keyframes: new RegExp(`@keyframes ${name}\\{(.*)\\}$`, 'm').exec(svg)?.[1],
    texts: [...inside.matchAll(/<text [^>]*>(.*?)<\/text>/g)].map(([, text]) => text),
  }));
}

describe('a picture of a session', () => {
  const svg = moving([screen(1000, '$ a'), screen(2000, '$ a', 'b <c>'), screen(3000, '$ a', 'd')], {
    columns: 20,
    rows: 3,
  });

  it('when nothing may move, then it shows the last screen', () => {
    const shown = groupsOf(svg).filter(({ isShown }) => isShown);
    expect(shown.flatMap(({ texts }) => texts)).toEqual(['$ a', 'd']);
    expect(svg.indexOf('animation:')).toBeGreaterThan(svg.indexOf('(prefers-reduced-motion:no-preference)'));
  });

  it('when it moves, then each text is there as long as it was on the screen', () => {
    // One second each, and six seconds of rest.
    expect(groupsOf(svg)).toEqual([
      { isShown: true, keyframes: undefined, texts: ['$ a'] },
      {
        isShown: false,
        keyframes: '0%{visibility:hidden}12.50%{visibility:visible}25.00%{visibility:hidden}',
        texts: ['b &lt;c&gt;'],
      },
      { isShown: true, keyframes: '0%{visibility:hidden}25.00%{visibility:visible}', texts: ['d'] },
    ]);
  });
});

describe('docs/session.svg', () => {
  const file = readFileSync(join(project, 'docs/session.svg'), 'utf8');

  it('is small, and fetches and runs nothing', () => {
    expect(file.length).toBeLessThan(100_000);
    expect(file.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:|<script|<image|@import|url\(/,
    );
    expect(parseDocument(file, { xmlMode: true }).children.length).toBeGreaterThan(0);
  });

  it('shows a session that ends, and moves only where that is wanted', () => {
    expect(groupsOf(file).filter(({ isShown }) => isShown).length).toBeGreaterThan(0);
    expect(file).toContain('(prefers-reduced-motion:no-preference)');
  });
});
