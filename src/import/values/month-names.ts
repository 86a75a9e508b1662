/** The names of months and weekdays in the languages of our users, as Node knows them. */
const languages = 'en en-GB de fr es it pt nl pl sv da nb fi cs hu ro tr ru uk el ar he'.split(' ');

/** Words that stand between the parts of a date. */
const fillers = 'de del d den of the st nd rd th er do г года р року a'.split(' ');

interface DateWords {
  /** From 1; words that are different months in different languages are left out. */
  readonly months: ReadonlyMap<string, number>;
  readonly others: ReadonlySet<string>;
}

let known: DateWords | undefined;

/** The words of dates, in lower case and without points. */
export function dateWords(): DateWords {
  known ??= collect();
  return known;
}

function collect(): DateWords {
  const months = new Map<string, number>([['sept', 9]]);
  const clashes = new Set<string>();
  const others = new Set(fillers);
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      for (let month = 1; month <= 12; month++) {
        for (const name of monthNames(language, style, month)) {
          if ((months.get(name) ?? month) !== month) clashes.add(name);
          months.set(name, month);
        }
      }
      const weekday = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' });
      for (let day = 1; day <= 7; day++) others.add(plainWord(weekday.format(Date.UTC(2024, 0, day))));
    }
  }
  for (const name of clashes) months.delete(name);
  for (const name of months.keys()) others.delete(name);
  return { months, others };
}

/** By itself, and in a date, where many languages have another case. */
function monthNames(language: string, style: 'long' | 'short', month: number): string[] {
  const moment = Date.UTC(2024, month - 1, 15);
  const alone = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' }).format(moment);
  const inDate = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: style,
    year: 'numeric',
    timeZone: 'UTC',
  });
  const part = inDate.formatToParts(moment).find(({ type }) => type === 'month')?.value ?? alone;
  return [alone, part].map(plainWord).filter(name => /^[\p{L}\p{M}'’]+$/u.test(name));
}

export function plainWord(word: string): string {
  return word.toLowerCase().normalize().replace(/\.$/, '').trim();
}
