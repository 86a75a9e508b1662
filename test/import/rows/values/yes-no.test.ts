import { expect, test } from 'vitest';
import { yesOrNo } from '../../../../src/import/rows/values/yes-no.ts';

/** As the dialogs of desktops are translated (GTK, Qt), not the Unicode CLDR, of which the table was made. */
const answers = `
  az bəli xeyr; be так не; ca sí no; cs ano ne; et jah ei; eo jes ne; eu bai ez; fa بله خیر; ga tá níl; gl si non; gu હા ના;
  hi हाँ नहीं; hy այո ոչ; id ya tidak; is já nei; ka დიახ არა; kk иә жоқ; kn ಹೌದು ಇಲ್ಲ; ky ооба жок; lt taip ne; lv jā nē;
  ml അതെ അല്ല; mn тийм үгүй; mr होय नाही; ms ya tidak; ne हो होइन; pa ਹਾਂ ਨਹੀਂ; sk áno nie; sw ndiyo hapana; ta ஆம் இல்லை;
  te అవును కాదు; th ใช่ ไม่; tt әйе юк; ug ھەئە ياق; ur ہاں نہیں; uz ha yoʻq; vi có không`;

test.each(answers.split(';').map(text => text.trim().split(' ')))(
  'in %s, %s is yes and %s is no',
  (_language, yes = '', no = '') => {
    expect([yesOrNo(yes), yesOrNo(no)]).toEqual([true, false]);
  },
);

/** As people write them, and as spreadsheets write TRUE and FALSE. */
const others = {
  yes: 'true TRUE yes Y 1 x X on ja Oui sí WAHR ✓ tak Ano igen EVET да так ναι نعم כן 是 はい 예 PRAWDA',
  no: 'false No n 0 off nein FALSCH nie ne nem hayır HAYIR нет ні όχι لا לא 否 いいえ 아니요 FAŁSZ',
  neither: '2 truee -',
};

test.each([
  ['yes', true],
  ['no', false],
  ['neither', undefined],
] as const)('other words for %s are read as %s', (name, value) => {
  const words = others[name].split(' ');
  expect(words.map(word => [word, yesOrNo(word)])).toEqual(words.map(word => [word, value]));
});

test('in Albanian, jo is no, so that po is not taken for a yes beside it', () => {
  expect(yesOrNo('po')).toBeUndefined();
});

test('case and accents of a word do not count; a number with a sign is neither', () => {
  const all = ['YES', 'Ja', 'SÍ', 'si', 'Nein', 'NO', 'Não', '1', '0', '-1', '+1', '1.', '2', 'maybe', ''];
  const neither = [undefined, undefined, undefined, undefined, undefined, undefined];
  expect(all.map(yesOrNo)).toEqual([true, true, true, true, false, false, false, true, false, ...neither]);
});
