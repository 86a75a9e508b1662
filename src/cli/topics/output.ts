/** The help pages about what the program prints and how it ends. */
import { exits, failures } from '../../lib/failure.ts';
import { formatTraits } from '../../lib/output-formats.ts';
import { columns } from './columns.ts';

/** `newsletter help formats`. */
export function formats(): string {
  return `Formats

Choose a format with --output <format> (-o), or with the setting "output":

${columns(Object.entries(formatTraits).map(([name, { meaning }]) => [name, meaning]))}

--fields id,fields.first_name shows only these fields, in this order. A dotted
path selects a field of an object. --json=id,email is short for --output json
--fields id,email. A field that the command never prints is an error
(unknown_field, exit 2). --envelope prints a list as {data, meta}, in JSON and
YAML only; with several pages, meta is from the last page.

In a pipe a list is one record a line, without header; a single record or the
result of a command is one field a line: name, tab, value. Lists stream page by
page; CSV first reads 1000 records for its columns, unless you pass --fields.
With json or ndjson in a pipe, stderr is empty or holds one error object
(newsletter help errors).

  newsletter subscribers list --all -o csv > people.csv
  newsletter groups list --json | jq -r '.[].name'
  newsletter subscribers list --limit 500 --fields email | sort
`;
}

/** `newsletter help exit-codes`. */
export function exitCodes(): string {
  const codes = (exit: string) =>
    Object.entries(failures).flatMap(([code, failure]) => (String(failure.exit) === exit ? [code] : []));
  const lines = Object.entries(exits).map(([exit, meaning]) => {
    const list = codes(exit).join(', ');
    return [exit, list === '' ? meaning : `${meaning}\n${list}`] as const;
  });
  return `Exit codes

${columns(lines)}

For the error codes see: newsletter help errors
`;
}

/** `newsletter help errors`. */
export function errors(): string {
  const codes = Object.entries(failures).map(
    ([code, { exit, meaning, hint }]) =>
      [`${String(exit).padStart(3)}  ${code}`, hint === null ? meaning : `${meaning}\n> ${hint}`] as const,
  );
  return `Errors

With --output json or ndjson an error is one JSON object, the last line on
stderr (the only one in a pipe): {"error": {"code", "message", "status",
"method", "path", "details", "hint", "next", "exit", "request_id"}}. "next" has
the commands of the hint that can be run as they stand. Below: exit status, code
and meaning, and what to do after ">". Codes do not change between versions.

${columns(codes)}
`;
}
