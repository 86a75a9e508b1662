import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { encodingNamed } from '../../../src/import/files/text/encoding.ts';
import { rankEncodings } from '../../../src/import/files/text/legacy-encoding.ts';
import { casesOf } from '../../support/cases.ts';
import { account, lines } from '../account.ts';
import { firstPass } from '../first-pass.ts';

type Names = [encoding: string, names: readonly string[]];
const namesIn = (file: string) => casesOf<Names>(new URL(file, import.meta.url));

/** Longer lists of names: as long as a file is read at a time, so that words are cut. */
const many: readonly [encoding: string, first: string, last: string][] = [
  ['euc-kr', '민준 서준 도윤 예준 시우 하준 지호 수빈 채원 다은', '김 이 박 최 정 강 조 윤 장 임 황보 남궁'],
  ['gb18030', '建国 志强 桂英 秀兰 玉梅 俊杰 浩然 梓涵 思远 海燕', '王 李 张 刘 陈 杨 赵 黄 周 吴 欧阳 司马'],
  ['big5', '志豪 俊宏 淑芬 美惠 雅婷 怡君 建宏 佳穎 承恩 品妍', '陳 林 黃 張 李 王 吳 劉 蔡 楊 歐陽 張簡'],
  [
    'shift_jis',
    '翔太 健一 陽子 美咲 さくら 拓海 結衣 大輔 由美子 一郎',
    '鈴木 長谷川 小野寺 五十嵐 渡邉 高橋 中島 藤原',
  ],
  [
    'euc-jp',
    '翔太 健一 陽子 美咲 さくら 拓海 結衣 大輔 由美子 一郎',
    '鈴木 長谷川 小野寺 五十嵐 渡邉 高橋 中島 藤原',
  ],
  ['windows-1258', 'Dương Bùi Lê Đăng Lâm Hân', 'Hương Tân Châu Quân Hưng'],
];

const encoded = (encoding: string, text: string) => iconv.encode(text, encoding);

async function rank(bytes: Buffer) {
  return await rankEncodings(
    (async function* () {
      yield bytes;
    })(),
  );
}

