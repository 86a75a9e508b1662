import { expect, test } from 'vitest';
import { outsideExports } from '../exports.ts';
import { firstPass } from '../first-pass.ts';

const addresses = (text: string) => [...new Set(text.match(/\b[go]\d@[\w.]+/g) ?? [])].sort();
const withLetter = (letter: string, text: string) =>
  addresses(text).filter(address => address.startsWith(letter));

test('exports of services without a preset let in who may be mailed, and no other person', async () => {
  const { loadText } = firstPass();
  for (const { path, text, name, asks } of outsideExports) {
    const got = await loadText(text, {}, name).then(
      ({ summary, rejects }) => ({
        out: addresses(rejects.flatMap(row => Object.values(row)).join('\n')),
        accepted: summary.accepted,
      }),
      (failure: { readonly code: string }) => failure.code,
    );
    const expected = asks
      ? 'consent_unclear'
      : { out: withLetter('o', text), accepted: withLetter('g', text).length };
    expect([path, got]).toEqual([path, expected]);
  }
});
