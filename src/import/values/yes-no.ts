/** Words for yes and no, in the languages of our users; spreadsheets write TRUE and FALSE in their own language, too. */
const yes = words(`
  true yes y 1 x on t checked ja j jo oui o si sí s wahr vrai ✓ ✔ verdadero verdadeiro vero sim waar tak prawda sant sann
  sand kyllä tosi ano pravda igen igaz da adevărat evet doğru да истина так істина ναι αληθής αληθες αληθές نعم صحيح כן אמת
  是 真 はい 예 네 참
`);
const no = words(`
  false no n 0 off f unchecked nein non falsch faux falso não nao nee onwaar nie fałsz nej nei falskt falsk usann ei epätosi ne
  nepravda nem hamis nu fals hayır hayir yanlış yanliş нет ложь ні хибність όχι οχι ψευδής ψευδές لا خطأ לא שקר
  否 不是 假 いいえ 偽 아니요 아니오 거짓
`);

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** What a word says; undefined when it is neither. */
export function yesOrNo(text: string): boolean | undefined {
  const word = text.toLowerCase().normalize();
  return yes.has(word) || (no.has(word) ? false : undefined);
}
