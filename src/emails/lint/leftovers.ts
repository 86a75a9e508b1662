/** Notes and filler text that an author meant to replace. */

const markers =
  /(?<![\p{L}\p{N}_-])(?:TODO|FIXME|TBD|tbd|TBC|PENDIENTE|POR HACER|[AÀ] FAIRE|À COMPLÉTER|ENTWURF|DA FARE|XXX+|\?\?\?+)(?![\p{L}\p{N}_])/gu;
const filler =
  /lorem ipsum(?: dolor sit amet)?|dolor sit amet|(?<!\[)\[(?:insert|your|add|enter|name|link|date|image|text|company|first name|placeholder)(?=[\s\].,:])[^\]\n]{0,40}\](?!\])/gi;

/** The leftovers of a text, as written. */
export function leftoversIn(text: string): ReadonlySet<string> {
  const marks = [...text.matchAll(markers)].filter(({ 0: word, index }) => {
    return !isShouting(text, index, index + word.length);
  });
  return new Set([...text.matchAll(filler), ...marks].map(([word]) => word));
}

/** Whether the words around are in capitals too: "TODO" is Spanish for everything, XXX a Roman number. */
function isShouting(text: string, start: number, end: number): boolean {
  const before = /(\p{L}{2,})[^\p{L}]*$/u.exec(text.slice(Math.max(0, start - 40), start))?.[1];
  const after = /^[^\p{L}:]*(\p{L}{2,})/u.exec(text.slice(end, end + 40))?.[1];
  const words = [before, after].filter(word => word !== undefined);
  return words.length > 0 && words.every(word => word === word.toUpperCase() && word !== word.toLowerCase());
}

/** Words that mark an email as a try or a copy, where they stand alone, in brackets or before a colon. */
const trial =
  /^\W*(test|testing|prueba|essai|teste|prova|entwurf|draft|untitled|no subject|subject|copy|kopie)\W*$|^\W*[[(](test\w*|draft|entwurf|wip|copy)\b[^\])]*[\])]|^\s*(test(?: ?\d+| ?e?-?mail| ?send| ?newsletter)?|draft|entwurf|wip)\s*(?:[:|]|[-\u2013\u2014]\s)|[[(](test ?\d*|draft|copy ?\d*|kopie ?\d*)[\])]\s*$|\s[-\u2013\u2014|:]\s*(test ?\d*|draft|copy ?\d*|final|v\d+)\s*$|^\s*(copy of|kopie von|copie de|copia de|c[o\u00f3]pia de|copia di|kopia)\s|^\s*(fwd?:|re:)\s|^\s*(test ?e?-?mail|testmail|testversand|test send|test newsletter)\b/i;

/** What a subject has of a test or a copy. */
export function trialIn(subject: string): string | undefined {
  return trial
    .exec(subject)
    ?.slice(1)
    .find(word => word !== undefined);
}
