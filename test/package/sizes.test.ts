/** What the bundle weighs, library by library, so that growth is seen: a budget is raised on purpose. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** In thousands of bytes; what is not named here has at most the number called `others`. */
type Budget = Readonly<Record<string, number>>;

/** Before they are minified. */
const libraries: Budget = {
  others: 42,
  undici: 290,
  re2js: 270,
  yaml: 245,
  'markdown-it': 125,
  commander: 110,
  cheerio: 95,
  entities: 80,
  'html-to-text': 65,
  hucre: 62,
  papaparse: 48,
};

/** Those over their budget, and those whose budget is far too large. */
function faults(sizes: ReadonlyMap<string, number>, budget: Budget): string[] {
  const over = [...sizes].filter(([name, size]) => size > 1000 * (budget[name] ?? budget.others ?? 0));
  const unused = Object.keys(budget).filter(
    name => name !== 'others' && (sizes.get(name) ?? 0) < 700 * (budget[name] ?? 0),
  );
  return [
    ...over.map(([name, size]) => `${name} has ${Math.ceil(size / 1000)} kB`),
    ...unused.map(name => `${name} needs a smaller budget, or none`),
  ];
}

describe('the bundle', () => {
  it('keeps each library within its budget', () => {
    const modules = JSON.parse(readFileSync(join(dist, '.modules.json'), 'utf8')) as Record<string, number>;
    const sizes = new Map<string, number>();
    for (const [path, size] of Object.entries(modules)) {
      const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
      if (name !== undefined) sizes.set(name, (sizes.get(name) ?? 0) + size);
    }
    expect(faults(sizes, libraries)).toEqual([]);
  });

  it('is installed in 3 MB', () => {
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map(name => join(dist, name));
    const packed = files.filter(name => !name.endsWith('.modules.json')).map(name => statSync(name));
    const bytes = packed.filter(one => one.isFile()).reduce((sum, { size }) => sum + size, 0);
    expect(bytes).toBeLessThan(3_000_000);
  });
});
