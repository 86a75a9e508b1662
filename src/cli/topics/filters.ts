import { columns, commandLines } from './columns.ts';

/** What people look for, and the command line that finds it. */
export const filterExamples: readonly (readonly [what: string, commandLine: string])[] = [
  [
    'people from the Berlin meetup without an email since then',
    `newsletter subscribers list --where 'tags has "berlin meetup" and not emailed_at >= 2026-05-31'`,
  ],
  ['the number of people who never got an email', 'newsletter subscribers list --never-emailed --count'],
  ['sign-ups by form in the last week', 'newsletter subscribers list --source form --since 7d'],
  [
    'members in two cities',
    `newsletter subscribers list --tag member --where 'fields.city in (Berlin, "New York")'`,
  ],
  [
    'export press and photographers who are not members',
    `newsletter subscribers export press.csv --where 'tags in (press, photography)' --without-tag member`,
  ],
  [
    'the 20 best customers who are not VIPs',
    `newsletter subscribers list --where 'fields.orders >= 5 and not fields.vip' --sort fields.orders:desc --limit 20`,
  ],
  [
    'untag everybody who has had no email this year (--yes does it)',
    `newsletter subscribers update --where 'tags has press and not emailed_at >= 2026' --remove-tag press --dry-run`,
  ],
  ['tags of people who signed up in March', `newsletter tags list --where 'created_at = 2026-03'`],
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

subscribers list, export, growth and update, and tags list take
--where '<expression>' and short forms: --tag, --without-tag, --search,
--source, --since, --until, --never-emailed. Subscribers must match all of them.
The program filters on this machine while it reads the list. --limit counts
matching subscribers. --sample 10% or --sample 500 takes a random part; --seed
repeats the choice. A group has filters of the service instead.

The service does not show who unsubscribed, bounced, complained or opened: no
filter can find them. newsletter emails stats has the counts of each email.

To compare two drafts, split a list in halves:
  newsletter subscribers update --sample 50% --add-tag ab-a \\
    --where 'tags has member'
  newsletter subscribers update --add-tag ab-b \\
    --where 'tags has member and not tags has ab-a'
  newsletter groups create --name "Half A" --filter tags:equals:ab-a
  newsletter groups create --name "Half B" --filter tags:equals:ab-b
Send a draft to each, then: newsletter emails stats --compare <email> <email>

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
