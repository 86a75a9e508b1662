/** An email as an Internet message (RFC 5322), for mail programs and spam checkers. */
import MailComposer from 'nodemailer/lib/mail-composer';
import { bodyPage, type EmailPreview } from '../../lib/email-body.ts';
import { escapeHtml } from '../../lib/page/escape-html.ts';

/** A name and an address, or both in one text: `Ada <ada@example.org>`. */
export type Mailbox = string | { readonly name: string; readonly address: string };

export interface EmlOptions {
  readonly from: Mailbox;
  readonly to: Mailbox;
  readonly date: Date;
}

/** The header that identifies our exports. */
export const exportHeader = 'X-Newsletter-Export';

/** Hosts below `.invalid` never exist (RFC 2606, section 2). */
const placeholderUrl = 'https://unsubscribe.invalid/placeholder';

/**
 * Composes the message: both parts as `multipart/alternative`, the preview text hidden at the top of the HTML, and
 * placeholders for the headers that only the service can set.
 *
 * @returns bytes with CRLF line ends
 */
export async function composeEml(email: EmailPreview, { from, to, date }: EmlOptions): Promise<Buffer> {
  const html = email.html === '' ? undefined : withPreviewText(bodyPage(email), email.preview);
  const composer = new MailComposer({
    from,
    to,
    date,
    subject: email.subject.replace(/\s+/g, ' '),
    text: email.text,
    html,
    // Readable in an editor, and what spam checkers expect of text.
    textEncoding: 'quoted-printable',
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      // Outlook opens such a message as a draft that can be sent.
      'X-Unsent': '1',
      [exportHeader]: 'List-Unsubscribe is a placeholder; the service adds its own when it sends',
      'List-Unsubscribe': { prepared: true, value: `<${placeholderUrl}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
  return await composer.compile().build();
}

/** Adds the preview text as the first, hidden text of the HTML, where mail programs look for it. */
function withPreviewText(page: string, preview: string): string {
  if (preview === '') return page;
  const style = 'display:none;max-height:0;overflow:hidden;mso-hide:all';
  const hidden = `<div style="${style}">${escapeHtml(preview)}</div>`;
  return /<body[^>]*>/i.test(page) ? page.replace(/<body[^>]*>/i, found => found + hidden) : hidden + page;
}
