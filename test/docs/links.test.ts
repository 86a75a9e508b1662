/** Links of the README and the pages in docs/: what they lead to is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { type Page, pages } from '../support/pages.ts';

const markdown = new MarkdownIt();

/** The anchors that GitHub gives the headings of a page: small letters, no punctuation, `-` for blanks. */
function anchorsOf(text: string): string[] {
  const tokens = markdown.parse(text, {});
  return tokens.flatMap(({ type }, at) => {
    const heading = tokens[at + 1]?.children?.map(({ content }) => content).join('') ?? '';
    if (type !== 'heading_open') return [];
    return heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-');
  });
}

const targetsOf = ({ text }: Page) =>
  markdown
    .parse(text, {})
    .flatMap(({ children }) => children ?? [])
    .flatMap(token => String(token.attrGet('href') ?? token.attrGet('src') ?? ''))
    .filter(target => target !== '' && !/^[a-z]+:/.test(target));

/** @returns what is wrong with a link of a page, if anything */
function faultOf(page: Page, target: string): string | undefined {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page.path : join(dirname(page.path), decodeURI(path));
  if (!existsSync(file)) return `${target}: no such file`;
  if (anchor === undefined || anchorsOf(readFileSync(file, 'utf8')).includes(anchor)) return undefined;
  return `${target}: no such heading`;
}

describe('the links of the documentation', () => {
  it.each(pages)('when $name links to a file or a heading, then it is there', page => {
    expect(targetsOf(page).flatMap(target => faultOf(page, target) ?? [])).toEqual([]);
  });

  it('when a page is in docs, then the README leads to it', () => {
    const [readme] = pages;
    const linked = readme === undefined ? [] : targetsOf(readme);
    expect(
      pages.map(({ name }) => name).filter(name => name.startsWith('docs/') && !linked.includes(name)),
    ).toEqual([]);
  });

  it('when links lead nowhere, then that is noticed', () => {
    const [page] = pages;
    expect(page && faultOf(page, 'docs/no-such-page.md')).toBeDefined();
    expect(page && faultOf(page, 'docs/importing.md#no-such-heading')).toBeDefined();
    expect(page && faultOf(page, '#install')).toBeUndefined();
  });
});

it('when a page names a version of the program, then it is that of package.json', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const files = ['README.md', ...readdirSync('docs').map(name => `docs/${name}`)].filter(
    file => /\.(md|yaml)$/.test(file) && !file.endsWith('changelog.md'),
  );
  const named = files.flatMap(file =>
    [
      ...readFileSync(file, 'utf8').matchAll(/(?:newsletter-cli[-/@]|newsletter:|version: )(\d+\.\d+\.\d+)/g),
    ].map(([, found]) => `${file}: ${found}`),
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter(each => !each.endsWith(` ${version}`))).toEqual([]);
});
