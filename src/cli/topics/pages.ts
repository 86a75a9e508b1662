/** The pages of `newsletter help <topic>`. */
import guide from '../../../skills/newsletter/SKILL.md?raw';
import { presetNames } from '../../import/columns/detect-preset.ts';
import { exits, failures } from '../../lib/failure.ts';
import { formatTraits } from '../../lib/output-formats.ts';
import {
  namesInProjectFiles,
  type Setting,
  settingNames,
  settings,
  variableOf,
} from '../../settings/schema.ts';
import { wrapText } from '../../terminal/message-text.ts';
import { globalOptions } from '../option.ts';
import { columns, commandLines } from './columns.ts';

export const importing = (): string => `Import a list

  1. Export the list from your current service. Import several files together,
     without renaming files or headers: both say who may be emailed.
  2. newsletter import people.csv --dry-run
     shows the field of each column, how many people are new, are in the account
     already or are left out; nothing is sent.
  3. newsletter import people.csv
     asks, then sends. Fix rejected rows in people.csv.rejects.csv, and import
     that file.
  4. newsletter import people.csv --resume
     resumes after Ctrl-C, a crash or a lost connection, or starts the import.

The exports of these services are recognized (--from sets the service, --from
none turns this off):
${wrapText(
  presetNames()
    .filter(name => name !== 'none')
    .join(', '),
  78,
).replace(/^/gm, '  ')}

If a column may say who opted out, but its values are unknown, the import stops.
Say what it means, and run it again:
  --opt-out-value Mailing=gesperrt   this value means opted out
  --status-column Mailing            only known values may be emailed
  --map Mailing=skip                 the column is not a status

If something is wrong with the file:
  Garbled letters         --encoding windows-1252, or another
  Columns not separated   --delimiter ";"
  Columns are left over   --map "Vorname=first_name", or --create-fields
  Dates are rejected      --date-format Birthday=DMY, or MDY, or YMD
  Numbers are rejected    --decimal-mark Total=, (or .) if 1.234 is ambiguous
  Invalid values          --bad-values drop imports the row without the value
  People to leave out     --suppress block.txt: addresses and domains
`;

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

export const filters = (): string => `Filters

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
12w, 6m, 1y). Days begin at midnight UTC, weeks on Monday. A day, week, month or
year stands for all of it: > 2026-01-31 begins on February 1, and = 2026-01 is
all of January.

Examples

${filterExamples.map(([what, line]) => `${what}:\n${commandLines(line)}`).join('\n\n')}
`;

export const ci = (): string => `Continuous integration

With CI set, the program never prompts: it fails, and names the flag to pass,
such as --yes. Addresses in messages are masked; --show-addresses shows them.
Set NEWSLETTER_BASE_URL, NEWSLETTER_API_KEY (as a secret) and
NEWSLETTER_EXPECT_ACCOUNT; for the others see newsletter help environment.

Handle the exit status:
${columns([
  ['0', 'success: continue'],
  ['2', 'fix the command or the file'],
  ['3', 'not signed in: fix the key; not_allowed: a limit of yours, which it names'],
  ['4', 'not found: fix the name or the id'],
  ['5', 'refused. sync: too many people are missing or changed; a person has to look'],
  ['6, 7', 'try again later; an import is safe to repeat'],
  ['8', 'check the output: rows were rejected, or there are changes (--check)'],
  ['1, 9', 'unexpected, or outcome unknown: check before you run it again'],
  ['10, 130', 'stopped before the end: run it again; import: with --resume'],
])}
`;

export const formats = (): string => `Formats

Choose a format with --output <format> (-o), or with the setting "output":

${columns(Object.entries(formatTraits).map(([name, { meaning }]) => [name, meaning]))}

--fields id,fields.first_name shows only these fields, in this order. A dotted
path selects a field of an object; in JSON its key is flat: "fields.first_name".
--json=id,email is short for --output json --fields id,email. --envelope prints
a list as {data, meta}, in JSON and YAML only; with several pages, meta is from
the last page.

In a pipe a list is one record a line, without header; a single record or the
result of a command is one field a line: name, tab, value. Lists stream page by
page; CSV first reads 1000 records for its columns, unless you pass --fields.
`;

