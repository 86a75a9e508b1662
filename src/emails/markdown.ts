/** Markdown to HTML for mail programs. They ignore style sheets, so every element has its own style. */
import markdownIt from 'markdown-it';

const rule = '1px solid #cccccc';
const code = 'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.9em';
const heading = 'line-height:1.25;font-weight:bold';
const cell = `padding:8px 10px;border-bottom:${rule};vertical-align:top`;

/** Without colors and font: text inherits those of the email. */
const styles: Readonly<Record<string, string>> = {
  h1: `margin:0 0 20px;font-size:30px;${heading}`,
  h2: `margin:36px 0 12px;font-size:23px;${heading}`,
  h3: `margin:28px 0 8px;font-size:19px;${heading}`,
  h4: `margin:24px 0 8px;font-size:17px;${heading}`,
  h5: `margin:24px 0 8px;font-size:17px;${heading}`,
  h6: `margin:24px 0 8px;font-size:17px;${heading}`,
  p: 'margin:0 0 18px',
  ul: 'margin:0 0 18px;padding:0 0 0 24px',
  ol: 'margin:0 0 18px;padding:0 0 0 26px',
  li: 'margin:0 0 6px',
  blockquote: 'margin:0 0 18px;padding:2px 0 0 18px;border-left:3px solid #bbbbbb',
  hr: `margin:32px 0;border:0;border-top:${rule};height:0;font-size:0;line-height:0`,
  a: 'color:inherit;text-decoration:underline',
  img: 'display:block;max-width:100%;height:auto;margin:0 auto;border:0',
  pre: `margin:0 0 18px;padding:12px 14px;border:${rule};border-radius:4px;white-space:pre-wrap;word-break:break-word;line-height:1.45;${code}`,
  code,
  table: 'width:100%;margin:0 0 18px;border-collapse:collapse;font:inherit;color:inherit;text-align:left',
  th: `${cell};font-weight:bold`,
  td: cell,
};

/** `{{ token }}`, `{% token %}`, `*|TOKEN|*`: the service may replace these in an address. */
export const templateToken = /\{\{.*?\}\}|\{%.*?%\}|\*\|.*?\|\*/;

/**
 * An email body from Markdown (CommonMark, with tables, strikethrough and bare addresses as links; HTML passes).
 *
 * @returns elements with inline styles, in a table at most 600 pixels wide; '' for blank Markdown
 */
export function renderMarkdown(markdown: string): string {
  if (markdown.trim() === '') return '';
  return `${head}\n${engine().render(markdown).trimEnd()}\n${foot}`;
}

// Some mail programs reset size and color in tables; Outlook on Windows ignores max-width.
const plain = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';
const head = [
  `<table ${plain} style="border-collapse:collapse;font:inherit;color:inherit"><tr><td align="center" style="padding:24px 16px">`,
  '<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->',
  `<table ${plain} style="max-width:600px;border-collapse:collapse;font:inherit;color:inherit"><tr><td style="text-align:left;font-size:17px;line-height:1.6;word-break:break-word">`,
].join('\n');
const foot = ['</td></tr></table>', '<!--[if mso]></td></tr></table><![endif]-->', '</td></tr></table>'].join(
  '\n',
);

function engine(): ReturnType<typeof markdownIt> {
  const markdown = markdownIt({ html: true, linkify: true });
  const normalize = markdown.normalizeLink.bind(markdown);
  markdown.normalizeLink = url => (templateToken.test(url) ? url : normalize(url));
  markdown.core.ruler.push('inline_styles', state => {
    for (const token of state.tokens) {
      addStyle(token);
      for (const child of token.children ?? []) addStyle(child);
    }
  });
  const { rules } = markdown.renderer;
  const { escapeHtml } = markdown.utils;
  const block: NonNullable<(typeof rules)['fence']> = (tokens, index) =>
    `<pre style="${styles.pre}">${escapeHtml(tokens[index]?.content ?? '')}</pre>\n`;
  rules.fence = block;
  rules.code_block = block;
  return markdown;
}

interface Styled {
  readonly tag: string;
  readonly nesting: number;
  readonly level: number;
  attrGet(name: string): string | number | null;
  attrSet(name: string, value: string): void;
}

function addStyle(token: Styled): void {
  const isNestedList = /^[ou]l$/.test(token.tag) && token.level > 1;
  const style = isNestedList
    ? styles[token.tag]?.replace(/^margin:[^;]*/, 'margin:6px 0 0')
    : styles[token.tag];
  if (token.nesting < 0 || style === undefined) return;
  // markdown-it has set the alignment of table columns already.
  const own = token.attrGet('style');
  token.attrSet('style', own === null ? style : `${style};${own}`);
}
