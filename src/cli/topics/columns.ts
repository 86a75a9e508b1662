import { Help } from 'commander';

/** Width for which pages are written. */
const pageWidth = 80;
/** A column that is narrower is no good to read. */
const least = 24;

/** As Commander does, but where a terminal leaves no room beside the term, the text stands below it. */
export function formatItem(term: string, termWidth: number, description: string, help: Help): string {
  const { helpWidth = pageWidth } = help;
  if (helpWidth - termWidth - 4 >= least || description === '') {
    return Help.prototype.formatItem.call(help, term, termWidth, description, help);
  }
  const indent = ' '.repeat(4 + (/^ */.exec(term)?.[0].length ?? 0));
  return `  ${term}\n${help.boxWrap(description, helpWidth - indent.length).replace(/^/gm, indent)}`;
}

/**
 * Lines of two columns, the second one wrapped.
 *
 * @param items what stands left, and what is said of it
 * @param width columns of the screen; those of a page unless said
 */
export function columns(
  items: readonly (readonly [term: string, description: string])[],
  width = pageWidth,
): string {
  const help = Object.assign(new Help(), { minWidthToWrap: least });
  help.prepareContext({ helpWidth: width });
  const widest = Math.max(...items.map(([term]) => term.length));
  return items.map(([term, description]) => formatItem(term, widest, description, help)).join('\n');
}

/** Text wrapped at the page's width, with an indent. */
export function wrapped(text: string, indent = 2): string {
  const space = ' '.repeat(indent);
  return new Help().boxWrap(text, pageWidth - indent).replace(/^/gm, space);
}
