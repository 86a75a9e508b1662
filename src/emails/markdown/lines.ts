/** The lines of the Markdown on which elements of the HTML begin. */
import { Parser } from 'htmlparser2';
import type { MarkdownIt, Token } from 'markdown-it';

/** Attribute with the line; removed before an email is pushed. */
export const lineAttribute = 'data-source-line';

/** Stores where in its block each inline token begins, since markdown-it has the lines of blocks only. */
export function keepOffsets({ inline }: MarkdownIt): void {
  inline.State = class extends inline.State {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      const token = super.push(type, tag, nesting);
      token.meta = { ...token.meta, offset: this.pos };
      return token;
    }
  };
}

/** Adds lines to the elements of tokens, and to the tags within HTML. */
export function addLines(tokens: readonly Token[]): void {
  let line = 1;
  for (const token of tokens) {
    if (token.map !== null) line = token.map[0] + 1;
    if (token.type === 'html_block') token.content = withLines(token.content, line);
    else if (token.type === 'inline') addInlineLines(token, line);
    else if (token.nesting >= 0) token.attrSet(lineAttribute, line);
  }
}

function addInlineLines({ content, children }: Token, first: number): void {
  let [line, before, counted] = [first, 0, 0];
  for (const token of children ?? []) {
    const { offset } = token.meta ?? {};
    if (typeof offset === 'number') {
      before += linesIn(content.slice(counted, offset));
      counted = Math.max(counted, offset);
      line = first + before;
    }
    if (token.type === 'html_inline') token.content = withLines(token.content, line);
    else if (token.nesting >= 0 && token.tag !== '') token.attrSet(lineAttribute, line);
    if (token.type === 'softbreak' || token.type === 'hardbreak') line += 1;
  }
}

export function linesIn(text: string): number {
  return text.split('\n').length - 1;
}

/** HTML with the line in each opening tag. @param first line on which the HTML begins */
export function withLines(html: string, first: number): string {
  const parts: string[] = [];
  let line = first;
  let done = 0;
  const copyTo = (end: number) => {
    const part = html.slice(done, end);
    parts.push(part);
    done = end;
    return linesIn(part);
  };
  const parser = new Parser({
    onopentagname(name) {
      line += copyTo(parser.startIndex);
      const begins = line;
      line += copyTo(parser.startIndex + 1 + name.length);
      parts.push(` ${lineAttribute}="${begins}"`);
    },
  });
  parser.end(html);
  copyTo(html.length);
  return parts.join('');
}
