/** The names of months and weekdays in the languages of our users and their neighbours, as Node knows them. */
const languages =
  'en en-GB de de-AT fr fr-CA es it pt nl pl sv da nb fi cs sk hu ro tr ru uk bg el ar he hr sl'.split(' ');

/** Words that stand between the parts of a date. */
const fillers = 'de del d den of the st nd rd th er do г года р року a'.split(' ');

/** A set of languages: a bit for each. */
export type Languages = number;

/** A month that a word may mean, and in which languages. */
interface NamedMonth {
  /** From 1. */
  readonly month: number;
  readonly languages: Languages;
}

interface DateWords {
  readonly months: ReadonlyMap<string, readonly NamedMonth[]>;
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
  const months = new Map<string, NamedMonth[]>();
  const others = new Set(fillers);
  languages.forEach((language, bit) => {
    for (const style of ['long', 'short'] as const) {
      for (const [name, month] of monthNames(language, style)) addName(months, name, month, 1 << bit);
      const weekday = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' });
      for (let day = 1; day <= 7; day++) {
        for (const word of wordsOf(weekday.format(Date.UTC(2024, 0, day)))) others.add(word);
      }
    }
  });
  for (const name of months.keys()) others.delete(name);
  return { months, others };
}

function addName(months: Map<string, NamedMonth[]>, name: string, month: number, languages: Languages): void {
  const others = months.get(name) ?? [];
  const same = others.find(one => one.month === month);
  const joined = { month, languages: (same?.languages ?? 0) | languages };
  months.set(name, [...others.filter(one => one !== same), joined]);
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

/** The month in a text: the languages in which it is one, and whether it is another one in others. */
export function shownMonth(text: string): { languages: Languages; isAmbiguous: boolean } | undefined {
  const { months } = dateWords();
  const named = wordsOf(text).flatMap(word => months.get(word) ?? []);
  if (named.length === 0) return undefined;
  return { languages: named.reduce((all, one) => all | one.languages, 0), isAmbiguous: named.length > 1 };
}

/**
 * The months that a word may mean.
 *
 * @param spoken the languages of the column; undefined: any
 */
export function monthsNamed(word: string, spoken: Languages | undefined): readonly number[] {
  const named = dateWords().months.get(word);
  if (named === undefined) return none;
  const [only] = named;
  if (only !== undefined && named.length === 1) return single[only.month] ?? none;
  const inColumn = named.filter(({ languages }) => spoken === undefined || (languages & spoken) !== 0);
  return (inColumn.length === 0 ? named : inColumn).map(({ month }) => month);
}

const none: readonly number[] = [];
/** Lists of one month, made once. */
const single = Array.from({ length: 13 }, (_, month): readonly number[] => [month]);
