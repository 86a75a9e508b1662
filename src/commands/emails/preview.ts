import type { Command } from 'commander';
import { requests } from '../../cli/command-metadata.ts';
import { refuseDryRun } from '../../cli/dry-run-flag.ts';
import { examples } from '../../cli/examples.ts';
import { findEmail, isId } from '../../cli/resolve-id.ts';
import type { Context } from '../../context.ts';
import type { EmailPreview } from '../../emails/preview-page.ts';

const anId = '3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f';

/** `emails preview`: how an email will look. */
export function registerPreview(emails: Command, context: Context): void {
  const preview = emails
    .command('preview')
    .summary('show in the browser how an email will look')
    .description(
      'Show in the browser how an email will look, with subject and preview, on a wide screen and on a phone. In a pipe, or where there is no browser, the path of the page is printed. The next preview of the same email takes its place; after a week it goes.',
    )
    .argument('<email>', 'id of an email, or a file as `emails pull` writes it')
    .option('--no-browser', 'print the path of the page instead of opening it')
    .action(async (email: string, flags: { readonly browser: boolean }) => {
      refuseDryRun(context);
      await previewEmail(context, email, flags.browser);
    });
  requests(preview, ['listEmails'], { here: true, codes: ['unreadable_file'] });
  examples(preview, [
    ['before it is pushed', 'newsletter emails preview issue.md'],
    ['as it is at the service', `newsletter emails preview ${anId} --no-browser`],
  ]);
}

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
