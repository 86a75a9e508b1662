import type { Context } from '../context.ts';
import { fieldsFrom } from '../contract/schema.ts';
import type { View } from '../terminal/terminal.ts';

/** Where a page is, for programs. */
export const pageView: View = {
  plural: 'pages',
  columns: ['path', 'url'],
  kinds: fieldsFrom('path:text? url:text'),
};

/**
 * Opens a page on a terminal with a browser; elsewhere, and for programs, prints where it is.
 *
 * @param path of its file, if it is one
 * @param browser false: print only
 */
export async function showPage(
  { terminal, environment, options }: Context,
  { path, url, browser }: { readonly path?: string; readonly url: string; readonly browser: boolean },
): Promise<void> {
  if (terminal.isStructured || options.fields !== undefined)
    return await terminal.record({ path: path ?? null, url }, pageView);
  const shown = path ?? url;
  if (browser && terminal.stdoutIsTerminal) {
    const { openBrowser } = await import('../auth/open-browser.ts');
    if (await openBrowser(url, environment)) return terminal.note(`opened ${shown}`);
    terminal.note('no browser found; open this page:');
  }
  await terminal.print(shown);
}
