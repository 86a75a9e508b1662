import type { Context } from '../context.ts';

/**
 * Opens a page on a terminal with a browser; elsewhere prints where it is.
 *
 * @param shown its path or URL, as text
 * @param browser false: print only
 */
export async function showPage(
  { terminal, environment }: Context,
  {
    shown,
    url = shown,
    browser,
  }: { readonly shown: string; readonly url?: string; readonly browser: boolean },
): Promise<void> {
  if (browser && terminal.stdoutIsTerminal) {
    const { openBrowser } = await import('../auth/open-browser.ts');
    if (await openBrowser(url, environment)) return terminal.note(`opened ${shown}`);
    terminal.note('no browser found; open this page:');
  }
  await terminal.print(shown);
}
