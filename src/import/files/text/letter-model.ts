/** How likely a word is in a language, judged by the names of countries, languages and currencies that Node knows. */

interface LetterModel {
  readonly total: number;
  readonly letters: ReadonlyMap<string, number>;
  readonly pairs: ReadonlyMap<string, number>;
}

/** Added to the count of every letter of the script, so that a letter that no name happens to have is not impossible. */
const smoothing = 0.1;
/** How much the frequency of a letter counts beside that of the pair. */
const backoff = 4;
const foreignLetter = Math.log(1e-6);
const rareCharacter = Math.log(1e-4);
/** Marks that stand in names and amounts. */
const punctuation = Math.log(1e-5);
const symbol = Math.log(1e-8);
const control = Math.log(1e-12);
const oddCapital = Math.log(1e-2);

/** Where signs usually stand: by themselves, beside a number (a 0 here), around a word, or between its parts. */
const usualSigns = new RegExp(
  [
    '^[’‘“”€–—£¥¢°§©®«»¡¿½¼¾ªº·•…™\\u00a0]+$',
    '(?<=^0)[°€£¥¢§½¼¾ºª’”]+|[€£¥¢°§©±×–]+(?=0$)',
    '^[“‘«¿¡„‚‹]+|(?<=[\\p{L}\\p{M}])[”’»›…™®]+$|(?<=^0?\\p{L}{0,2})[ºª]+$',
    '(?<=[\\p{L}\\p{M}])[’\\u00a0·–](?=\\p{L})',
  ].join('|'),
  'gu',
);
const usualSign = Math.log(0.02);
/** A number that touches a letter. */
const besideNumber = Math.log(1e-3);

const models = new Map<string, LetterModel>();

/** The logarithm of the probability of a word in a language (BCP 47). A 0 at an end is a number beside it. */
export function wordProbability(word: string, language: string): number {
  const letters = withoutSigns(word);
  const bare = letters.replace(/^0|0$/g, '');
  let sum = (word.length - letters.length) * usualSign;
  if (bare === '') return sum;
  if (bare !== letters) sum += besideNumber;
  const model = models.get(language) ?? countLetters(language);
  models.set(language, model);
  let before = ' ';
  let original = ' ';
  for (const letter of bare) {
    const small = lowerCase(letter);
    sum += letterProbability(model, before, small);
    if (small !== letter && original !== ' ' && original === before) sum += oddCapital;
    before = small;
    original = letter;
  }
  return sum + letterProbability(model, before, ' ');
}

/** A word without the signs that usually stand where they stand in it. */
export function withoutSigns(word: string): string {
  return word.replace(usualSigns, '');
}

function letterProbability({ letters, pairs, total }: LetterModel, before: string, letter: string): number {
  const count = letters.get(letter);
  if (count === undefined) return unseen(letter, letters);
  const frequency = (count + smoothing) / (total + smoothing * letters.size);
  const pair = pairs.get(before + letter) ?? 0;
  return Math.log((pair + backoff * frequency) / ((letters.get(before) ?? 0) + backoff));
}

/** Names of countries use some hundreds of the thousands of Chinese characters, and not every syllable of Korean. */
function unseen(letter: string, letters: ReadonlyMap<string, number>): number {
  if (/\p{L}|\p{M}/u.test(letter)) {
    const isEastAsian = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(
      letter,
    );
    return isEastAsian && letters.size > 150 ? rareCharacter : foreignLetter;
  }
  if (/[’‘“”€–—\u00a0]/.test(letter)) return punctuation;
  return /[\p{C}\ufffd]/u.test(letter) ? control : symbol;
}

function countLetters(language: string): LetterModel {
  const letters = new Map<string, number>();
  const pairs = new Map<string, number>();
  let total = 0;
  for (const word of namesIn(language)) {
    let before = ' ';
    letters.set(before, (letters.get(before) ?? 0) + 1);
    for (const letter of word) {
      const small = lowerCase(letter);
      total++;
      letters.set(small, (letters.get(small) ?? 0) + 1);
      pairs.set(before + small, (pairs.get(before + small) ?? 0) + 1);
      before = small;
    }
    pairs.set(`${before} `, (pairs.get(`${before} `) ?? 0) + 1);
  }
  return { total, letters, pairs };
}

