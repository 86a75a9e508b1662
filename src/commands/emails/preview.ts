import { once } from 'node:events';
import { command } from '../../cli/command.ts';
import { exampleDraft } from '../../cli/examples.ts';
import { flag, negative, type OptionValues } from '../../cli/option.ts';
import { pageView, showPage } from '../../cli/show-page.ts';
import type { Context } from '../../context.ts';
import type { PreviewPage } from '../../emails/preview/page.ts';
import { shownText } from '../../http/response-body.ts';
import { Failure } from '../../lib/failure.ts';
import { emailOrFileArgument } from './email-argument.ts';
import { type LoadedEmail, loadAgain, loadEmail, namesFile } from './email-or-file.ts';
import { findingsOf, lintedAs } from './findings.ts';

const options = {
  browser: negative('--no-browser', 'print the path or URL of the page instead of opening it'),
  watch: flag('--watch', 'update the page when the file is saved, until Ctrl-C'),
};

type PreviewFlags = OptionValues<typeof options>;

/** `emails preview`: shows an email as readers see it. */
export const preview = command({
  name: 'preview',
  summary: 'Preview an email in the browser.',
  description:
    'Preview an email in the browser: in the inbox, on a wide screen, on a phone, in dark mode and as plain text, with findings and links. Scripts in the email do not run; images load on request. In a pipe, or without a browser, the path of the page is printed. The next preview of the same email replaces the page; it is deleted after a week. --watch serves the page on this machine only, and updates it when the file is saved.',
  arguments: [emailOrFileArgument],
  options,
  requests: ['listEmails', 'getAccount'],
  output: pageView,
  prints: 'record',
  codes: ['unreadable_file', 'bad_encoding'],
  changesThisMachine: true,
  examples: [
    ['before it is pushed', 'newsletter emails preview issue.md'],
    ['the version at the service', `newsletter emails preview ${exampleDraft} --no-browser`],
  ],
  run: async (context, [email], flags) => {
    if (!flags.watch) return await showOnce(context, email, flags);
    if (!namesFile(email)) throw new Failure('usage', '--watch requires a file');
    await showAlways(context, email, flags);
  },
});

async function showOnce(context: Context, name: string, flags: PreviewFlags): Promise<void> {
  const [{ previewPage }, { cachePreview }, { pathToFileURL }] = await Promise.all([
    import('../../emails/preview/page.ts'),
    import('../../emails/preview/cache.ts'),
    import('node:url'),
  ]);
  const loaded = await loadEmail(context, name);
  const { email, file } = loaded;
  const page = previewPage(await pageOf(context, loaded));
  const path = cachePreview(context.configDir, email?.id ?? file?.path ?? name, page);
  await showPage(context, { path, url: pathToFileURL(path).href, browser: flags.browser });
}

async function pageOf(context: Context, loaded: LoadedEmail): Promise<PreviewPage> {
  const { linksOf, readDocument } = await import('../../emails/lint/document.ts');
  const isFile = loaded.file !== undefined;
  // Files need no account, unless it is asked for.
  const account = isFile && context.options.profile === undefined ? undefined : await context.account();
  const linted = await lintedAs(context, loaded);
  const document = readDocument(linted.htmlWithLines, linted.bodyLine);
  const images = document.elements.filter(
    ({ element: { name, attribs } }) => name === 'img' && /^https?:/i.test(attribs.src ?? ''),
  );
  return {
    email: loaded.content,
    firstWords: linted.madeText,
    sender: shownText(account?.name ?? (await storedName(context)) ?? 'Your newsletter'),
    findings: await findingsOf(linted),
    unchecked: isFile ? "the account's physical address; links" : 'links',
    links: linksOf(document),
    images: images.length,
  };
}

/** The name of the profile's account, as it was when somebody signed in. */
async function storedName(context: Context): Promise<string | undefined> {
  const { accountInProfile, nameOfAccount, profileIn, readConfig } = await import(
    '../../settings/profiles.ts'
  );
  const { profile } = await context.settings();
  const account = profileIn(readConfig(context.configDir), profile)?.[accountInProfile];
  return account === undefined ? undefined : nameOfAccount(String(account));
}

/** Serves the page until Ctrl-C. */
async function showAlways(context: Context, path: string, flags: PreviewFlags): Promise<void> {
  const [{ previewPage, problemPage }, { servePreview, watchFile }] = await Promise.all([
    import('../../emails/preview/page.ts'),
    import('../../emails/preview/server.ts'),
  ]);
  const { terminal, interrupted } = context;
  const render = async (): Promise<(events: string) => string> => {
    try {
      const page = await pageOf(context, await loadAgain(context, path));
      return events => previewPage({ ...page, events });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const lines = [error.message, ...error.details, ...(error.hint === undefined ? [] : [error.hint])];
      return events => problemPage(path, lines, events);
    }
  };
  // A missing file is an error, not a page.
  await loadEmail(context, path).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code === 'unreadable_file') throw error;
  });
  let page = await render();
  const server = await servePreview(events => page(events));
  const stop = watchFile(path, async () => {
    page = await render();
    server.changed();
  });
  try {
    await showPage(context, { url: server.url, browser: flags.browser });
    terminal.note(`watching ${path}; press Ctrl-C to stop`);
    if (!interrupted.aborted) await once(interrupted, 'abort');
  } finally {
    stop();
    await server.close();
  }
}
