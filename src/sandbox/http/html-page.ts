/** The look of the sandbox's pages: no script, nothing loaded from elsewhere, light or dark as the browser prefers. */
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../lib/page/html-report.ts';
import pageStyle from '../../lib/page/page.css?raw';
import ownStyle from './html-page.css?raw';
import { htmlResponse, type SandboxResponse } from './message.ts';

const style = `${pageStyle}${ownStyle}`;
const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * A response with a whole page.
 *
 * @param title plain text
 * @param content HTML; text from outside in it must be escaped already
 * @param formAction where the page's form may lead, as Content-Security-Policy sources
 */
export function htmlPage(
  status: number,
  title: string,
  content: string,
  formAction = "'none'",
): SandboxResponse {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body class="card">
<main>
${content}
</main>
</body>
</html>
`;
  return htmlResponse(status, body, [`style-src 'sha256-${styleHash}'`, `form-action ${formAction}`]);
}
