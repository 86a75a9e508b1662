import { failures } from '../../lib/failure.ts';
import { columns } from './columns.ts';

/** `newsletter help errors`. */
export function page(): string {
  const codes = Object.entries(failures).map(
    ([code, { exit, meaning, hint }]) =>
      [`${String(exit).padStart(3)}  ${code}`, hint === null ? meaning : `${meaning}\n> ${hint}`] as const,
  );
  return `Errors

An error is one line on stderr, then what the service said of it, if anything,
then what to type next, where that is known:

  error: no group "Everyon"
  hint: newsletter groups list

With --output json or ndjson an error is one JSON object: all that is on stderr
in a pipe, its last line on a terminal:

  {"error": {"code", "message", "status", "method", "path", "details", "hint",
             "exit", "request_id"}}

"status" is that of the service's answer, where there was one. --verbose shows
each request and answer. The codes, behind their exit status, stay what they are
from version to version. What to do stands behind ">":

${columns(codes)}
`;
}
