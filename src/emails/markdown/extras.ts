/** Extensions of CommonMark for emails: buttons, sizes of images, task lists, footnotes without anchors. */
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import type { ProtectedText } from '../tokens.ts';

const braces = /^\{:?\s*((?:\.button|(?:width|height)=\d+)(?:\s+(?:\.button|(?:width|height)=\d+))*)\s*\}/;

/** `{.button}` after a link, `{width=600 height=400}` after an image; any other braces are text. */
export function attributes(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('link', 'attributes', (state, silent) => {
    if (silent || state.src[state.pos] !== '{' || state.pending !== '') return false;
    const [found, given = ''] = braces.exec(state.src.slice(state.pos)) ?? [];
    const target = attributesTarget(state.tokens);
    if (found === undefined || target === undefined) return false;
    for (const attribute of given.split(/\s+/)) {
      const [name = '', value] = attribute.split('=');
      if (value === undefined) target.attrSet('class', 'nl-button');
      else target.attrSet(name, value);
    }
    state.pos += found.length;
    return true;
  });
}

/** The image or link before the braces. */
function attributesTarget(tokens: readonly Token[]): Token | undefined {
  const last = tokens.at(-1);
  if (last?.type === 'image') return last;
  return last?.type === 'link_close' ? tokens.findLast(({ type }) => type === 'link_open') : undefined;
}

const plainTable = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** A button on its own line gets a table, since Outlook on Windows ignores the padding of links. */
export function buttons({ tokens }: StateCore): void {
  for (const [index, { type, children }] of tokens.entries()) {
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    if (type !== 'inline' || before?.type !== 'paragraph_open' || after === undefined) continue;
    const [first, last] = [children?.[0], children?.at(-1)];
    const isAlone = children?.filter(child => child.type === 'link_open').length === 1;
    if (first?.attrGet('class') !== 'nl-button' || last?.type !== 'link_close' || !isAlone) continue;
    first.attrs = first.attrs?.filter(([name]) => name !== 'class') ?? null;
    become(before, `<table class="nl-button" ${plainTable}><tr><td>`);
    become(after, '</td></tr></table>\n');
  }
}

function become(token: Token, html: string): void {
  Object.assign(token, { type: 'html_block', tag: '', nesting: 0, content: html, hidden: false });
}

/** Centers images that are alone in their paragraph, with or without a link. */
export function lonelyImages(markdown: MarkdownIt): void {
  markdown.core.ruler.push('lonely_images', ({ tokens }) => {
    for (const [index, { type, children }] of tokens.entries()) {
      if (type !== 'inline' || tokens[index - 1]?.type !== 'paragraph_open') continue;
      const shown = (children ?? []).filter(child => !/^(?:link_|softbreak)/.test(child.type));
      if (!shown.every(child => child.type === 'image' || child.content.trim() === '')) continue;
      for (const image of shown) if (image.type === 'image') image.attrJoin('class', 'nl-alone');
    }
  });
}

/** `- [ ]` and `- [x]` become characters, since mail programs show no check boxes. */
export function tasks(markdown: MarkdownIt): void {
  markdown.core.ruler.push('tasks', ({ tokens }) => {
    for (const [index, { type, children }] of tokens.entries()) {
      const item = tokens[index - 2];
      const text = children?.[0];
      if (type !== 'inline' || item?.type !== 'list_item_open' || text?.type !== 'text') continue;
      const [box] = /^\[[ xX]\]\s+/.exec(text.content) ?? [];
      if (box === undefined) continue;
      text.content = `${box.startsWith('[ ]') ? '☐' : '☑'} ${text.content.slice(box.length)}`;
      item.attrJoin('class', 'nl-task');
    }
  });
}

/** Footnotes as numbers and a list, since links within an email do not work in half of the mail programs. */
export function notesWithoutAnchors(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer;
  rules.footnote_ref = (tokens, index) => `<sup>[${Number(tokens[index]?.meta?.id) + 1}]</sup>`;
  rules.footnote_block_open = () => '<hr>\n<ol class="nl-notes">\n';
  rules.footnote_block_close = () => '</ol>\n';
  rules.footnote_open = () => '<li>';
  rules.footnote_close = () => '</li>\n';
  rules.footnote_anchor = () => '';
}

/** `{% if … %}` on its own line is not a paragraph, which would remain empty. */
export function unwrapControlTokens(tokens: readonly Token[], { restore }: ProtectedText): void {
  for (const [index, { type, content }] of tokens.entries()) {
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    if (type !== 'inline' || before?.type !== 'paragraph_open' || after === undefined) continue;
    if (!/^(?:\{%.*?%\}\s*)+$/.test(restore(content))) continue;
    before.hidden = true;
    after.hidden = true;
  }
}

/** `2*3*4` is no emphasis: a star with a letter or digit on both sides, one of them a digit. */
export function productsOfNumbers({ inline }: MarkdownIt): void {
  inline.State = class extends inline.State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const found = super.scanDelims(start, canSplitWord);
      if (this.src[start] !== '*' || found.length !== 1) return found;
      const around = (this.src[start - 1] ?? '') + (this.src[start + 1] ?? '');
      const isProduct = /^[\p{L}\p{N}]{2}$/u.test(around) && /\p{N}/u.test(around);
      return isProduct ? { ...found, can_open: false, can_close: false } : found;
    }
  };
}
