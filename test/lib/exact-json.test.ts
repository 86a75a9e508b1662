import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactNumber, exactJsonText, rememberJson, withExactNumbers } from '../../src/lib/json/exact-json.ts';

/** JSON numbers in any spelling. */
const digits = (least: number) => fc.stringMatching(new RegExp(`^[0-9]{${least},25}$`));
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9][0-9]{0,24}$/)),
    fc.option(digits(1)),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'E-'), digits(1))),
  )
  .map(
    ([sign, whole, fraction, exponent]) =>
      `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent?.join('') ?? ''}`,
  );
const text = fc
  .oneof(
    fc.string(),
    fc
      .array(fc.constantFrom('"', '\\', '1.0', '[1.0]', '":1.0,', '12345678901234567890', '\n'))
      .map(a => a.join('')),
  )
  .map(string => JSON.stringify(string));
// Node 26.10 takes the key `\"` for an earlier object's key `\\` (its JSON.parse compares before it unescapes).
const key = text.filter(json => !json.includes('\\\\'));

/** A record as a compact JSON text: values beside texts that look like numbers, lists and objects. */
const { record } = fc.letrec<{ value: string; record: string }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    number,
    text,
    fc.constantFrom('true', 'false', 'null'),
    fc.array(tie('value')).map(parts => `[${parts.join()}]`),
    tie('record'),
  ),
  record: fc
    .uniqueArray(fc.tuple(key, tie('value')), { selector: ([name]) => name })
    .map(members => `{${members.map(([name, value]) => `${name}:${value}`).join()}}`),
}));

/** JavaScript puts keys that are whole numbers first. */
const hasOrderedKeys = (json: string) => !/"\d+":/.test(json);

describe('a record', () => {
  it('when it holds numbers in any spelling, then it is printed as it was sent', () => {
    fc.assert(
      fc.property(record, record, (one, other) => {
        fc.pre(hasOrderedKeys(one) && hasOrderedKeys(other));
        // The first number makes the answer one that is looked at closely.
        const page = `{"data":[${one},${other}],"meta":{"total":2.0}}`;
        const whole = JSON.parse(page) as { data: object[]; meta: object };
        rememberJson(page, whole);
        expect(whole.data.map(each => exactJsonText(withExactNumbers(each)))).toEqual([one, other]);
        expect(exactJsonText(withExactNumbers(whole))).toBe(page);
        expect(JSON.parse(exactJsonText(withExactNumbers(whole.meta), 2))).toEqual({ total: 2 });
      }),
      { numRuns: 75 },
    );
  });

  it('when it holds numbers in any spelling, then whoever calculates gets plain numbers', () => {
    const whole = JSON.parse('{"id":"1","n":1.0,"list":[2.50]}') as { n: number };
    rememberJson('{"id":"1","n":1.0,"list":[2.50]}', whole);
    expect(whole).toEqual({ id: '1', n: 1, list: [2.5] });
    expect(withExactNumbers(whole)).toMatchObject({
      n: expect.any(ExactNumber),
      list: [expect.any(ExactNumber)],
    });
    expect(withExactNumbers(whole).n * 2).toBe(2);
  });

  it.each(['{"n":17}', '{"n":-0.125,"s":"1.0"}', '{"list":["1.0"],"t":"2026-01-01T00:00:00.000Z"}'])(
    'when it is %s, then nothing is kept',
    json => {
      const whole = JSON.parse(json) as object;
      rememberJson(json, whole);
      expect(withExactNumbers(whole)).toBe(whole);
    },
  );
});
