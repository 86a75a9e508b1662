/** Markdown to HTML for mail programs. */
import juice from 'juice/client';
import markdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { type ProtectedText, protectTokens } from '../tokens.ts';
import { addDirections, contentDirection } from './directions.ts';
import {
  attributes,
  buttons,
  lonelyImages,
  notesWithoutAnchors,
  productsOfNumbers,
  tasks,
  unwrapControlTokens,
} from './extras.ts';
import { addLines, keepOffsets } from './lines.ts';
import { fitTables, phoneStyleFor } from './tables.ts';
import { themeFor } from './theme.ts';

export interface MarkdownOptions {
  /** The language of the text (BCP 47). */
  readonly lang?: string | undefined;
  /** Direction of the text (default: from the language, or from most of its letters). */
  readonly dir?: 'ltr' | 'rtl' | 'auto' | undefined;
}

/**
 * Renders Markdown for mail programs: CommonMark with tables, strikethrough, footnotes, task lists, buttons, sizes of
 * images, and bare URLs as links. HTML and tokens stay unchanged.
 *
 * @returns elements with inline styles, in a table at most 600 pixels wide, each with its line of the Markdown, counted
 *   from 1 (`lineAttribute`); '' for blank Markdown
 */
export function renderMarkdown(markdown: string, options: MarkdownOptions = {}): string {
  if (markdown.trim() === '') return '';
  const source = protectTokens(markdown);
  const direction = contentDirection(source, options.lang, options.dir);
  const content = engine(source, direction).render(source.text).trimEnd();
  const language = options.lang === undefined ? '' : ` lang="${markdownIt().utils.escapeHtml(options.lang)}"`;
  const html = `${phoneStyleFor(content)}${head(language, direction)}\n${content}\n${foot}`;
  return source.restore(inlineStyles(html));
}

/** Style elements of the author override the theme. Media queries cannot be inlined and stay. */
function inlineStyles(html: string): string {
  const inlined = juice(`<style>${themeFor(html)}</style>${html}`, {
    applyWidthAttributes: false,
    applyHeightAttributes: false,
    applyAttributesTableElements: false,
  });
  return inlined.replace(/ class="nl-[\w -]*"/g, '');
}

/**
 * Outlook on Windows ignores max-width. Some mail programs reset size and color in tables. The fixed layout keeps an
 * image that is not loaded (blocked, say) from widening the table to its width attribute.
 */
function head(language: string, direction: 'ltr' | 'rtl'): string {
  const bare = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
  const align = direction === 'rtl' ? 'right' : 'left';
  const text = `max-width:600px;margin:0 auto;text-align:${align};font-size:17px;line-height:1.6;word-break:break-word`;
  return [
    `<table ${bare} width="100%" style="border-collapse:collapse;table-layout:fixed;font:inherit;color:inherit"><tr><td align="center" style="padding:24px 16px">`,
    `<!--[if mso]><table ${bare} width="600"><tr><td><![endif]-->`,
    `<div class="nl-${direction}" dir="${direction}"${language} style="${text}">`,
  ].join('\n');
}
const foot = ['</div>', '<!--[if mso]></td></tr></table><![endif]-->', '</td></tr></table>'].join('\n');

function engine(source: ProtectedText, direction: 'ltr' | 'rtl') {
  const markdown = markdownIt({ html: true, linkify: true });
  // `www.example.org` becomes a link, `readme.md` does not.
  markdown.linkify.set({ fuzzyEmail: true });
  markdown.linkify.add('www.', {
    validate: (text, pos) => /^[^\s<>"]*[^\s<>"'.,;:!?)\]}*_~]/.exec(text.slice(pos))?.[0].length ?? 0,
    normalize: match => {
      match.url = `https://${match.url}`;
    },
  });
  // `<mailto:ada@example.org>` is shown as its address alone.
  const shownAs = markdown.normalizeLinkText;
  markdown.normalizeLinkText = url => shownAs(url.replace(/^mailto:([^?]+).*/, '$1'));
  keepOffsets(markdown);
  productsOfNumbers(markdown);
  markdown.use(footnotes).use(attributes).use(tasks).use(lonelyImages).use(notesWithoutAnchors);
  markdown.core.ruler.push('directions', state => addDirections(state.tokens, direction, source));
  markdown.core.ruler.push('tables', ({ tokens }) => fitTables(tokens));
  markdown.core.ruler.push('lines', state => addLines(state.tokens));
  markdown.core.ruler.push('buttons', buttons);
  markdown.core.ruler.push('control_tokens', state => unwrapControlTokens(state.tokens, source));
  const { rules } = markdown.renderer;
  rules.table_open = (tokens, index, options, _env, self) => {
    tokens[index]?.attrJoin('class', 'nl-data');
    return self.renderToken(tokens, index, options);
  };
  const block: NonNullable<(typeof rules)['fence']> = (tokens, index, _options, _env, self) => {
    const token = tokens[index];
    if (token === undefined) return '';
    return `<pre${self.renderAttrs(token)}>${markdown.utils.escapeHtml(token.content)}</pre>\n`;
  };
  rules.fence = block;
  rules.code_block = block;
  return markdown;
}

/** The footnotes that nothing refers to, which readers do not get; each with its line of the Markdown, from 1. */
export function unusedNotes(markdown: string): { readonly label: string; readonly line: number }[] {
  const env: { readonly footnotes?: { readonly refs?: Readonly<Record<string, number>> } } = {};
  const { text, restore } = protectTokens(markdown);
  const tokens = markdownIt({ html: true }).use(footnotes).disable('footnote_tail').parse(text, env);
  return tokens.flatMap(({ type, meta }, at) => {
    const [first] = tokens[at + 1]?.map ?? [];
    if (type !== 'footnote_reference_open' || first === undefined) return [];
    const isUnused = env.footnotes?.refs?.[`:${meta?.label}`] === -1;
    return isUnused ? [{ label: restore(String(meta?.label)), line: first + 1 }] : [];
  });
}
