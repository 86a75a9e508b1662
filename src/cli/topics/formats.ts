import type { Format } from '../../terminal/terminal.ts';
import { columns } from './columns.ts';

const meanings: Readonly<Record<Format, string>> = {
  table:
    'for reading: chosen columns, cut to the width of the terminal, a card for each record where it is narrow; times as "2 d ago" or local dates, rates in percent; what a terminal gets',
  tsv: 'one record a line, full values, no header; tab, line feed, carriage return and backslash as \\t \\n \\r \\\\; what a pipe gets',
  json: 'what the service sent, fields unknown to this program included: an array of records, or one object',
  ndjson: 'the same, one record a line, as they arrive',
  csv: 'with a header; custom fields as columns fields.<variable>; newsletter import reads it back',
  yaml: 'as JSON; parsers of YAML 1.1 and 1.2 read the same from it',
};

/** `newsletter help formats`. */
export function page(): string {
  return `Formats

--output <format> (-o) chooses, or the setting "output":

${columns(Object.entries(meanings))}

--fields id,fields.first_name takes these fields only, in this order; a dotted
path reaches into an object. --json id,email is --output json with --fields.
A field that no record has is null, and a warning names it.
--envelope gives a list as {data, meta}, as the service sends a page (of several
pages, the meta of the last); in JSON and YAML only.

Numbers come out as the service wrote them, 12345678901234567890 and 1.0 too;
only a table rounds and groups them. Lists stream page by page; CSV waits for
1000 records to know its columns, unless --fields names them.

Data goes to stdout; progress, questions, hints, warnings and errors go to
stderr. --quiet leaves errors only. With json and ndjson an error is an object
as well: newsletter help errors. Control characters that come from outside never
reach a terminal.

  newsletter subscribers list --all -o csv > people.csv
  newsletter groups list --json id,name | jq -r '.[].name'
  newsletter subscribers list --limit 500 --fields email | sort
`;
}
