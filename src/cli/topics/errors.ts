import { failures } from '../../lib/failure.ts';
import { columns } from './columns.ts';

/** `newsletter help errors`. */
export function page(): string {
  const codes = Object.entries(failures).map(
    ([code, { exit, meaning, hint }]) =>
      [`${String(exit).padStart(3)}  ${code}`, hint === null ? meaning : `${meaning}\n> ${hint}`] as const,
  );
  return `Errors

An error is printed to stderr: one line that says what is wrong, details from
the service if there are any, and a hint with the next command:

  error: no group "Everyon"
  hint: newsletter groups list

With --output json or ndjson an error is one JSON object. It is the last line on
stderr, and the only one in a pipe:

  {"error": {"code", "message", "status", "method", "path", "details", "hint",
             "exit", "request_id"}}

"status" is the HTTP status of the response, or null. --verbose logs each
request and response. The list below shows exit status, code and meaning, and
what to do after ">". Codes do not change between versions.

${columns(codes)}
`;
}
