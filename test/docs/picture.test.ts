/** The animated picture of a session that `npm run picture` has made. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { project } from '../support/pages.ts';

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
    expect(file).toMatch(/<g class="k\d+"><text/);
    expect(file).toContain('(prefers-reduced-motion:no-preference)');
  });
});
