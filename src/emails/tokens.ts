/**
 * Tokens that the service may replace for each reader. service.txt does not show their syntax, so every form that
 * other services use passes unchanged: `{{ name }}`, `{% if … %}`, `*|FNAME|*`, `%FIRST_NAME%`, `[[name]]`.
 */

const forms = [
  /\{\{\{.{0,500}?\}\}\}/,
  /\{\{.{0,500}?\}\}/,
  /\{%.{0,500}?%\}/,
  /\*\|.{0,500}?\|\*/,
  // `%C3%A9` and `%E9tude%20` are characters of an address.
  /%%?(?![\dA-Fa-f]{2}[\w.:|-]*%[\dA-Fa-f]{2})[A-Za-z_][\w.:|-]*%%?/,
  // `[[1]](https://…)` is a link, `[[1]]: …` its address, `![[a.png]]` an image of Obsidian.
  /(?<!!)\[\[[^[\]\n]+\]\](?![([:])/,
]
  .map(({ source }) => source)
  .join('|');

/** A token anywhere in a text. */
export const templateToken = new RegExp(forms);

/** A text with placeholders for its tokens: words of small letters and digits, which no parser changes. */
export interface ProtectedText {
  readonly text: string;
  readonly placeholder: RegExp;
  /** Puts the tokens back. */
  restore(made: string): string;
}

export function protectTokens(text: string): ProtectedText {
  let mark = 'qzt';
  while (text.toLowerCase().includes(mark)) mark += 'q';
  const tokens: string[] = [];
  // As long as the token, so that wrapped lines come out right.
  const wordFor = (token: string) => `${`${mark}${tokens.push(token) - 1}`.padEnd(token.length - 1, 'x')}z`;
  const placeholder = new RegExp(`${mark}(\\d+)x*z`, 'g');
  return {
    text: text.replace(new RegExp(forms, 'g'), wordFor),
    placeholder,
    restore: made => made.replace(placeholder, (word, index: string) => tokens[Number(index)] ?? word),
  };
}
