import { describe, expect, it } from 'vitest';
import { maskAddresses } from '../../src/lib/text/addresses.ts';

describe('an address in a text', () => {
  it.each([
    ['ann@firm.de', 'a***@firm.de'],
    ['😀b@firm.de', '😀***@firm.de'],
    ['o’brien+news@münchen.de', 'o***@münchen.de'],
    ['a/b=c?@firm.de', 'a***@firm.de'],
    ['from ann@firm.de, or Bo <bo@firm.de>.', 'from a***@firm.de, or Bo <b***@firm.de>.'],
    ['ann@firm.de\tbo@firm.de\n', 'a***@firm.de\tb***@firm.de\n'],
    ['"Ann Smith"@firm.de is quoted', 'A***@firm.de is quoted'],
    ['bo@[192.0.2.1]', 'b***@[192.0.2.1]'],
    ['GET http://x:1/v1/s?search=ann%40firm.de&page=1', 'GET http://x:1/v1/s?search=a***%40firm.de&page=1'],
    ['\u001b[1;22mann@firm.de\u001b[22m', '\u001b[1;22ma***@firm.de\u001b[22m'],
    ['100 % @ home, @ann and a***@firm.de', '100 % @ home, @ann and a***@firm.de'],
    ["--email='ann@firm.de' --data=@a.json", "--email='a***@firm.de' --data=@a.json"],
  ])('is masked: %j becomes %j', (text, shown) => {
    expect(maskAddresses(text)).toBe(shown);
  });

  it('is masked in JSON and TSV with escapes, which stay what they are', () => {
    const record = {
      note: 'mail:\nann@firm.de',
      'bo@firm.de': ['\u001bann@firm.de', '"Ann S"@firm.de', '\\ann@firm.de'],
    };
    expect(JSON.parse(maskAddresses(JSON.stringify(record)))).toEqual({
      note: 'mail:\na***@firm.de',
      'b***@firm.de': ['\u001ba***@firm.de', 'A***@firm.de', '\\a***@firm.de'],
    });
    expect(maskAddresses('1\\tann@firm.de\\nbo@firm.de')).toBe('1\\ta***@firm.de\\nb***@firm.de');
  });
});
