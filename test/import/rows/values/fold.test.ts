import { expect, it } from 'vitest';
import { fold } from '../../../../src/import/rows/values/fold.ts';
import { foldEach } from '../../../../src/import/rows/values/folded-lists.ts';

it('when texts are folded together, then each comes to what it does by itself', () => {
  const characters = Array.from({ length: 0xd800 }, (_, unit) => String.fromCharCode(unit));
  const texts = ['', 'A,b', 'ΟΔΟΣ', 'Łódź\nStraße', 'é\u0301\u0316', '✓', '✓ 済み', 'İ', 'ﬁ'];
  for (const some of [characters, texts, characters.map(one => `a${one}b`)]) {
    expect(foldEach(some)).toEqual(some.map(fold));
  }
});
