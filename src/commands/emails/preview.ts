import { command, exampleDraft } from '../../cli/command.ts';
import { negative } from '../../cli/option.ts';
import { pageView, showPage } from '../../cli/show-page.ts';
import type { Context } from '../../context.ts';
import type { PreviewPage } from '../../emails/preview/page.ts';
import { shownText } from '../../http/response-body.ts';
import { emailArgument, type LoadedEmail, loadEmail } from './email-or-file.ts';
import { findingsOf, lintedAs } from './findings.ts';

export const preview = command({
  name: 'preview',
  summary: 'Preview an email in the browser.',
  description:
    'Preview an email in the browser: in the inbox, on a wide screen, on a phone, in dark mode and as plain text, with findings and links. Scripts in the email do not run; images load on request. In a pipe, or without a browser, the path of the page is printed. The next preview of the same email replaces the page; it is deleted after a week.',
  arguments: [emailArgument],
  options: { browser: negative('--no-browser', 'print the path of the page instead of opening it') },
  requests: ['listEmails', 'getAccount'],
  output: pageView,
  prints: 'record',
  codes: ['unreadable_file', 'bad_encoding'],
  changesThisMachine: true,
  examples: [
    ['before it is pushed', 'newsletter emails preview issue.md'],
    ['the version at the service', `newsletter emails preview ${exampleDraft} --no-browser`],
  ],
  run: async (context, [email], { browser }) => await showPreview(context, email, browser),
});

async function showPreview(context: Context, name: string, browser: boolean): Promise<void> {
  const [{ previewPage }, { cachePreview }, { pathToFileURL }] = await Promise.all([
    import('../../emails/preview/page.ts'),
    import('../../emails/preview/cache.ts'),
    import('node:url'),
  ]);
  const loaded = await loadEmail(context, name);
  const { email, file } = loaded;
  const page = previewPage(await pageOf(context, loaded));
  const path = cachePreview(context.configDir, email?.id ?? file?.path ?? name, page);
  await showPage(context, { path, url: pathToFileURL(path).href, browser });
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
    sender: shownText(account?.name ?? 'Your newsletter'),
    findings: await findingsOf(linted),
    unchecked: isFile ? "the account's physical address; links" : 'links',
    links: linksOf(document),
    images: images.length,
  };
}
