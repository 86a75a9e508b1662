/** Symbols that not every terminal shows, and that a screen reader spells out. */

/** `ascii`: the locale has no UTF-8. `spoken`: a screen reader reads along (ACCESSIBLE=1, as in gh), or TERM=dumb. */
export type Drawing = 'full' | 'ascii' | 'spoken';

/** What a terminal of this environment shows well. Without any locale, UTF-8 is assumed, as in most containers. */
export function drawingOf(environment: NodeJS.ProcessEnv, platform = process.platform): Drawing {
  const { ACCESSIBLE = '', TERM, LC_ALL, LC_CTYPE, LANG } = environment;
  if (!['', '0', 'false'].includes(ACCESSIBLE) || TERM === 'dumb') return 'spoken';
  const locale = LC_ALL || LC_CTYPE || LANG || 'UTF-8';
  return platform === 'win32' || /utf-?8/i.test(locale) ? 'full' : 'ascii';
}

const color = String.raw`\u001b\[\d+m`;
/** Marks before words that say the same. */
const marks = new RegExp(`[✔✓✗](${color})? `, 'g');
const blocks = /[█▉▊▋▌▍▎▏▓▒░▁▂▃▄▅▆▇]/g;
const letters: Readonly<Record<string, string>> = { '…': '...', '–': '-', '·': '-', '“': '"', '”': '"' };

/** The text with other signs for symbols that do not suit the terminal. */
export function plainly(text: string, drawing: Drawing): string {
  if (drawing === 'full') return text;
  const words = text.replaceAll(marks, '$1').replaceAll('→', drawing === 'spoken' ? 'to' : '->');
  if (drawing === 'spoken') return words.replaceAll(new RegExp(`${blocks.source}+ *`, 'g'), '');
  return words.replaceAll(blocks, '#').replaceAll(/[…–·“”]/g, sign => letters[sign] ?? sign);
}
