import { command } from '../../cli/command.ts';
import { exampleId } from '../../cli/example-id.ts';
import { negative } from '../../cli/option.ts';
import type { Context } from '../../context.ts';
import { emailOrFileArgument } from './email-argument.ts';
import { loadEmail } from './email-or-file.ts';

/** `emails preview`: shows an email as readers see it. */
export const preview = command({
  name: 'preview',
  summary: 'show in the browser how an email will look',
  description:
    'Show in the browser how an email will look, with subject and preview, on a wide screen and on a phone. In a pipe, or where there is no browser, the path of the page is printed. The next preview of the same email takes its place; after a week it goes.',
  arguments: [emailOrFileArgument],
  options: { browser: negative('--no-browser', 'print the path of the page instead of opening it') },
  requests: ['listEmails'],
  output: 'text',
  codes: ['unreadable_file'],
  changesThisMachine: true,
  examples: [
    ['before it is pushed', 'newsletter emails preview issue.md'],
    ['as it is at the service', `newsletter emails preview ${exampleId} --no-browser`],
  ],
  run: async (context, [email], { browser }) => await previewEmail(context, email, browser),
});

async function previewEmail(context: Context, name: string, browser: boolean): Promise<void> {
  const { terminal, environment } = context;
  const [{ previewPage }, { cachePreview }] = await Promise.all([
    import('../../emails/preview-page.ts'),
    import('../../emails/preview-cache.ts'),
  ]);
  const { content, email, file } = await loadEmail(context, name);
  const path = cachePreview(context.configDir, email?.id ?? file?.path ?? name, previewPage(content));
  if (browser && terminal.stdoutIsTerminal) {
    const [{ openBrowser }, { pathToFileURL }] = await Promise.all([
      import('../../auth/open-browser.ts'),
      import('node:url'),
    ]);
    if (await openBrowser(pathToFileURL(path).href, environment)) {
      return terminal.note(`opened ${path}`);
    }
    terminal.note('there is no browser to open it in:');
  }
  await terminal.print(path);
}
