/** Words for yes and no, in the languages of our users; spreadsheets write TRUE and FALSE in their own language, too. */
import { fold, foldedSet } from './fold.ts';

export const yesWords = foldedSet(`
  true, yes, y, 1, x, on, t, checked, ja, j, jo, oui, o, si, s, wahr, vrai, verdadero, verdadeiro, vero, sim, waar, tak,
  prawda, sant, sann, sand, kyllä, joo, tosi, ano, pravda, igen, igaz, da, adevărat, evet, doğru, да, д, истина, так, т, істина,
  ναι, ν, αληθής, αληθές, نعم, ن, صح, صحيح, כן, כ, אמת, 是, 是的, 真, 对, はい, 예, 네, 참
`);
export const noWords = foldedSet(`
  false, no, n, 0, off, f, unchecked, nein, non, falsch, faux, falso, não, nee, onwaar, nie, fałsz, nej, nei, falskt, falsk, usann,
  ei, epätosi, ne, nepravda, nem, hamis, nu, fals, hayır, yanlış, нет, н, ложь, ні, хибність, όχι, ό, ψευδής, ψευδές, لا, ل, خطأ,
  לא, ל, שקר, 否, 不是, 不, 假, いいえ, 偽, 아니요, 아니오, 거짓
`);

/** What a word says; undefined when it is neither. */
export function yesOrNo(text: string): boolean | undefined {
  const plain = text.toLowerCase();
  // A number is neither, whatever its sign.
  const word = yesWords.has(plain) || noWords.has(plain) || /\d/.test(plain) ? plain : fold(text);
  return yesWords.has(word) || (noWords.has(word) ? false : undefined);
}
