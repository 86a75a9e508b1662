/** The text part of an email, for mail programs that do not show HTML. */
import { convert, type DomNode } from 'html-to-text';
import { protectTokens } from '../tokens.ts';

/**
 * Readable text from an HTML body: links keep their address, images their description, tokens stay whole.
 *
 * @returns lines of at most 78 characters where words allow, without a line break at the end
 */
export function plainTextOf(html: string): string {
  if (html.trim() === '') return '';
  const { text, restore } = protectTokens(html);
  const made = convert(text, {
    wordwrap: 78,
    selectors: [
      {
        selector: 'a',
        options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'], pathRewrite: addressOf },
      },
      { selector: 'img', format: 'skipAddress' },
      // Struck text would read as if it stood.
      ...['s', 'del', 'strike'].map(selector => ({
        selector,
        format: 'inlineSurround',
        options: { prefix: '~', suffix: '~' },
      })),
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({ selector, options: { uppercase: false } })),
      // Hidden text, such as a preview text within the HTML.
      ...['title', '[style*="display:none"]', '[style*="display: none"]'].map(selector => ({
        selector,
        format: 'skip',
      })),
      { selector: 'hr', options: { length: 24 } },
      { selector: 'table', format: 'layoutOrData', options: { uppercaseHeaderCells: false } },
      { selector: 'table[role="presentation"]', format: 'block' },
    ],
    formatters: {
      // Newsletters use tables for layout; tables of data have a header.
      layoutOrData: (element, walk, builder, options) => {
        const format = hasHeaderCell(element) ? 'dataTable' : 'block';
        builder.options.formatters?.[format]?.(element, walk, builder, options);
      },
      skipAddress: (element, _walk, builder) => {
        const description = element.attribs?.alt;
        if (description) builder.addInline(`[${description}]`);
      },
    },
  });
  // Indented blank lines, as between the items of nested lists.
  return restore(
    made
      .replace(/^\n+/, '')
      .replace(/^[ \t\u00a0]+$/gm, '')
      .trimEnd(),
  );
}

/** The address of a `mailto:` link without subject and body. @param link without `mailto:` */
function addressOf(link: string): string {
  return /^[^\s:/?#]+@[^\s:/?#]+(?=\?)/.exec(link)?.[0] ?? link;
}

function hasHeaderCell({ children }: DomNode): boolean {
  return (
    children?.some(child => child.name === 'th' || (child.name !== 'table' && hasHeaderCell(child))) === true
  );
}
