import { formatTraits } from '../../lib/output-formats.ts';
import { columns } from './columns.ts';

/** `newsletter help formats`. */
export function page(): string {
  return `Formats

--output <format> (-o) chooses, or the setting "output":

${columns(Object.entries(formatTraits).map(([name, { meaning }]) => [name, meaning]))}

--fields id,fields.first_name takes these fields only, in this order; a dotted
path reaches into an object. --json=id,email is --output json with --fields.
A field that the command does not print is an error (unknown_field, exit 2); a
custom field that nobody has is null, and a warning names it.
--envelope gives a list as {data, meta}, as the service sends a page (of several
pages, the meta of the last); in JSON and YAML only.

Numbers come out as the service wrote them, 12345678901234567890 and 1.0 too;
only a table rounds and groups them. Lists stream page by page; CSV waits for
1000 records to know its columns, unless --fields names them.

Data goes to stdout; progress, questions, hints, warnings and errors go to
stderr. --quiet leaves errors only, without hints. With json and ndjson, in a
pipe, stderr is empty or one error object: newsletter help errors. Control
characters that come from outside never reach a terminal.

  newsletter subscribers list --all -o csv > people.csv
  newsletter groups list --json=id,name | jq -r '.[].name'
  newsletter subscribers list --limit 500 --fields email | sort
`;
}
