/** In many languages one word is for letters and for mail: "pošta", "mail". A column beside it says which is meant. */
import { spaced, wordsOf } from './vocabulary/lexicon.ts';

/** Words for letters, which may mean mail. */
const post =
  /^(?:mail|mailing|post|posta\p{L}{0,3}|pošt\p{L}{1,3}|пошт\p{L}{1,3}|почт\p{L}{1,3}|pocztą?|poczt\p{L}{1,3}|courriers?|correo|correio|posti|postin|postitse|pósti|paštu|pašto|paštas|pasts|pastu|posti teel|brief|briefe|briefpost|per post|letter|letters)$/u;
const electronic =
  /^(?:e ?-?mails?|e-?post|epost\p{L}*|courriels?|emails?|mejl\p{L}*|mejlem|sähköposti\p{L}*|e-?pošt\p{L}*|epošt\p{L}*|имейл\p{L}*|e-?mailem|maile?m?)$/u;

/** @returns whether a name asks of letters what another asks of mail: "Requests no mail" beside "Requests no email" */
export function askingOfLetters(header: readonly string[]): (name: string) => boolean {
  let ofMail: ReadonlySet<string | undefined> | undefined;
  return name => {
    const asked = withoutWord(name, word => post.test(word));
    if (asked === undefined) return false;
    ofMail ??= new Set(header.map(other => withoutWord(other, isOfMail)));
    return ofMail.has(asked);
  };
}

const isOfMail = (word: string) =>
  !post.test(word) && (word === 'e' || electronic.test(word) || wordsOf(word).roles.includes('newsletter'));

/** @returns the other words; undefined without the word */
function withoutWord(name: string, isWord: (word: string) => boolean): string | undefined {
  const words = spaced(name).trim().split(' ');
  const rest = words.filter(word => !isWord(word));
  return rest.length === words.length || rest.length === 0 ? undefined : rest.join(' ');
}