/** The guide for agents, without what only the folders of agents need. */
export const agents = (): string => `Guide for coding agents

${wrapText(guide.replace(/^---\n[\s\S]*?\n---\n\n# .*\n\n/, '').replaceAll(/^<!--.*-->\n/gm, ''), 80)}
All commands in 4 KB: newsletter commands -o tsv
To put it where agents look: newsletter agent setup
`;

export const options = (): string => `Global options

Every command takes these, before or after its name:

${columns(Object.values(globalOptions).map(({ flags, description }) => [flags, description]))}
`;

export const environment = (): string => `Settings and environment variables

Precedence: flag, environment variable, .newsletterrc.json of the folder or one
above it, profile (newsletter config set <setting> <value>), default. newsletter
config list shows all values and where they come from. An empty variable counts
as not set. All expected accounts must be met, also that of an input file's
folder.

A profile is an account with its credentials and settings, stored on this
machine. The first of these that is set counts: --profile (it also overrides
NEWSLETTER_API_KEY), NEWSLETTER_PROFILE, .newsletterrc.json, the current profile
(newsletter profiles use <name>, or --none for none).

.newsletterrc.json takes "profile" (newsletter link writes it) and:
${wrapText(namesInProjectFiles.join(', '), 78).replace(/^/gm, '  ')}

Settings:
${columns(
  settingNames.map(name => {
    const setting: Setting = settings[name];
    const defaultText = setting.default === undefined ? '' : ` (default ${setting.default})`;
    return [variableOf(name), `${name}: ${setting.meaning}${defaultText}`];
  }),
)}

Signing in:
${columns([
  ['NEWSLETTER_API_KEY', 'personal API key; overrides stored credentials, but not --profile; never stored'],
  ['NEWSLETTER_CLIENT_SECRET', 'client secret for browser sign-in without a broker; never stored'],
  ['NEWSLETTER_PROFILE', 'stored account to use'],
  ['NEWSLETTER_CONFIG_DIR', 'folder for all files of this program'],
])}

Output and prompts:
${columns([
  ['NEWSLETTER_DEBUG', '1: same as --verbose'],
  ['CI', 'if set: same as --no-input (newsletter help ci)'],
  ['AI_AGENT', 'coding agent at the keyboard, if not noticed; 0: a person is'],
  ['NO_COLOR, FORCE_COLOR', 'disable colors; force colors'],
  ['ACCESSIBLE', '1: for screen readers: numbered questions, no redrawn lines, no symbols'],
  ['BROWSER', 'browser to open for sign-in'],
  ['COLUMNS', 'width of help texts, and of tables in a pipe'],
])}

Network:
${columns([
  ['HTTPS_PROXY, HTTP_PROXY', 'proxy URLs'],
  ['NO_PROXY', 'hosts to reach without a proxy'],
  ['NODE_EXTRA_CA_CERTS', 'file with extra certificates to trust'],
])}
`;

export function exitCodes(): string {
  const lines = Object.entries(exits).map(([exit, meaning]) => {
    const codes = Object.entries(failures).filter(([, failure]) => String(failure.exit) === exit);
    return [exit, [meaning, codes.map(([code]) => code).join(', ')].join('\n').trimEnd()] as const;
  });
  return `Exit codes

${columns(lines)}

For the error codes see: newsletter help errors
`;
}

export function errors(): string {
  const codes = Object.entries(failures).map(
    ([code, { exit, meaning, hint }]) =>
      [`${String(exit).padStart(3)}  ${code}`, hint === null ? meaning : `${meaning}\n> ${hint}`] as const,
  );
  return `Errors

With --output json or ndjson an error is one JSON object, the last line on
stderr (the only one in a pipe): {"error": {"code", "message", "status",
"method", "path", "details", "hint", "notes", "exit", "request_id"}}.
"notes" has the warnings before it. Below: exit status, code and meaning, and
what to do after ">". Codes do not change between versions.

${columns(codes)}
`;
}
