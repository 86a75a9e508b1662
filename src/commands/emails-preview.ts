import type { Command } from 'commander';
import type { Context } from '../context.ts';
import type { Look } from '../emails/preview-page.ts';
import { Failure, systemCode } from '../failure.ts';
import { refuseDryRun } from './dry-run.ts';
import { examples } from './examples.ts';
import { findEmail, isId } from './lookup.ts';
import { requests } from './requests.ts';

const anId = '3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5f';

/** `emails preview`: how an email will look. */
export function registerPreview(emails: Command, context: Context): void {
  const preview = emails
    .command('preview')
    .summary('show in the browser how an email will look')
    .description(
      'Show in the browser how an email will look, with subject and preview, on a wide screen and on a phone. In a pipe, or where there is no browser, the path of the page is printed.',
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
  const { previewPage } = await import('../emails/preview-page.ts');
  const path = await keep(previewPage(isId(email) ? await emailLook(context, email) : await fileLook(email)));
  if (browser && terminal.stdoutIsTerminal) {
    const [{ openBrowser }, { pathToFileURL }] = await Promise.all([
      import('../auth/open-browser.ts'),
      import('node:url'),
    ]);
    if (await openBrowser(pathToFileURL(path).href, environment)) {
      return terminal.note(`opened ${path}`);
    }
    terminal.note('there is no browser to open it in:');
  }
  await terminal.print(path);
}

async function emailLook(context: Context, id: string): Promise<Look> {
  const email = await findEmail(await context.api(), id);
  return {
    ...email,
    subject: email.subject ?? '',
    preview: email.preview ?? '',
    html: email.body_html ?? '',
    text: email.body_text ?? '',
  };
}

async function fileLook(path: string): Promise<Look> {
  const [{ readEmailFile }, { partsOf }] = await Promise.all([
    import('../emails/email-on-disk.ts'),
    import('../emails/changes.ts'),
  ]);
  const file = await readEmailFile(path);
  const { subject = '', preview = '' } = file.front;
  const { body_html, body_text = '' } = partsOf(file);
  return { ...file.front, subject, preview, html: body_html, text: body_text };
}

/** In a folder of its own that nobody else may read: emails are secrets until they are sent. */
async function keep(page: string): Promise<string> {
  const [{ mkdtemp, writeFile }, { tmpdir }, { join }] = await Promise.all([
    import('node:fs/promises'),
    import('node:os'),
    import('node:path'),
  ]);
  const folder = tmpdir();
  try {
    const path = join(await mkdtemp(join(folder, 'newsletter-preview-')), 'preview.html');
    await writeFile(path, page, { mode: 0o600, flag: 'wx' });
    return path;
  } catch (error) {
    throw new Failure('write_failed', `cannot write the page below ${folder} (${systemCode(error)})`, {
      cause: error,
    });
  }
}