/** Names and words with letters that are rare in names of countries and languages. */
const commonNames: Readonly<Record<string, string>> = {
  de: 'Straße Groß Großmann Weiß Strauß Meißner Jörg Käthe Müller Schröder Jäger Günther Zoë',
  fr: 'Zoë Noël Chloé Hélène François Anaïs Benoît Loïc Œuvre cœur sœur prénom téléphone',
  es: 'España mañana niño Núñez Muñoz Peña Ibáñez Begoña Íñigo Zúñiga Ramón Jesús José María González señora año',
  it: 'Nicolò Niccolò Calì Forlì Cantù Città Mosè Noè Salomè Macrì Spanò Festa Sanità perché più università',
  pt: 'João São Conceição Gonçalves Magalhães Simões Guimarães Luís Antônio',
  nl: 'Zoë Daniël België Noëlle',
  da: 'Søren Jørgen Bjørn Kjær Nørgård Håkon Æsa Østergård',
  nb: 'Tromsø Bodø Sørensen Bjørn Jørgen Åse Øystein Høyland Mjøs Næss Håvard Ødegård',
  sv: 'Åsa Björn Göran Öberg Sjöström Ängström Håkan',
  pl: 'Łukasz Łódź Małgorzata Wójcik Żółć Żaneta Świątek Gdańsk Grażyna',
  cs: 'Dvořák Jiří Šimek Růžička Tomáš Kateřina Černý Žižek',
  fi: 'Mäkinen Hämäläinen Järvinen Väinö Päivi Lämsä Yrjö Pöyhönen Seinäjärvi Hännikäinen Kääriäinen Töölö Jyväskylä',
  hr: 'Kovačević Babić Marić Jurić Kovačić Vuković Đurić Šimić Žagar Čakovec Ivančić Pavlović Matković Šarić Josipović',
  hu: 'Erdős Győző Ferenczy László Kovács Szőke Zoltán',
  tr: 'Ayşe Şükrü Gülşen Çağrı İbrahim Uğur Işık Özgür',
  'zh-Hans':
    '王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡 郭 何 高 林 罗 郑 梁 谢 宋 唐 许 韩 冯 邓 曹 伟 芳 娜 秀 英 敏 静 丽 强 磊 军 洋 勇 艳 杰 涛 明 超',
  'zh-Hant':
    '陳 林 黃 張 李 王 吳 劉 蔡 楊 許 鄭 謝 郭 洪 曾 邱 廖 賴 周 徐 蘇 葉 莊 呂 江 何 蕭 羅 高 志 明 美 玲 家 豪 淑 芬 雅 婷 怡 君 俊 傑 宗 翰',
  ja: '佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水 太郎 花子 東京 大阪 京都',
  ko: '김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 민수 영희 지훈 서연 지성 현우 은정 서울 부산',
  vi: 'Nguyễn Trần Lê Phạm Hoàng Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý Đức Hương Thị Văn Hùng Tuấn Hải',
  ru: 'Пётр Фёдор Алёна Семён Сергей Ольга Дмитрий',
};

const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];
const codes = alphabet.flatMap(a => alphabet.map(b => a + b));

function namesIn(language: string): string[] {
  const names = (['region', 'language'] as const).flatMap(type => {
    const known = new Intl.DisplayNames(language, { type, fallback: 'none' });
    return codes.flatMap(code => known.of(type === 'region' ? code.toUpperCase() : code) ?? []);
  });
  const words = [...names, commonNames[language] ?? '', commonNames[language] ?? ''].join(' ');
  // Older encodings have the cedilla that Romanian was written with.
  return (
    words
      .replace(/[Șș]/g, 'ş')
      .replace(/[Țț]/g, 'ţ')
      .match(/[\p{L}\p{M}]+/gu) ?? []
  );
}

/** One letter stays one letter: the small İ is two. */
function lowerCase(letter: string): string {
  return letter === 'İ' ? 'i' : letter.toLowerCase();
}
