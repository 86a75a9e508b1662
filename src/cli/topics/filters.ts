import { columns, commandLines } from './columns.ts';

/** What people look for, and the command line that finds it. */
export const filterExamples: readonly (readonly [what: string, commandLine: string])[] = [
  [
    'people from the Berlin meetup without an email since then',
    `newsletter subscribers list --where 'tags has "berlin meetup" and not emailed_at >= 2026-05-31'`,
  ],
  ['sign-ups by form in the last week', `newsletter subscribers list --where 'source = form' --since 7d`],
  [
    'export press and photographers who are not members',
    `newsletter subscribers export press.csv --where 'tags in (press, photography) and not tags has member'`,
  ],
  [
    'good customers who are not VIPs',
    `newsletter subscribers list --all --where 'fields.orders >= 5 and not fields.vip'`,
  ],
  [
    'untag everybody who has had no email this year (--yes does it)',
    `newsletter subscribers update --where 'tags has press and not emailed_at >= 2026' --remove-tag press --dry-run`,
  ],
];

const operators: readonly (readonly [string, string])[] = [
  ['= != in (a, b)', 'text, numbers, dates, true and false'],
  ['< <= > >=', 'numbers and dates'],
  ['contains, starts with, ends with', 'text'],
  ['~ !~', 'text and tags: matches a regular expression (RE2)'],
  ['has, in (a, b)', 'tags: has this tag, has any of these'],
  ['is null, is not null', 'no value, empty text or no tags; also: is empty'],
  ['and, or, not, ( )', 'precedence: not, and, or'],
];

/** `newsletter help filters`. */
export function page(): string {
  return `Filters

subscribers list, export and growth, and tags list take --where '<expression>',
--tag <tag> and --since <date>; subscribers update takes --where alone. All
given ones must match. Filters run on this machine while the list is read; the
filters of a group run at the service.
--sample 10% or --sample 500 takes a random part; --seed repeats the choice.

The service does not show who unsubscribed, bounced, complained or opened: no
filter can find them. newsletter emails stats has the counts of each email.

For an A/B test, tag half of a list (subscribers update --sample 50% --add-tag
ab-a) and the other half, create a group of each tag, and send a draft to each.

Fields are email, tags, source, created_at, emailed_at, updated_at, id, and
fields.<variable> for each custom field (newsletter fields list). Quote
variables and text with spaces or punctuation: fields."first name", "New York".
Write a quote inside as two quotes.

${columns(operators)}

Text comparison ignores case; use (?-i) in a regular expression to match case. A
field without an operator is a boolean field that is true.

A missing value matches only "is null" and negations. emailed_at < 2026-01-01
excludes people who never got an email; not emailed_at >= 2026-01-01 includes
them; fields.city != Berlin includes people without a city. Everyone matches
either an expression or its negation.

Dates are 2026-01-31, 2026-01, 2026, "2026-01-31T10:00Z", today, yesterday, now,
last week, last monday, 30 days ago, 5 hours ago, 2 weeks from now (also 30d,
12w, 6m, 1y). Days begin at midnight UTC. A day, week, month or year stands for
all of it: > 2026-01-31 begins on February 1, and = 2026-01 is all of January.

Examples

${filterExamples.map(([what, line]) => `${what}:\n${commandLines(line)}`).join('\n\n')}
`;
}
