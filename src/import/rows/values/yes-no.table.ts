import { foldedList } from './folded-lists.ts';

export default {
  yesWords: foldedList(`
  true, yes, y, 1, x, on, t, checked, ja, j, jo, oui, o, si, s, wahr, vrai, verdadero, verdadeiro, vero, sim, waar, tak,
  prawda, sant, sann, sand, kyllä, joo, tosi, ano, pravda, igen, igaz, da, adevărat, evet, doğru, да, д, истина, так, т, істина,
  ναι, ν, αληθής, αληθές, نعم, ن, صح, صحيح, כן, כ, אמת, 是, 是的, 真, 对, はい, 예, 네, 참
`),
  noWords: foldedList(`
  false, no, n, 0, off, f, unchecked, nein, non, falsch, faux, falso, não, nee, onwaar, nie, fałsz, nej, nei, falskt, falsk, usann,
  ei, epätosi, ne, nepravda, nem, hamis, nu, fals, hayır, yanlış, нет, н, ложь, ні, хибність, όχι, ό, ψευδής, ψευδές, لا, ل, خطأ,
  לא, ל, שקר, 否, 不是, 不, 假, いいえ, 偽, 아니요, 아니오, 거짓
`),
};
