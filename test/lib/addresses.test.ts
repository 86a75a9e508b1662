import { describe, expect, it } from 'vitest';
import { isMasked, masked, maskedAddress } from '../../src/lib/text/addresses.ts';

it.each([
  ['ann@firm.de', 'a***@firm.de'],
  ['😀b@firm.de', '😀***@firm.de'],
  ['nonsense', '***'],
])('%s is masked as %s', (address, shown) => {
  expect(maskedAddress(address)).toBe(shown);
});

describe('addresses in a text', () => {
  it.each([
    ['ann@firm.de', 'a***@firm.de'],
    ['o’brien+news@münchen.de', 'o***@münchen.de'],
    ['a/b=c?@firm.de', 'a***@firm.de'],
    ['from ann@firm.de, or Bo <bo@firm.de>.', 'from a***@firm.de, or Bo <b***@firm.de>.'],
    ['ann@firm.de\tbo@firm.de\n', 'a***@firm.de\tb***@firm.de\n'],
    ['"Ann Smith"@firm.de is quoted', 'A***@firm.de is quoted'],
    ['bo@[192.0.2.1]', 'b***@[192.0.2.1]'],
    ['GET http://x:1/v1/s?search=ann%40firm.de&page=1', 'GET http://x:1/v1/s?search=a***%40firm.de&page=1'],
    ['\u001b[1;22mann@firm.de\u001b[22m', '\u001b[1;22ma***@firm.de\u001b[22m'],
    ['100 % @ home, @ann and a***@firm.de', '100 % @ home, @ann and a***@firm.de'],
  ])('%j becomes %j', (text, shown) => {
    expect(masked(text)).toBe(shown);
  });

  it('when it is JSON or TSV with escapes, then it stays so', () => {
    const record = {
      note: 'mail:\nann@firm.de',
      'bo@firm.de': ['\u001bann@firm.de', '"Ann S"@firm.de', '\\ann@firm.de'],
    };
    const text = masked(JSON.stringify(record));
    expect(JSON.parse(text)).toEqual({
      note: 'mail:\na***@firm.de',
      'b***@firm.de': ['\u001ba***@firm.de', 'A***@firm.de', '\\a***@firm.de'],
    });
    expect(masked('1\\tann@firm.de\\nbo@firm.de')).toBe('1\\ta***@firm.de\\nb***@firm.de');
  });

  it('when it is a record, then each text in it is masked, and numbers stay', () => {
    const sent = { id: 17, email: 'ann@firm.de', tags: ['a b@firm.de', null, 1.5] };
    expect(masked(sent)).toEqual({ id: 17, email: 'a***@firm.de', tags: ['a b***@firm.de', null, 1.5] });
  });
});

it.each([
  ['a***@firm.de', true],
  ['😀***@firm.de', true],
  ['***@firm.de', true],
  ['ann***@firm.de', false],
  ['a*b@firm.de', false],
])('whether %s is masked: %s', (address, expected) => {
  expect(isMasked(address)).toBe(expected);
});