describe('a file that is not UTF-8', () => {
  test.each(namesIn('names.tsv'))('in %s is read as such by a few names: %j', async (encoding, names) => {
    const { loadText, people: all } = firstPass();
    const text = lines('Email,City', ...names.map((name, i) => `p${10 + i}@x.org,${name}`));
    const { summary } = await loadText(encoded(encoding, text));
    expect(summary).toMatchObject({ accepted: names.length, rejected: 0 });
    expect((await all()).map(one => one.fields.city)).toEqual(names);
  });

  const short = [...namesIn('names.tsv'), ['windows-1250', ['Ł. Nowak', 'Łódź']] satisfies Names].flatMap(
    ([encoding, names]) => names.map(name => [encoding, name] as const),
  );
  const unread = namesIn('names-of-unread-encodings.tsv').map(
    ([encoding, names]) => [encoding, names.join(' ')] as const,
  );

  test.each([...short, ...unread])(
    'in %s, with %j alone, is read rightly or asked about',
    async (encoding, text) => {
      const { isCertain, candidates } = await rank(encoded(encoding, `${text}\n`));
      const read = new TextDecoder(candidates[0]?.label).decode(encoded(encoding, text), { stream: true });
      if (isCertain) expect(read).toBe(text);
    },
  );

  test.each(many)('in thousands of names in %s no word is cut', async (encoding, first, last) => {
    const [firsts, lasts] = [first.split(' '), last.split(' ')];
    const names = Array.from({ length: 12_000 }, (_, i) => {
      return `p${i}@x.org,${lasts[(i * 7) % lasts.length]},${firsts[(i * 11) % firsts.length]}`;
    });
    const bytes = encoded(encoding, lines('Email,Last name,City', ...names));
    const { loadText, people: all } = firstPass();
    await loadText(bytes);
    expect(new Set((await all()).map(({ fields }) => fields.city))).toEqual(new Set(firsts));
  });

  test('in ISO-2022-JP is read as such', async () => {
    const { loadText, people: all } = firstPass();
    await loadText(Buffer.from('Email,City\na@x.org,\x1b$B;3ED\x1b(B\n'));
    expect((await all())[0]?.fields.city).toBe('山田');
  });

  test.each([
    '£50',
    '50 £',
    '20 €',
    '1.000,00 €',
    '5°',
    '§ 5',
    '© 2024',
    '“well”',
    'this – that',
    'soon…',
    'Acme™',
    'Café',
    'José',
  ])('with nothing but %s beyond ASCII is read as Windows-1252', async text => {
    const { loadText, people: all } = firstPass();
    const { summary, said } = await loadText(
      encoded('windows-1252', lines('Email;City', `a@x.org;${text}`, 'b@x.org;')),
    );
    expect(summary.accepted).toBe(2);
    expect(said).toContain('Windows-1252');
    expect((await all())[0]?.fields.city).toBe(text);
  });

  const unclear = encoded('windows-1250', lines('Email,City', 'a@x.org,Erdős'));

  test('in an unclear encoding is refused with those that are likely', async () => {
    const { refusal, posts } = await account();
    const failure = await refusal(unclear);
    expect(failure).toMatchObject({ code: 'bad_encoding', exit: 2 });
    expect(failure.hint).toContain('--encoding windows-1250 (Erdős), --encoding windows-1252 (Erdõs)');
    expect(posts()).toBe(0);
  });

  test('in what is said to be Windows 1250 is read so', async () => {
    const { loadText, people: all } = firstPass();
    await loadText(unclear, { encoding: 'Windows 1250' });
    expect((await all())[0]?.fields.city).toBe('Erdős');
  });

  test.each([
    ['win1250', 'windows-1250'],
    ['cp1250', 'windows-1250'],
    ['mac-roman', 'macintosh'],
    ['MacRoman', 'macintosh'],
    ['sjis', 'shift_jis'],
    ['Shift JIS', 'shift_jis'],
    ['cp866', 'ibm866'],
    ['latin1', 'windows-1252'],
    ['Latin-1', 'windows-1252'],
    ['euckr', 'euc-kr'],
    ['utf8', 'utf-8'],
  ])('an encoding called %s is %s', (name, encoding) => {
    expect(encodingNamed(name)).toBe(encoding);
  });
});

/** Files are read in pieces of this many bytes. */
const piece = 65_536;

/** A file whose first lines are as long as a piece, but for some bytes: what comes next is cut there. */
function cutAfter(bytes: number, name: string): string {
  const head = 'Email,City,Note\n';
  const filler = 'x'.repeat(100);
  let text = head;
  const row = (n: number, note: string) => `p${n}@x.org,Rome,${note}\n`;
  let n = 0;
  while (piece - text.length - row(n, filler).length > 200) text += row(n++, filler);
  const start = 'cut@x.org,';
  text += row(n, 'y'.repeat(piece - bytes - start.length - text.length - row(n, '').length));
  const rest = Array.from({ length: 1500 }, (_, i) => row(10_000 + i, filler)).join('');
  return `${text}${start}${name},\n${rest}last@x.org,Łódź,\n`;
}

describe('a file that is read in pieces', () => {
  test.each([
    ['two bytes', 'é', 1],
    ['three bytes, after the first', '東', 1],
    ['three bytes, after the second', '東', 2],
    ['four bytes, after the third', '🚲', 3],
  ])('loses no character that is cut: %s', async (_, name, bytes) => {
    const { loadText, people: all } = firstPass();
    const text = cutAfter(bytes, name);
    expect(Buffer.from(text).indexOf(name)).toBe(piece - bytes);
    const { summary } = await loadText(text);
    expect(summary.rejected).toBe(0);
    const cities = new Map((await all()).map(one => [one.email, one.fields.city]));
    expect([cities.get('cut@x.org'), cities.get('last@x.org')]).toEqual([name, 'Łódź']);
    expect(cities.size).toBe(summary.accepted);
  });

  test('without the rest of a character behind the cut has its row rejected', async () => {
    const { loadText } = firstPass();
    const whole = Buffer.from(cutAfter(1, 'é'));
    const { rejects } = await loadText(Buffer.concat([whole.subarray(0, piece), whole.subarray(piece + 1)]));
    expect(rejects).toMatchObject([{ Email: 'cut@x.org', _code: 'bad_encoding' }]);
  });
});
