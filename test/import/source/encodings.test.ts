import { describe, expect, test } from 'vitest';
import { encodingNamed } from '../../../src/import/source/encoding-names.ts';
import { rankEncodings } from '../../../src/import/source/legacy-encoding.ts';
import { account, lines } from '../account.ts';

const people: readonly [encoding: string, names: readonly string[]][] = [
  ['windows-1252', ['Müller', 'Zoë', 'François', 'Søren', 'Åse', 'Núñez', 'Hélène']],
  ['windows-1252', ['Großmann', 'Köhler', 'Jäger', 'Höß']],
  ['windows-1252', ['O’Brien', 'Siobhán', 'Niamh – Ní']],
  ['macintosh', ['Müller', 'Zoë', 'François', 'Søren', 'Åse', 'Núñez', 'Hélène']],
  ['windows-1250', ['Dvořák', 'Łukasz', 'Żółć', 'Kovács', 'Šimek', 'Erdős']],
  ['iso-8859-2', ['Dvořák', 'Łukasz', 'Żółć', 'Kovács', 'Šimek', 'Erdős']],
  ['windows-1251', ['Иван', 'Ольга', 'Пётр', 'Сергей', 'Москва']],
  ['koi8-r', ['Иван', 'Ольга', 'Пётр', 'Сергей', 'Москва']],
  ['windows-1253', ['Γιώργος', 'Μαρία', 'Αθήνα', 'Ελένη']],
  ['windows-1254', ['Çağrı', 'Gülşen', 'İbrahim', 'Şükrü', 'Ayşe']],
  ['windows-1255', ['דוד', 'שרה', 'משה', 'ירושלים']],
  ['windows-1256', ['محمد', 'فاطمة', 'علي', 'القاهرة']],
  ['shift_jis', ['田中', '佐藤', '東京', 'ヨシダ', 'さくら']],
  ['gb18030', ['王伟', '李娜', '北京', '张敏', '刘洋', '上海']],
  ['big5', ['陳志明', '林美玲', '臺北', '王小明']],
  ['euc-kr', ['김민수', '이영희', '서울', '박지성']],
];

/** A text in another encoding: TextDecoder's table, read backwards. */
function encoded(encoding: string, text: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map<string, readonly number[]>();
  const learn = (...from: readonly number[]) => {
    const letter = decoder.decode(Uint8Array.from(from));
    if ([...letter].length === 1 && !bytes.has(letter)) bytes.set(letter, from);
  };
  // As a stream, because some versions of Node decode Windows-1252 wrongly otherwise.
  for (let one = 0; one < 256; one++) {
    const letter = new TextDecoder(encoding).decode(Uint8Array.of(one), { stream: true });
    if (letter !== '') bytes.set(letter, [one]);
  }
  for (let one = 0x81; one < 255; one++) for (let two = 0x40; two < 255; two++) learn(one, two);
  return Buffer.from([...text].flatMap(letter => bytes.get(letter) ?? [0x3f]));
}

async function rank(bytes: Buffer) {
  return await rankEncodings(
    (async function* () {
      yield bytes;
    })(),
  );
}

describe('a file that is not UTF-8', () => {
  test.each(people)(
    'when it holds a few names in %s, %j, then they are read as such',
    async (encoding, names) => {
      const { loadText, people: all } = await account();
      const text = lines('Email,City', ...names.map((name, i) => `p${i}@x.org,${name}`));
      const { summary } = await loadText(encoded(encoding, text));
      expect(summary).toMatchObject({ accepted: names.length, rejected: 0 });
      expect((await all()).map(one => one.fields.city)).toEqual(names);
    },
  );

  test.each(people)(
    'when it holds one name in %s of %j, then it is read rightly or asked about',
    async (encoding, names) => {
      for (const name of names) {
        const { isCertain, candidates } = await rank(encoded(encoding, `${name}\n`));
        const label = candidates[0]?.label;
        const read = new TextDecoder(label).decode(encoded(encoding, name), { stream: true });
        if (isCertain) expect(read).toBe(name);
      }
    },
  );

  const unclear = encoded('windows-1250', lines('Email,City', 'a@x.org,Erdős'));

  test('when nobody can be asked, then it is refused with the encodings that are likely', async () => {
    const { refusal, posts } = await account();
    const failure = await refusal(unclear);
    expect(failure).toMatchObject({ code: 'bad_encoding', exit: 2 });
    expect(failure.details).toContain('--encoding windows-1250: Erdős');
    expect(failure.details).toContain('--encoding windows-1252: Erdõs');
    expect(posts()).toBe(0);
  });

  test.each(['windows-1250', 'Windows 1250', 'win1250', 'cp1250'])(
    'when it is said to be %s, then it is',
    async encoding => {
      const { loadText, people: all } = await account();
      await loadText(unclear, { encoding });
      expect((await all())[0]?.fields.city).toBe('Erdős');
    },
  );

  test.each([
    ['mac-roman', 'macintosh'],
    ['MacRoman', 'macintosh'],
    ['sjis', 'shift_jis'],
    ['Shift JIS', 'shift_jis'],
    ['latin1', 'windows-1252'],
    ['Latin-1', 'windows-1252'],
    ['euckr', 'euc-kr'],
    ['utf8', 'utf-8'],
  ])('when it is called %s, then it is %s', async (name, encoding) => {
    const { loadText, people: all } = await account();
    await loadText(Buffer.from('Email,City\na@x.org,Oslo\n'), { encoding: name });
    expect((await all())[0]?.fields.city).toBe('Oslo');
    expect(encodingNamed(name)).toBe(encoding);
  });
});
