/** The names of months and weekdays in the languages of our users and their neighbours, as Node knows them. */
const languages =
  'en en-GB de de-AT fr fr-CA es it pt nl pl sv da nb fi cs sk hu ro tr ru uk bg el ar he hr sl'.split(' ');

/** Words that stand between the parts of a date. */
const fillers = 'de del d den of the st nd rd th er do г года р року a'.split(' ');

interface DateWords {
  /** The months that a word means, from 1: several where languages differ (listopad is October or November). */
  readonly months: ReadonlyMap<string, readonly number[]>;
  readonly others: ReadonlySet<string>;
}

let known: DateWords | undefined;

/** The words of dates, in lower case and without points. */
export function dateWords(): DateWords {
  known ??= collectWords();
  return known;
}

/** Asks Node for all of them, which takes some time. */
export function collectWords(): DateWords {
  const months = new Map<string, readonly number[]>();
  const others = new Set(fillers);
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      for (const [name, month] of monthNames(language, style)) {
        months.set(name, [...new Set([...(months.get(name) ?? []), month])]);
      }
      const weekday = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' });
      for (let day = 1; day <= 7; day++) {
        for (const word of wordsOf(weekday.format(Date.UTC(2024, 0, day)))) others.add(word);
      }
    }
  }
  for (const name of months.keys()) others.delete(name);
  return { months, others };
}

/** By itself, and in a date, where many languages have another case. */
function monthNames(language: string, style: 'long' | 'short'): [name: string, month: number][] {
  const alone = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
  const inDate = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: style,
    year: 'numeric',
    timeZone: 'UTC',
  });
  return Array.from({ length: 12 }, (_, at) => {
    const moment = Date.UTC(2024, at, 15);
    const part = inDate.formatToParts(moment).find(({ type }) => type === 'month')?.value ?? '';
    const names = [alone.format(moment), part]
      .map(plainWord)
      .filter(name => /^[\p{L}\p{M}'’׳]+$/u.test(name));
    // Hebrew writes "in" as a letter of the month.
    return [...names, ...(language === 'he' ? names.map(name => `ב${name}`) : [])].map(
      (name): [string, number] => [name, at + 1],
    );
  }).flat();
}

/** The words of a text. */
export function wordsOf(text: string): string[] {
  return [...text.matchAll(/\d+|[\p{L}\p{M}'’׳]+/gu)].map(([word]) => plainWord(word));
}

function plainWord(word: string): string {
  return word.toLowerCase().normalize().replace(/\.$/, '').trim();
}

/** The months that a word may mean. */
export function monthsNamed(word: string): readonly number[] {
  return dateWords().months.get(word) ?? none;
}

const none: readonly number[] = [];
