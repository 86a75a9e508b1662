/** The body of an email as a page of its own. */
import { escapeHtml } from './page/escape-html.ts';

/** The parts of an email that make its body. */
export interface StyledBody {
  readonly html: string;
  readonly text: string;
  readonly background_color?: string | undefined;
  readonly foreground_color?: string | undefined;
}

/** The parts of an email that readers see. */
export interface EmailPreview extends StyledBody {
  readonly subject: string;
  readonly preview: string;
}

/**
 * The email as a page: a body that is a whole page stays as it is, a fragment gets the email's colors.
 *
 * @param margin around a fragment, as CSS
 */
export function bodyPage(email: StyledBody, margin = '0'): string {
  const { html, text, background_color, foreground_color } = email;
  if (/^\s*(?:<!doctype|<html)/i.test(html)) return html;
  const bodyStyle = [
    ...property('background', background_color),
    ...property('color', foreground_color),
    // service.txt does not show what font_id stands for.
    "font-family:system-ui,-apple-system,'Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',sans-serif",
  ].join(';');
  const body = html === '' ? `<pre style="white-space:pre-wrap">${escapeHtml(text)}</pre>` : html;
  return `<!doctype html><meta charset="utf-8"><body style="margin:${margin};${bodyStyle}">${body}</body>`;
}

/** Only something like a color gets into the style: service.txt does not show which values the service allows. */
function property(name: string, value: string | undefined): string[] {
  return value !== undefined && /^#?[\w-]+$/.test(value) ? [`${name}:${value}`] : [];
}
