import { command } from '../../cli/command.ts';
import { exampleId } from '../../cli/example-id.ts';
import { negative } from '../../cli/option.ts';
import { findEmail, isId } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import type { EmailPreview } from '../../emails/preview-page.ts';

/** `emails preview`: shows an email as readers see it. */
export const preview = command({
  name: 'preview',
  summary: 'show in the browser how an email will look',
  description:
    'Show in the browser how an email will look, with subject and preview, on a wide screen and on a phone. In a pipe, or where there is no browser, the path of the page is printed. The next preview of the same email takes its place; after a week it goes.',
  arguments: [
    {
      name: '<email>',
      description: 'id of an email, or a file as `emails pull` writes it',
      completes: 'email-or-file',
    },
  ],
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

async function previewEmail(context: Context, email: string, browser: boolean): Promise<void> {
  const { terminal, environment } = context;
  const [{ previewPage }, { cachePreview }] = await Promise.all([
    import('../../emails/preview-page.ts'),
    import('../../emails/preview-cache.ts'),
  ]);
  const look = isId(email) ? await emailLook(context, email) : await fileLook(email);
  const path = cachePreview(context.configDir, isId(email) ? email.toLowerCase() : email, previewPage(look));
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

async function emailLook(context: Context, id: string): Promise<EmailPreview> {
  const email = await findEmail(await context.api(), id);
  return {
    ...email,
    subject: email.subject ?? '',
    preview: email.preview ?? '',
    html: email.body_html ?? '',
    text: email.body_text ?? '',
  };
}

async function fileLook(path: string): Promise<EmailPreview> {
  const [{ readEmailFile }, { bodyParts }] = await Promise.all([
    import('../../emails/email-file.ts'),
    import('../../emails/diff.ts'),
  ]);
  const file = await readEmailFile(path);
  const { subject = '', preview = '' } = file.front;
  const { body_html, body_text = '' } = bodyParts(file);
  return { ...file.front, subject, preview, html: body_html, text: body_text };
}
