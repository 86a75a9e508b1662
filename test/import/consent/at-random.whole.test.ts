/**
 * Random files with a truth of their own: who is marked anywhere in a file, in whatever language and shape, is not sent.
 * The words are those of other programs' translators.
 */
import { expect, test } from 'vitest';
import { Failure } from '../../../src/lib/failure.ts';
import { limit } from '../../support/load.ts';
import { randomFrom } from '../../support/random.ts';
import { firstPass } from '../first-pass.ts';
import { type Translations, translations } from './words.ts';

interface RandomFile {
  readonly text: string;
  /** Everybody with a mark on any row. */
  readonly out: ReadonlySet<string>;
  /** Everybody whose rows are sound and without a mark. */
  readonly good: readonly string[];
}

function randomFile(seed: number): RandomFile {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[], otherwise: T): T =>
    list[Math.floor(random() * list.length)] ?? otherwise;
  const words = pick(Object.values(translations), translations.English as Translations);
  const { status, out, good, outHeaders, inHeaders } = words;
  // Beside whole words a lone letter is not understood, and holds back.
  const [yes, no] = [words.yes, words.no].map(list => list.filter(word => word.length > 1)) as [
    string[],
    string[],
  ];
  const [header, marks, fine] = pick(
    [
      [pick(status, ''), out, good],
      [pick(outHeaders, ''), yes, no],
      [pick(outHeaders, ''), ['2024-02-01', '2023-12-31'], ['']],
      [pick(inHeaders, ''), no, yes],
    ] as const,
    ['', [], []] as const,
  );
  const delimiter = pick([',', ';', '\t'], ',');
  const quote = (cell: string) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const notes = ['', 'met in Lisbon', 'a "friend"', 'two\nlines', 'likes tea; no sugar'];
  const order = random() < 0.5 ? [0, 1, 2, 3] : [2, 0, 3, 1];
  const row = (email: string, mark: string, name: string) => {
    const cells = [email, mark, name, pick(notes, '')];
    return order.map(at => quote(cells[at] ?? '')).join(delimiter);
  };
  const marked = new Set<string>();
  const sound: string[] = [];
  const lines: string[] = [];
  for (let number = 1; number <= 14; number++) {
    const email = `p${number}@example.org`;
    const isOut = random() < 0.4;
    if (isOut) marked.add(email);
    else sound.push(email);
    lines.push(
      row(pick([email, email.toUpperCase(), `<${email}>`], email), pick(isOut ? marks : fine, ''), 'Ann'),
    );
    // A second row of somebody who is marked: without the mark, or before it, or with too many cells.
    if (isOut && random() < 0.5) lines.unshift(row(email, pick(fine, ''), 'Ann'));
    if (!isOut && random() < 0.2) {
      marked.add(email);
      sound.pop();
      lines.push(`${row(email, pick(marks, ''), 'Bo')}${delimiter}more${delimiter}and more`);
    }
  }
  const names = ['Email', header, 'Name', 'Notes'];
  const title = order.map(at => quote(names[at] ?? '')).join(delimiter);
  return { text: `${[title, ...lines].join('\n')}\n`, out: marked, good: sound };
}

test(
  'when files are random, then nobody who is marked anywhere is sent, and nobody else is held back',
  async () => {
    const wrong: string[] = [];
    let stopped = 0;
    for (let seed = 1; seed <= 120; seed++) {
      const { text, out, good } = randomFile(seed);
      const { loadText, emails } = firstPass();
      try {
        // Elsewhere words that are said of papers and courses, too, are asked about.
        await loadText(text, {}, 'newsletter.csv');
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        stopped += 1;
      }
      const sent = (await emails()).map(email => email.toLowerCase());
      const slipped = sent.filter(email => out.has(email));
      const held = sent.length === 0 ? [] : good.filter(email => !sent.includes(email));
      if (slipped.length + held.length > 0) wrong.push(`${seed}: in ${slipped}; held ${held}\n${text}`);
    }
    expect(wrong).toEqual([]);
    // A file that stops proves nothing.
    expect(stopped).toBeLessThan(60);
  },
  limit(200),
);
