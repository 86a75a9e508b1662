import { expect, test } from 'vitest';
import { firstPass } from '../first-pass.ts';
import { outsideExports } from '../samples/outside.ts';

const addresses = (text: string) => [...new Set(text.match(/\b[go]\d@[\w.]+/g) ?? [])].sort();
const withLetter = (letter: string, text: string) =>
  addresses(text).filter(address => address.startsWith(letter));

test('when services that have no preset export people, then nobody slips in, and nobody is held back', async () => {
  const { loadText } = firstPass();
  for (const { what, text, file = 'export.csv', asks } of outsideExports) {
    const got = await loadText(`${text}\n`, {}, file).then(
      ({ summary, rejects }) => ({
        out: addresses(rejects.flatMap(row => Object.values(row)).join('\n')),
        accepted: summary.accepted,
      }),
      (failure: { readonly code: string }) => failure.code,
    );
    const expected =
      asks === true
        ? 'consent_unclear'
        : { out: withLetter('o', text), accepted: withLetter('g', text).length };
    expect([what, got]).toEqual([what, expected]);
  }
});
