/** Mistakes that readers see as text: Markdown that was not converted, escaped HTML, broken letters, open tokens. */
import { linesIn } from '../markdown/lines.ts';
import type { TextBlock } from './document.ts';
import { type EmailFinding, type FindingCode, finding } from './finding.ts';
import { cut } from './links.ts';

const escaped = 'was escaped';
const boldLeft = 'write bold text as **text**, without a space inside its **';

/**
 * Each row is a mistake that Markdown authors make; with `g` it is reported each time, otherwise once a block. Bounded,
 * so that the time stays linear in the length of the text.
 */
const slips: readonly (readonly [pattern: RegExp, remedy: string, code?: FindingCode])[] = [
  [
    /!?\[[^[\]\n]{1,200}\][ \t\u00a0]+\((?:https?:|mailto:|www\.)[^)\n]{0,300}\)?/i,
    'write a link without a space between ] and (',
  ],
  [
    /!?\[[^[\]\n]{0,200}\]\([^()\n]{0,300}[ \t][^()\n]{0,300}\)/,
    'write a space in the address of a link as %20',
  ],
  [/\]\([^\n]{0,80}|\([^()\n]{1,80}\)[([]https?:[^)\]\n]{0,80}[)\]]?/, 'write a link as [text](https://…)'],
  [/!\[\[[^[\]\n]{1,80}\]\]/, 'write an image as ![description](https://…)'],
  [/\[[^[\]\n]{1,80}\]\[[^[\]\n]{0,80}\]/, 'the address of this link is missing'],
  [
    // Any ** but those of 2**8, 5 ** 2 and a line of stars.
    /(?:[^\s*]{1,40}[ \t]?)?(?<!\*)\*\*(?!\*|(?<=[\p{L}\p{N}]\*\*)[\p{L}\p{N}]|(?<=\p{N} \*\*) \p{N}|(?<=(?:^|\n)\*\*)\s*(?:\n|$))[^*\n]{0,80}(?:\*\*)?/u,
    boldLeft,
  ],
  [
    /(?<![\p{L}\p{N}_])__(?:[ \t]+[\p{L}\p{N}][^_\n]{0,200}(?<![\s_])__(?![\p{L}\p{N}_])|[\p{L}\p{N}][^_\n]{0,200}\s__(?!_))/u,
    'write bold text without a space inside its __',
  ],
  // Two lines: one may be a signature, "-Ada".
  [
    /(?<=^|\n)[ \t]*(?:-|\d{1,2}[.)])\p{L}[^\n]{0,200}(?=\n[ \t]*(?:-|\d{1,2}[.)])\p{L})/u,
    'write a list with a space behind each - or 1.',
  ],
  [/(?<=\S[ \t])\*\p{L}[^*\n]{0,60}(?![^*]*\*)/u, 'its second * may be missing', 'markup_open'],
  [/(?<=^|[\s(])`\p{L}[^`\n]{0,60}(?![^`]*`)/u, 'its second ` may be missing', 'markup_open'],
  [
    /(?<=^|\n)[ \t]*#{1,6}[ \t]+\S[^\n]{0,60}|(?<=^|\n)[ \t]*#{2,6}\p{L}[^\n]{0,60}/gu,
    'write a heading on a line of its own, with a space: # Heading',
  ],
  [
    // None of #MeToo, #Fade (a color), #Trains #travel, nor a sentence that begins with #Trains.
    /(?<=^|\n)[ \t]*#(?!\p{Lu}+\p{Ll}+\p{Lu}|[\da-fA-F]{3,8}[ \t]*(?:\n|$))\p{Lu}[^#\n.!?:,;]{0,60}(?=\n|$)/gu,
    'a heading needs a space behind its #',
    'markup_open',
  ],
  [/(?<![=\p{L}\p{N}])==[^\s=](?:[^=\n]{0,80}[^\s=])?==(?!=)/u, 'write marked text as <mark>text</mark>'],
  [
    /(?<=^|\n)[ \t]*\|?[ \t]*:?-{3,}:?[ \t]*\|[^\n]{0,60}/,
    'the second line of a table needs as many cells as the first',
  ],
  [
    /(?<=^|\n)[ \t]*\|[^|\n]{1,80}\|[^\n]{1,200}\|[ \t]*(?=\n[ \t]*\|[ \t]*[^\s:|-])/,
    'a table needs a second line of | --- | --- |',
  ],
  [/\[\^[\w-]{1,40}\](?!:)/, 'this footnote needs a line with its text: [^1]: …'],
  [/\{:?[ \t]*\.(?!button\b)[a-z][\w-]{0,40}[ \t]*\}/i, 'the only class is {.button}'],
  [/\{:?[ \t]*(?:\.button|width=|height=)[^{}\n]{0,60}\}/, 'write braces directly behind a link or an image'],
  [
    /<\/?(?:a|b|i|p|br|div|span|strong|em|table|t[dr]|h[1-6]|ul|ol|li|img|center|font)(?:\s[^<>\n]{0,200})?\/?>/i,
    `this HTML ${escaped}`,
  ],
  [
    /&(?:nbsp|amp|lt|gt|quot|apos|[mn]dash|hellip|[rl][sd]quo|#\d{2,6}|#x[\da-f]{2,5});/i,
    `this entity ${escaped} twice`,
  ],
  [
    // UTF-8 that was read as Windows-1252: é as Ã©, ’ as â€™, £ as Â£; and a letter that was lost.
    /\S{0,20}(?:\u00e2\u20ac[\u0080-\u00ff\u0152\u0153\u02dc\u2013-\u203a\u20ac\u2122]|\u00c3[\u00a0-\u00bf](?=[a-z\s,.!?;:]|$)|\u00c2[\u00a0-\u00bf](?![\u00c0-\u00de])|\ufffd)\S{0,20}/u,
    'these letters have another encoding: save the file as UTF-8',
    'mojibake',
  ],
  [
    /(?<!\{)\{(?:[a-z]+(?:_[a-z]+)+|(?:first|last)?name|vorname|nachname|email)\}(?!\})/i,
    'write a token as {{ name }}',
    'token',
  ],
  [
    // Words that no sentence has twice in a row, unlike "that that", "told you you", "log in in" and "die die".
    /(?<![\p{L}\p{N}_-])(the|and|of|to|for|with|from|or|your|our|we|she|as|be|his|their|und|oder|eine?|ist|im|für|von|les?|et|de|un[ae]?|el|los|con|il|di)\s{1,9}\1(?![\p{L}\p{N}_-])/giu,
    'the word stands twice',
    'word_twice',
  ],
  // As written: "de la A a la Z" has its A once.
  [/(?<![\p{L}\p{N}_-])(a|I)\s{1,9}\1(?![\p{L}\p{N}_-]| l)/gu, 'the word stands twice', 'word_twice'],
  [
    /(?<=^|\n)(?:<{7}|>{7}) [^\n]{1,60}/,
    'a conflict of Git; keep one version, without its marks',
    'conflict_marker',
  ],
  [/\{\{(?![^{}\n]{0,80}\}\})[^\n]{0,40}/, 'write a token as {{ name }}', 'token_open'],
];

/** The mistakes in blocks of text as readers get them. */
export function checkSlips(blocks: readonly TextBlock[]): EmailFinding[] {
  const found: EmailFinding[] = [];
  const isFootnoted = hasFootnoteStars(blocks.map(({ text }) => text).join('\n'));
  for (const { text, line } of blocks) {
    for (const { before, ...slip } of slipsIn(text)) {
      if (isFootnoted && slip.message.endsWith(boldLeft)) continue;
      found.push({ ...slip, line: line === undefined ? undefined : line + before });
    }
  }
  return found;
}

/** Whether a price has two stars (`19 €**`), and a line below begins with them: `** plus shipping`. */
function hasFootnoteStars(text: string): boolean {
  const mark = text.search(/[^\s*]\*\*(?![\p{L}\p{N}*])/u);
  return mark >= 0 && /\n[ \t]*\*\*(?!\*)[^*\n]*(?:\n|$)/.test(text.slice(mark));
}

/** @returns each mistake with the number of lines before it */
export function slipsIn(text: string): readonly (EmailFinding & { readonly before: number })[] {
  const found: (EmailFinding & { readonly before: number; readonly at: number; readonly end: number })[] = [];
  for (const [pattern, remedy, code = 'markup_left'] of slips) {
    const wider = [...found];
    let [before, counted] = [0, 0];
    for (const { 0: shown, index: at } of matchesOf(pattern, text)) {
      const end = at + shown.length;
      // A wider pattern does not report the same text again.
      if (wider.some(one => at < one.end && one.at < end)) continue;
      before += linesIn(text.slice(counted, at));
      counted = at;
      const message = `"${cut(shown.trim())}" is sent unchanged: ${remedy}`;
      found.push({ ...finding(code, message), before, at, end });
    }
  }
  return found;
}

const matchesOf = (pattern: RegExp, text: string) =>
  pattern.global ? text.matchAll(pattern) : [pattern.exec(text)].filter(match => match !== null);
