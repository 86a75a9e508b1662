import { describe, expect, test } from 'vitest';
import { account, lines } from '../account.ts';

const names = ['Müller', 'Žižek', '東京', 'Søren', 'Ångström', 'Łódź'];
const broken = (text: string) =>
  Buffer.concat(
    text
      .split('\ufffd')
      .flatMap((part, i) => (i === 0 ? [Buffer.from(part)] : [Buffer.from([0xe9]), Buffer.from(part)])),
  );
const people = names.map((name, i) => `p${i}@x.org,${name}`);

describe('a file that is UTF-8 but for a few bytes', () => {
  test('a cell that cannot be decoded rejects its row, and harms nothing else', async () => {
    const { loadText, people: all } = await account();
    const text = broken(lines('Email,City', ...people, 'bad@x.org,Caf\ufffd', 'last@x.org,Köln'));
    const { summary, rejects, said } = await loadText(text);
    expect(summary).toMatchObject({ rows: 8, accepted: 7, rejected: 1 });
    expect(rejects).toMatchObject([{ Email: 'bad@x.org', _line: '8', _code: 'bad_encoding' }]);
    expect((await all()).map(one => one.fields.city).toSorted()).toEqual([...names, 'Köln'].toSorted());
    expect(said).toContain('UTF-8 (damaged in places)');
  });

  test('bytes in a column that is not read reject no row', async () => {
    const { loadText } = await account();
    const text = broken(
      lines('Email,City,Remark', ...people.map(row => `${row},`), 'ok@x.org,Rome,Caf\ufffd'),
    );
    expect((await loadText(text)).summary).toMatchObject({ accepted: 7, rejected: 0 });
  });
});
