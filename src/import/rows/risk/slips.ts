/** Slips of the fingers: whether a word is another one, mistyped. */

/** The rows of a keyboard, as QWERTY, QWERTZ and AZERTY have them; letters in places next to each other are confused. */
const rows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** Letters that look alike. */
const alike = new Set(['il', 'li', '1l', 'l1', 'i1', '1i', 'o0', '0o', 'mn', 'nm', 'uv', 'vu']);

const places = new Map(
  rows.flatMap((row, y) => [...row].map((key, x) => [key, { x: x + y / 2, y }] as const)),
);

function areNeighbours(a: string, b: string): boolean {
  const [one, other] = [places.get(a), places.get(b)];
  if (one === undefined || other === undefined) return false;
  return Math.abs(one.y - other.y) <= 1 && Math.abs(one.x - other.x) <= 1;
}

/** From this length on a word is still known without its first letter. */
const longWord = 7;

/**
 * Whether one slip makes `typed` of `word`: a letter left out, doubled, or put in; two swapped; a neighbour on the
 * keyboard or a letter that looks alike in its place. The first letter stays, but in long words: `ymail` is no `gmail`.
 */
export function isSlipOf(typed: string, word: string): boolean {
  if (typed === word || Math.abs(typed.length - word.length) > 1) return false;
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at++;
  const [rest, wanted] = [typed.slice(at), word.slice(at)];
  const isEarly = at === 0;
  if (typed.length < word.length) return wanted.slice(1) === rest && (!isEarly || word.length >= longWord);
  if (typed.length > word.length) return isExtra(typed, at) && rest.slice(1) === wanted && !isEarly;
  const [a = '', b = ''] = rest;
  const [c = '', d = ''] = wanted;
  if (a === d && b === c && rest.slice(2) === wanted.slice(2)) return true;
  if (isEarly || rest.slice(1) !== wanted.slice(1)) return false;
  return areNeighbours(a, c) || alike.has(a + c);
}

/** A hyphen or a digit is put in on purpose. */
function isExtra(typed: string, at: number): boolean {
  return /[a-z]/.test(typed[at] ?? '');
}
