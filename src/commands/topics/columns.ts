import { Help } from 'commander';

/** Width for which pages are written. */
const width = 80;

/**
 * Lines of two columns, the second one wrapped.
 *
 * @param items what stands left, and what is said of it
 */
export function columns(items: readonly (readonly [term: string, description: string])[]): string {
  const help = new Help();
  help.prepareContext({ helpWidth: width });
  const widest = Math.max(...items.map(([term]) => term.length));
  return items.map(([term, description]) => help.formatItem(term, widest, description, help)).join('\n');
}

/** Text wrapped at the page's width, with an indent. */
export function wrapped(text: string, indent = 2): string {
  const space = ' '.repeat(indent);
  return new Help().boxWrap(text, width - indent).replace(/^/gm, space);
}
