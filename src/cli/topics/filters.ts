import { columns } from './columns.ts';

/** What people look for, and the command line that finds it. */
export const filterExamples: readonly (readonly [what: string, commandLine: string])[] = [
  [
    'everybody from the May workshop who has not had an email since',
    `newsletter subscribers list --where 'tags has "may workshop" and not emailed_at >= 2026-05-31'`,
  ],
  ['how many have never had an email', 'newsletter subscribers list --never-emailed --count'],
  ['who came by a form in the last week', 'newsletter subscribers list --source form --since 7d'],
  [
    'members in two cities',
    `newsletter subscribers list --tag member --where 'fields.city in (Berlin, "New York")'`,
  ],
  ['addresses of one domain', `newsletter subscribers list --where 'email ends with "@example.org"'`],
  [
    'press and bloggers who are not members, for a spreadsheet',
    `newsletter subscribers export press.csv --where 'tags in (press, blogger)' --without-tag member`,
  ],
  [
    'the 20 best customers who are no VIPs yet',
    `newsletter subscribers list --where 'fields.orders >= 5 and not fields.vip' --sort fields.orders:desc --limit 20`,
  ],
  [
    'whose subscription ends within a month',
    `newsletter subscribers list --where 'fields.ends >= today and fields.ends <= 30 days from now'`,
  ],
  [
    'untag everybody who has had no email this year (--yes does it)',
    `newsletter subscribers update --where 'tags has press and not emailed_at >= 2026' --remove-tag press --dry-run`,
  ],
  ['tags of those who signed up in March', `newsletter tags list --where 'created_at = 2026-03'`],
];

const operators: readonly (readonly [string, string])[] = [
  ['= != in (a, b)', 'text, numbers, dates, true and false'],
  ['< <= > >=', 'numbers and dates'],
  ['contains, starts with, ends with', 'text'],
  ['~ !~', 'text and tags: a regular expression that is found in it (RE2)'],
  ['has, in (a, b)', 'tags: this one, any of these'],
  ['is null, is not null', 'no value, an empty text, no tags; also: is empty'],
  ['and, or, not, ( )', 'not binds most, or least'],
];

/** `newsletter help filters`. */
export function page(): string {
  return `Filters

subscribers list, subscribers export, subscribers growth and tags list take
--where '<expression>' and short forms: --tag, --without-tag, --search,
--source, --since, --until, --never-emailed. All that are given must hold. They
are evaluated on this machine while the list is read, since the service shows no
filters of its own; --limit counts the people that match. subscribers update
takes --where, and changes all for whom it holds.

Fields are email, tags, source, created_at, emailed_at, updated_at, id, and
fields.<variable> for each custom field (newsletter fields list). A variable
with blanks is quoted: fields."first name". Words need no quotes, text with
blanks or signs does: "New York"; a quote inside is written twice.

${columns(operators)}

Text is compared without regard to case; (?-i) in a regular expression regards
it. A field without an operator is a yes-or-no field that says yes.

Who has no value passes no test but is null, and not is always the opposite:
emailed_at < 2026-01-01 leaves out people who never had an email, and
not emailed_at >= 2026-01-01 has them; fields.city != Berlin has people without
a city. Everybody passes an expression or its not.

Dates are 2026-01-31, 2026-01, 2026, "2026-01-31T10:00Z", today, yesterday, now,
30 days ago, 5 hours ago, 2 weeks from now (also 30d, 12w, 6m, 1y). A day begins
at midnight UTC, on every machine: the service's times are UTC. A day, month or
year is meant as a whole: > 2026-01-31 begins on February 1, = 2026-01 is all of
January.

Ten examples

${filterExamples.map(([what, commandLine]) => `${what}:\n${indented(commandLine)}`).join('\n\n')}
`;
}

/** A command line on lines of 80 characters, broken before options. */
function indented(commandLine: string): string {
  const lines: string[] = [];
  for (const part of commandLine.split(/ (?=--)/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length < 74) lines.splice(-1, 1, `${last} ${part}`);
    else lines.push(part);
  }
  return `  ${lines.join(' \\\n    ')}`;
}
