import { expect, it } from 'vitest';
import { changesView, differences } from '../../src/emails/files/changes-view.ts';
import type { EmailChange } from '../../src/emails/files/diff.ts';

const shown = (before: string, after: string) =>
  differences(before, after).map(({ sign, text }) => `${sign}${text}`);

it.each([
  ['a', 'a', []],
  ['', 'a', ['+a']],
  ['a\nb', 'b', ['-a', ' b']],
  ['a\nb\nc\nd\ne', 'a\nb\nc\nx\ne', [' c', '-d', '+x', ' e']],
  ['a\nb\nc\nd\ne\nf', 'x\nb\nc\nd\ne\ny', ['-a', '+x', ' b', ' …', ' e', '-f', '+y']],
  ['a\n\nb', 'a\nb', []],
])('the difference of %j and %j is %j', (before, after, lines) => {
  expect(shown(before, after)).toEqual(lines);
});

it('two texts too long to compare are shown one after the other', () => {
  const [before, after] = ['a', 'b'].map(letter => `${letter}\n`.repeat(2_100)) as [string, string];
  expect(shown(before, after)).toHaveLength(4_200);
});

it('parts are shown as readers see them, removed lines in red, added ones in green', () => {
  const marked = (name: string) => (text: string) => `<${name}>${text}</${name}>`;
  const paint = { bold: marked('b'), red: marked('r'), green: marked('g'), dim: marked('d') };
  const view = (...changes: readonly EmailChange[]) =>
    changesView(changes, false, { paint, width: 80 } as never);
  const body = { field: 'body_html', before: '<p>Hello</p>', after: '<h1>Good day</h1>' } as const;
  const text = { field: 'body_text', before: 'Hello', after: 'Good day' } as const;
  expect(view({ field: 'subject', before: null, after: 'May' }, body, text)).toBe(
    '<b>subject</b>\n<g>+ May</g>\n\n<b>body</b>\n<r>- Hello</r>\n<g>+ Good day</g>',
  );
  expect(view({ ...body, after: '<p style="color:red">Hello</p>' })).toBe(
    '<b>body</b>\n<d>  the same text: links, images or styles differ</d>',
  );
  expect(view(text)).toBe('<b>text part</b>\n<r>- Hello</r>\n<g>+ Good day</g>');
});
