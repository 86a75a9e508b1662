import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compact, elementsOf, indented } from '../../src/terminal/json-text.ts';

const json = () => fc.jsonValue({ depthSize: 'medium', maxDepth: 5 });

describe('JSON laid out anew', () => {
  it('when it is any value, then it is as JSON.stringify lays it out', () => {
    fc.assert(
      fc.property(json(), value => {
        expect(indented(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
        expect(compact(JSON.stringify(value, null, '\r\n\t '))).toBe(JSON.stringify(value));
        expect(indented(JSON.stringify(value, null, 7))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it('when there are numbers, then they stay as they are written', () => {
    const text = '[1.0, 1e400 ,-0,12345678901234567890 , 0.1000]';
    expect(compact(text)).toBe('[1.0,1e400,-0,12345678901234567890,0.1000]');
    expect(indented(text)).toBe('[\n  1.0,\n  1e400,\n  -0,\n  12345678901234567890,\n  0.1000\n]');
  });
});

describe('the elements of a list', () => {
  it('when it is any list, then they are its elements', () => {
    fc.assert(
      fc.property(fc.array(json()), list => {
        const texts = list.map(value => JSON.stringify(value));
        expect(elementsOf(JSON.stringify(list))).toEqual(texts);
        expect(elementsOf(JSON.stringify(list, null, 3)).map(compact)).toEqual(texts);
      }),
    );
  });

  it('when it is in an object among others, then they are those of the list', () => {
    fc.assert(
      fc.property(fc.array(json()), json(), json(), (data, meta, other) => {
        const text = JSON.stringify({ meta, other: { data: other }, data, more: [data] }, null, 1);
        expect(elementsOf(text, 'data').map(compact)).toEqual(data.map(value => JSON.stringify(value)));
      }),
    );
  });

  it('when the key is written with an escape, or twice, then it is as JSON.parse takes it', () => {
    expect(elementsOf('{"data":[1],"d\\u0061ta":[2, 3]}', 'data')).toEqual(['2', '3']);
    expect(elementsOf('{"a":["data",[1]],"data" : [ ] }', 'data')).toEqual([]);
  });
});
