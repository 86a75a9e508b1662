/** Parses the arguments of `newsletter api`. */
import { isUtf8 } from 'node:buffer';
import { flag, type OptionValues, optionGroup, repeatable, text } from '../../cli/option.ts';
import { parseJson } from '../../cli/options/body-options.ts';
import { queryPairs } from '../../cli/options/list-options.ts';
import { bytesOf } from '../../cli/stdin.ts';
import type { Context } from '../../context.ts';
import type { RawRequest } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';

/** The options of `api`. */
export const apiOptions = {
  ...optionGroup('Request', {
    data: text('--data <json>', 'request body, sent unchanged: JSON, @file, or - for stdin'),
    param: repeatable('--param <key=value>', 'query parameter (repeatable)'),
    header: repeatable(
      '--header <name:value>',
      'header (repeatable); set content-type for a body that is not JSON',
    ),
  }),
  ...optionGroup('Answer', {
    all: flag('--all', 'fetch all pages of a list and join them'),
    include: flag('-i, --include', 'print status line and headers before the body'),
  }),
};

export type ApiCommandOptions = OptionValues<typeof apiOptions>;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** A request typed on the command line. */
export interface TypedRequest {
  readonly request: RawRequest;
  /** The path of the request URL without the query. */
  readonly pathname: string;
}

/**
 * Parses the arguments and options.
 *
 * @param words METHOD and path, or the path alone for GET
 * @throws Failure missing_argument, invalid_value, usage, unreadable_file
 */
export async function readRequest(
  context: Context,
  words: readonly [string, string | undefined],
  flags: ApiCommandOptions,
): Promise<TypedRequest> {
  const [method, typedText] = methodAndPath(words);
  const reads = method === 'GET' || method === 'HEAD';
  if (reads && flags.data !== undefined) {
    throw new Failure('usage', `--data requires another method: a ${method} request has no body`, {
      hint: `newsletter api POST ${typedText} --data …`,
    });
  }
  if (flags.all && (method !== 'GET' || flags.include)) {
    const why = flags.include ? 'it cannot be combined with --include' : `it requires GET, not ${method}`;
    throw new Failure('usage', `--all joins the pages of a list: ${why}`);
  }
  const [{ typedPath }, { repeatOf, sendsEmail }] = await Promise.all([
    import('../../http/typed-path.ts'),
    import('../../http/targets.ts'),
  ]);
  const baseUrl = await context.baseUrl();
  const path = typedPath(baseUrl, typedText, queryPairs(flags.param));
  const pathname = path.replace(/\?.*/s, '');
  const headers = headersOf(flags.header);
  // X-Original-URL and X-Rewrite-URL replace the path on IIS and on frameworks that follow it.
  if ([new URL(baseUrl).pathname + pathname, ...Object.values(headers)].some(sendsEmail)) {
    throw refusedSend(pathname);
  }
  const body = flags.data === undefined ? undefined : await readBody(context, flags.data, headers);
  return {
    request: { method, path, headers, content: body && [body], repeat: repeatOf(method, pathname) },
    pathname,
  };
}

function refusedSend(pathname: string): Failure {
  const [, id = '<email>'] = /\/emails\/([\w-]+)\/send/i.exec(pathname) ?? [];
  return new Failure('usage', 'emails are not sent with `newsletter api`: nothing was sent', {
    hint: `newsletter emails send ${id}`,
  });
}

function methodAndPath([first, second]: readonly [string, string | undefined]): [string, string] {
  const method = first.toUpperCase();
  const example = { hint: 'newsletter api GET /v1/groups' };
  if (second === undefined && first !== '' && !methods.includes(method)) return ['GET', first];
  if (!second) {
    throw new Failure('missing_argument', `missing path after ${method || 'GET'}`, example);
  }
  if (methods.includes(method)) return [method, second];
  const message = `invalid value "${first}" for the method: expected one of ${methods.join(', ')}`;
  throw new Failure('invalid_value', message, example);
}

/** Parses lines `name: value`; names become lower case (RFC 9110, section 5). @throws Failure invalid_value */
function headersOf(lines: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    lines.map(line => {
      const cut = line.indexOf(':');
      const [name, value] = [line.slice(0, cut), line.slice(cut + 1).trim()];
      if (cut < 1 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
        // The value may be a secret, so it is not printed.
        throw new Failure('invalid_value', 'invalid --header: expected name:value', {
          hint: "for example: --header 'Accept: text/csv'",
        });
      }
      if (/[^\t\x20-\x7e\xa0-\xff]/.test(value)) {
        throw new Failure(
          'invalid_value',
          `--header ${name}: the value has characters that are not allowed in headers`,
        );
      }
      return [name.toLowerCase(), value];
    }),
  );
}

/** Reads the body, byte for byte; checks that JSON is valid. @throws Failure invalid_value, unreadable_file */
async function readBody(
  context: Context,
  data: string,
  headers: Readonly<Record<string, string>>,
): Promise<Buffer> {
  const content = await bytesOf(context, data);
  if (!/[/+]json\b/i.test(headers['content-type'] ?? 'application/json')) return content;
  // Windows programs write a byte order mark, which JSON must not have (RFC 8259, section 8.1).
  const hasMark = content.subarray(0, 3).equals(Buffer.from('\uFEFF'));
  const json = hasMark ? content.subarray(3) : content;
  checkJson(json);
  return json;
}

/** @throws Failure invalid_value */
function checkJson(bytes: Buffer): void {
  const hint = "for a body that is not JSON pass its type: --header 'content-type: text/csv'";
  if (!isUtf8(bytes)) throw new Failure('invalid_value', '--data is not JSON: it is not UTF-8', { hint });
  parseJson(bytes.toString('utf8'), '--data', hint);
}
