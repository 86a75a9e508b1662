/** What readers would see that nobody meant to write: Markdown or HTML as text, broken letters, tokens without an end. */
import { templateToken } from '../tokens.ts';
import type { TextBlock } from './document.ts';
import { type Finding, type FindingCode, finding } from './finding.ts';
import { cut } from './links.ts';

interface Slip {
  readonly code: FindingCode;
  readonly pattern: RegExp;
  readonly why: string;
}

/** Bounded, so that the time stays linear in the length of the text. */
const slips: readonly Slip[] = [
  {
    code: 'markup_left',
    pattern: /!?\[[^[\]\n]{1,200}\][ \t\u00a0]+\((?:https?:|mailto:|www\.)[^)\n]{0,300}\)?/i,
    why: 'a link has no blank between ] and (',
  },
  {
    code: 'markup_left',
    pattern: /!?\[[^[\]\n]{0,200}\]\([^()\n]{0,300}[ \t][^()\n]{0,300}\)/,
    why: 'the address of a link has no blank: write %20',
  },
  {
    code: 'markup_left',
    pattern: /\]\([^\n]{0,80}|\([^()\n]{1,80}\)\(https?:[^\n]{0,80}/,
    why: 'a link is written [text](https://…)',
  },
  {
    code: 'markup_left',
    pattern: /\[[^[\]\n]{1,80}\]\[[^[\]\n]{0,80}\]/,
    why: 'the address of this link is missing',
  },
  {
    code: 'markup_left',
    pattern: /^[ \t]*\[[^[\]\n]{1,80}\]:[ \t]*(?:<|https?:)\S{0,80}/m,
    why: 'the address of a link was not read',
  },
  {
    code: 'markup_left',
    pattern: /(?<![\p{L}\p{N}*\\])\*\*(?![*\s])[^*\n]{1,200}\s\*\*(?!\*)/u,
    why: 'bold text has no blank before its last **',
  },
  {
    code: 'markup_left',
    pattern: /(?<![\p{L}\p{N}*\\])\*\*[ \t]+[^*\n]{1,200}(?<![\s*])\*\*(?!\*)/u,
    why: 'bold text has no blank after its first **',
  },
  {
    code: 'markup_left',
    pattern: /(?<![\p{L}\p{N}*\\])\*\*(?![*\s])[^*\n]{1,200}(?<![\s*])\*\*(?!\*)/u,
    why: 'bold text was not converted',
  },
  {
    code: 'markup_left',
    pattern:
      /(?<![\p{L}\p{N}_\\])__(?![_\s])[^_\n]{1,200}(?:(?<!_)__(?![\p{L}\p{N}_])|\s__(?=[\p{L}\p{N}]))/u,
    why: 'bold text was not converted',
  },
  {
    code: 'markup_left',
    pattern: /(?<=^|\n)[ \t]*#{1,6}[ \t]+\S[^\n]{0,60}|(?<=^|\n)[ \t]*#{2,6}\p{L}[^\n]{0,60}/u,
    why: 'a heading is a line of its own: # Heading',
  },
  {
    code: 'markup_left',
    pattern: /(?<=^|\n)[ \t]*\|?[ \t]*:?-{3,}:?[ \t]*\|[^\n]{0,60}/,
    why: 'a table needs as many cells in its second line as in its first',
  },
  {
    code: 'markup_left',
    pattern: /```[^\n]{0,40}/,
    why: 'a block of code begins and ends with a line of ```',
  },
  {
    code: 'markup_left',
    pattern: /\{:?[ \t]*(?:\.button|width=|height=)[^{}\n]{0,60}\}/,
    why: 'braces stand right behind a link or an image',
  },
  {
    code: 'markup_left',
    pattern:
      /<\/?(?:a|b|i|p|br|div|span|strong|em|table|t[dr]|h[1-6]|ul|ol|li|img|center|font)(?:\s[^<>\n]{0,200})?\/?>/i,
    why: 'HTML was escaped',
  },
  {
    code: 'markup_left',
    pattern: /&(?:nbsp|amp|lt|gt|quot|apos|[mn]dash|hellip|[rl][sd]quo|#\d{2,6}|#x[\da-f]{2,5});/i,
    why: 'an entity was escaped twice',
  },
  {
    code: 'mojibake',
    pattern: /[^\s\ufffd]{0,20}\ufffd[^\s]{0,20}/,
    why: 'a letter was lost: save the file as UTF-8',
  },
  {
    code: 'mojibake',
    // UTF-8 read as Windows-1252 or Latin-1.
    pattern:
      /\S{0,20}(?:\u00e2\u20ac[\u0080-\u00ff\u0152\u0153\u02c6\u02dc\u2013-\u203a\u20ac\u2122]|\u00f0\u0178|\u00ef\u00bb\u00bf|\u00c3[\u0080-\u00bf\u0192\u2020\u2021\u2026\u2030\u0160\u0161\u0152\u0153\u017d\u017e\u2018-\u201e\u2022\u2013\u2014\u20ac\u2122](?=[a-z\s,.!?;:]|$)|\u00c2[\u00a0-\u00bf](?![\u00c0-\u00de]))\S{0,20}/u,
    why: 'letters were read in another encoding: save the file as UTF-8',
  },
  {
    code: 'control_character',
    pattern: /(?![\t\n\f\r])\p{Cc}/u,
    why: 'a control character',
  },
  {
    code: 'control_character',
    pattern: /[\u202d\u202e]/,
    why: 'a character that turns the direction of text around',
  },
];

const directionStart = /[\u202a\u202b\u2066-\u2068]/g;
const directionEnd = /[\u202c\u2069]/g;

/** Findings of each kind are many where there is one: a list of them helps nobody. */
const mostOfAKind = 5;

/** The findings in blocks of text as readers get them. */
export function checkRendered(blocks: readonly TextBlock[]): Finding[] {
  const found: Finding[] = [];
  const counts = new Map<FindingCode, number>();
  for (const { text, line } of blocks) {
    for (const { code, message, offset } of slipsIn(text)) {
      const count = (counts.get(code) ?? 0) + 1;
      counts.set(code, count);
      if (count > mostOfAKind) continue;
      const at = line === undefined ? undefined : line + text.slice(0, offset).split('\n').length - 1;
      found.push(finding(code, message, at));
    }
  }
  return found;
}

/** What is wrong in a text. */
export function slipsIn(
  text: string,
): readonly { readonly code: FindingCode; readonly message: string; readonly offset: number }[] {
  const found: { code: FindingCode; message: string; offset: number; end: number }[] = [];
  for (const { code, pattern, why } of slips) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [shown] = match;
    const end = match.index + shown.length;
    // What one rule has found is not found again by a wider one.
    if (found.some(one => match.index < one.end && one.offset < end)) continue;
    found.push({
      code,
      message: `"${cut(printable(shown.trim()))}" is sent as it stands: ${why}`,
      offset: match.index,
      end,
    });
  }
  const starts = text.match(directionStart)?.length ?? 0;
  const ends = text.match(directionEnd)?.length ?? 0;
  if (starts !== ends)
    found.push({
      code: 'control_character',
      message: 'a direction mark has no counterpart',
      offset: 0,
      end: 0,
    });
  return [...found, ...openTokens(text)];
}

const printable = (text: string) =>
  text.replace(
    /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
    found => `U+${found.codePointAt(0)?.toString(16).padStart(4, '0')}`,
  );

/** `{{first_name}` and `{{ name`: no service replaces them. */
function openTokens(text: string) {
  const rest = text.replace(new RegExp(templateToken, 'g'), found => ' '.repeat(found.length));
  return [/\{\{[^\n]{0,40}/, /(?<!\})\}\}(?!\})/, /\{%[^\n]{0,40}/, /%\}/, /\*\|[^\n]{0,40}/].flatMap(
    pattern => {
      const match = pattern.exec(rest);
      if (match === null) return [];
      const message = `"${cut(match[0].trim())}" is sent as it stands: a token has no end or no beginning`;
      return [{ code: 'token_open' as const, message, offset: match.index }];
    },
  );
}
