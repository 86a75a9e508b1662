/** The body of an email as a page of its own. */
import { escapeHtml } from './page/escape-html.ts';

/** The parts of an email that make its body. */
export interface StyledBody {
  readonly html: string;
  readonly text: string;
  readonly background_color?: string | undefined;
  readonly foreground_color?: string | undefined;
  readonly font_id?: string | undefined;
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
  const { html, text, background_color, foreground_color, font_id } = email;
  if (/^\s*(?:<!doctype|<html)/i.test(html)) return html;
  const bodyStyle = [
    ...property('background', background_color),
    ...property('color', foreground_color),
    `font-family:${fontFor(font_id)}`,
  ].join(';');
  const body = html === '' ? `<pre style="white-space:pre-wrap">${escapeHtml(text)}</pre>` : html;
  return `<!doctype html><meta charset="utf-8"><body style="margin:${margin};${bodyStyle}">${body}</body>`;
}

/** Only something like a color gets into the style: service.txt does not show which values the service allows. */
function property(name: string, value: string | undefined): string[] {
  return value !== undefined && /^#?[\w-]+$/.test(value) ? [`${name}:${value}`] : [];
}

/** service.txt does not show the values of font_id: guesses a font by its name. */
function fontFor(id = ''): string {
  if (/mono|code/i.test(id)) return 'ui-monospace,Menlo,Consolas,monospace';
  if (/serif/i.test(id) && !/sans/i.test(id)) return "Georgia,'Times New Roman','DejaVu Serif',serif";
  return "system-ui,-apple-system,'Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',sans-serif";
}
