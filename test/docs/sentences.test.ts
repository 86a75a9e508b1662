/** The pages are read by people in a hurry, most of whom learned English at school: their sentences are short. */
import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { type Page, pages } from '../support/pages.ts';

const markdown = new MarkdownIt();
const mostWords = 25;

/** The paragraphs of a page, code in them as one word: without blocks of code, tables, headings and generated parts. */
function paragraphsOf({ text }: Pick<Page, 'text'>): string[] {
  const written = text.replaceAll(/<!-- \w+: written by[\s\S]*?<!-- end -->/g, '');
  const tokens = markdown.parse(written, {});
  return tokens.flatMap(({ type, children }, at) =>
    type === 'inline' && tokens[at - 1]?.type === 'paragraph_open'
      ? (children ?? [])
          .map(({ type: kind, content }) =>
            kind === 'code_inline' ? 'code' : kind === 'softbreak' ? ' ' : content,
          )
          .join('')
      : [],
  );
}

const longIn = (page: Pick<Page, 'text'>) =>
  paragraphsOf(page)
    .flatMap(paragraph => paragraph.split(/(?<=[.?!][)"]?)\s+/))
    .filter(sentence => sentence.split(/\s+/).filter(word => /\p{L}|\p{N}/u.test(word)).length > mostWords);

// A release of the changelog is a list, a line each.
const read = pages.filter(({ name }) => name.startsWith('docs/') && name !== 'docs/changelog.md');

it.each(read)('no sentence of $name has more than 25 words', page => {
  expect(longIn(page)).toEqual([]);
});

it('a sentence of 26 words is found, in a list and over two lines', () => {
  const words = (n: number) => Array.from({ length: n }, () => 'word').join(' ');
  expect(longIn({ text: `Short.\n\n- ${words(13)}\n  ${words(13)}.` })).toEqual([`${words(26)}.`]);
  expect(longIn({ text: `${words(25)}. ${words(25)}.\n\n| ${words(30)} |\n|---|` })).toEqual([]);
});
