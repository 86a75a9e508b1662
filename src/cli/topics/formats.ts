import { formatTraits } from '../../lib/output-formats.ts';
import { columns } from './columns.ts';

/** `newsletter help formats`. */
export function page(): string {
  return `Formats

Choose a format with --output <format> (-o), or with the setting "output":

${columns(Object.entries(formatTraits).map(([name, { meaning }]) => [name, meaning]))}

--fields id,fields.first_name shows only these fields, in this order. A dotted
path selects a field of an object. --json=id,email is short for --output json
--fields id,email. A field that the command never prints is an error
(unknown_field, exit 2). A custom field without any value is null, with a
warning. --envelope prints a list as {data, meta}, in JSON and YAML only; with
several pages, meta is from the last page.

Numbers are printed as the service sent them, such as 12345678901234567890 and
1.0. Only tables round and group them. Lists stream page by page. CSV reads 1000
records first to find the columns, unless you pass --fields.

Data goes to stdout. Progress, prompts, hints, warnings and errors go to stderr.
--quiet hides all of these except errors. With json or ndjson in a pipe, stderr
is empty or holds one error object (newsletter help errors). Control characters
in data never reach a terminal.

  newsletter subscribers list --all -o csv > people.csv
  newsletter groups list --json=id,name | jq -r '.[].name'
  newsletter subscribers list --limit 500 --fields email | sort
`;
}
