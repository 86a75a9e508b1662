import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { account } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { startProcess } from '../support/process.ts';
import { newsletter, start } from '../support/program.ts';
import type { RunOptions } from '../support/run.ts';
import { json, type Responder, type Service, service, text } from '../support/service.ts';
import { shell } from '../support/shell.ts';

/** The program in front of a service that gives these answers one after another. */
async function facing(...answers: Responder[]) {
  const served = await service(...answers);
  return { ...served, run: runAt(served.url), seen: served.seen, env: envOf(served) };
}

const envOf = ({ url }: Pick<Service, 'url'>) => ({
  NEWSLETTER_BASE_URL: url,
  NEWSLETTER_API_KEY: 'the-key',
});
const runAt =
  (url: string) =>
  (words: readonly string[], more: RunOptions = {}) =>
    newsletter(['api', ...words], { ...more, env: { ...envOf({ url }), ...more.env } });

/** Pages of a list, each with two records, whatever the page size asked for. */
const paged =
  (last: number, total = last * 2): Responder =>
  (request, response, seen) => {
    const page = Number(new URL(seen.url, 'http://x').searchParams.get('page') ?? 1);
    const data = `[{"id":"${page}a","n":12345678901234567890}, {"id":"${page}b" , "n" : 1.50,"t":"],[\\"}"}]`;
    const meta = `{"current_page":${page},"per_page":2,"total":${total},"last_page":${last}}`;
    text(`{"meta":${meta},"data":${data}}`, 200, { 'content-type': 'application/json' })(
      request,
      response,
      seen,
    );
  };

// Spellings of a path: test/http/addresses.test.ts.
describe('the request', () => {
  it.each([
    [['get', 'v1/groups'], 'GET /v1/groups'],
    [['v1/groups'], 'GET /v1/groups'],
    [['Post', 'v1/tags?a=b%20c'], 'POST /v1/tags?a=b%20c'],
    [
      ['v1/x?a=1&b=2', '--param', 'a=3', '--param', 'a=4', '--param', 'c==é'],
      'GET /v1/x?b=2&a=3&a=4&c=%3D%C3%A9',
    ],
  ])('api %j requests "%s"', async (words, asked) => {
    const { run, seen } = await facing(json({}));
    expect(await run(words)).toMatchObject({ status: 0, stdout: '{}', stderr: '' });
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([asked]);
    expect(seen[0]?.headers.authorization).toBe('Bearer the-key');
  });

  it.each([
    [['https://api.example.com/v1/groups'], 'the URL does not begin with http://127.0.0.1', undefined],
    [['get'], 'missing path after GET', 'newsletter api GET /v1/groups'],
    [['FETCH', 'v1/x'], 'invalid value "FETCH" for the method', 'newsletter api GET /v1/groups'],
    [['/v1/x', 'delete'], 'invalid value "/v1/x" for the method', 'newsletter api GET /v1/groups'],
    [['v1/x', '--data', '{}'], 'a GET request has no body', 'newsletter api POST v1/x --data …'],
    [['v1/x', '--all', '-i'], 'it cannot be combined with --include', undefined],
    [['POST', 'v1/x', '--all'], 'it requires GET, not POST', undefined],
    [['v1/x', '--param', 'a'], 'expected key=value', undefined],
    [['v1/x', '--all', '--param', 'page=two'], 'invalid value "two" for page', undefined],
  ])('api %j is a usage error', async (words, said, hint) => {
    const { run, seen } = await facing(json({}));
    const ended = await run(words);
    expect(ended).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(said) });
    if (hint !== undefined) expect(ended.stderr).toContain(`hint: ${hint}\n`);
    expect(seen).toHaveLength(0);
  });

  it('a path that is not found without /v1 gets a hint with it', async () => {
    const { run } = await account();
    expect(await run('api get account')).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('hint: paths begin with /v1: newsletter api GET /v1/account\n'),
    });
  });
});

describe('the body', () => {
  const body = '{"n": 12345678901234567890,\n\t"m":1.0, "é":"\\u00e9" }\n';

  it('a body on the line, in a file or on stdin is sent byte for byte', async () => {
    const { run, seen } = await facing(json({}));
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'body.json'), body);
    for (const data of [body, '@body.json', '-']) {
      expect((await run(['POST', 'v1/x', '--data', data], { cwd, stdin: body })).status).toBe(0);
    }
    expect(seen.map(one => one.body)).toEqual([body, body, body]);
    expect(seen[0]?.headers['content-type']).toBe('application/json');
  });

  it('a byte order mark is not sent', async () => {
    const { run, seen } = await facing(json({}));
    await run(['POST', 'v1/x', '--data', '-'], { stdin: `\uFEFF${body}` });
    expect(seen[0]?.body).toBe(body);
  });

  it.each([
    ['{"a":1,\n "b":}', '--data is not JSON: Unexpected token \'}\', "{"a":1, "b":}"\n'],
    [' ', '--data is not JSON: it is empty'],
    ['@nowhere.json', 'cannot read nowhere.json: file not found'],
    ['@.', 'cannot read .: it is a folder'],
  ])('the body %j is refused, and nothing is sent', async (data, said) => {
    const { run, seen } = await facing(json({}));
    expect(await run(['POST', 'v1/x', '--data', data])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining(said),
    });
    expect(seen).toHaveLength(0);
  });

  it('a body that is not UTF-8 is refused', async () => {
    const { run } = await facing(json({}));
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'body.json'), Buffer.from('\uFEFF{"a":1}', 'utf16le'));
    expect((await run(['POST', 'v1/x', '--data', '@body.json'], { cwd })).stderr).toContain('not UTF-8');
  });

  it('a body of another content type is sent as it is', async () => {
    const { run, seen } = await facing(json({}));
    await run(['POST', 'v1/x', '--data', '@@a\n', '--header', 'Content-Type: text/csv', '--header', 'x-a:']);
    expect(seen).toMatchObject([{ body: '@a\n', headers: { 'content-type': 'text/csv', 'x-a': '' } }]);
    const problem = ['--header', 'content-type: application/merge-patch+json', '--data', '@@a'];
    expect((await run(['PATCH', 'v1/x', ...problem])).status).toBe(2);
  });

  it.each([
    ['Authorization: Bearer other', 'the header authorization is set by this program'],
    ['Host: evil.example', 'the header host is set by this program'],
    ['Transfer-Encoding: chunked', 'the header transfer-encoding is set by this program'],
    ['no colon', 'invalid --header: expected name:value'],
    ['a b: c', 'invalid --header: expected name:value'],
    ['a: b\r\nc: d', 'characters that are not allowed'],
    ['a: 日本', 'characters that are not allowed'],
  ])('the header %j is refused, and nothing is sent', async (header, said) => {
    const { run, seen } = await facing(json({}));
    const ended = await run(['v1/x', '--header', header]);
    expect(ended).toMatchObject({ status: 2, stderr: expect.stringContaining(said) });
    expect(ended.stderr).not.toContain('Bearer other');
    expect(seen).toHaveLength(0);
  });
});

it.each(['api POST v1/x --data -', 'tags create --data -'])(
  'when "%s" is interrupted while it reads standard input, then it ends at once',
  async line => {
    const { child, ended, signal } = startProcess(line.split(' '), {
      env: envOf({ url: 'http://127.0.0.1:1' }),
      stdin: 'open',
    });
    // More than a pipe holds: when it is gone, somebody reads.
    await new Promise(resolve => child.stdin?.write('['.repeat(2_000_000), resolve));
    signal('SIGINT');
    expect((await ended).status).toBe(130);
  },
);

describe('the answer', () => {
  const sent = '{"n":12345678901234567890,"m":1.0, "é":"\\u00e9","data":1}';
  const isJson = { 'content-type': 'application/json' };

  it('JSON in a pipe is printed byte for byte', async () => {
    const { run } = await facing(text(sent, 200, isJson));
    expect((await run(['v1/x'])).stdout).toBe(sent);
    expect((await run(['v1/x', '-o', 'json'])).stdout).toBe(sent);
    expect((await run(['v1/x', '-o', 'ndjson'])).stdout).toBe(
      '{"n":12345678901234567000,"m":1,"é":"é","data":1}\n',
    );
  });

  it.each([
    ['--fields', 'm,n.x', '{\n  "m": 1,\n  "n.x": null\n}\n'],
    ['--fields=data', '-otsv', '1\n'],
    ['-o', 'csv', 'n,m,é,data\n12345678901234567000,1,é,1\n'],
    ['-o', 'yaml', '"n": 12345678901234567000\nm: 1\né: é\ndata: 1\n'],
  ])('%s %s converts the response', async (...words) => {
    const { run } = await facing(text(sent, 200, isJson));
    expect((await run(['v1/x', ...words.slice(0, -1)])).stdout).toBe(words.at(-1));
  });

  it('formats other than JSON print the records of a page alone', async () => {
    const { run } = await facing(paged(9));
    expect(JSON.parse((await run(['v1/x'])).stdout).meta.last_page).toBe(9);
    expect((await run(['v1/x', '-o', 'csv', '--fields', 'id'])).stdout).toBe('id\n1a\n1b\n');
    expect((await run(['v1/x', '-o', 'ndjson'])).stdout).toBe(
      '{"id":"1a","n":12345678901234567000}\n{"id":"1b","n":1.5,"t":"],[\\"}"}\n',
    );
    expect(JSON.parse((await run(['v1/x', '--json=id'])).stdout)).toEqual([{ id: '1a' }, { id: '1b' }]);
    const enveloped = JSON.parse((await run(['v1/x', '--json=id', '--envelope'])).stdout);
    expect(enveloped).toMatchObject({ data: [{ id: '1a' }, { id: '1b' }], meta: { last_page: 9 } });
  });

  it('a table has the columns of a documented resource', async () => {
    const { run } = await account();
    expect((await run('api v1/groups -o table')).stdout).toMatch(/^ +subscribers\nname +count +/);
  });

  it('what is not JSON passes through untouched, whatever the format', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 31 + (i >> 8)) % 256));
    const { env } = await facing(text(bytes, 200, { 'content-type': 'image/png' }));
    const file = join(temporaryFolder(), 'out');
    // By way of a file: text would spoil it.
    const { status } = await shell(`newsletter api v1/x -o table > '${file}'`, { env });
    expect(status).toBe(0);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it('an empty response prints nothing', async () => {
    const { run } = await facing(text('', 204));
    expect(await run(['DELETE', 'v1/x'])).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('--include prints status line and headers first, cookies masked', async () => {
    const headers = { ...isJson, 'set-cookie': 'session=secret', 'content-encoding': 'gzip', 'x-a': 'b' };
    const { run } = await facing(text(gzipSync(sent), 200, headers));
    const { stdout } = await run(['v1/x', '-i']);
    const [head = '', body] = stdout.split('\n\n');
    expect(head.split('\n')[0]).toBe('HTTP/1.1 200 OK');
    expect(head).toContain('\nx-a: b');
    expect(head).toContain('\nset-cookie: ***');
    expect(head).not.toMatch(/secret|content-encoding/);
    expect(body).toBe(sent);
  });

  it('a HEAD request prints no body', async () => {
    const { run, seen } = await facing(text('', 200, { 'x-a': 'b', 'content-length': '99' }));
    expect(await run(['head', 'v1/x'])).toEqual({ status: 0, stdout: '', stderr: '' });
    expect((await run(['head', 'v1/x', '-i'])).stdout).toMatch(
      /^HTTP\/1.1 200 OK\n[\s\S]*x-a: b\n[\s\S]*\n\n$/,
    );
    expect(seen.map(({ method }) => method)).toEqual(['HEAD', 'HEAD']);
  });

  it('JSON on a terminal is indented and controls nothing', async () => {
    const { env } = await facing(text('{"n":17,"l":[],"t":["\u009b31m"]}', 200, isJson));
    const { ended, screen } = start(['api', 'v1/x'], {
      env,
      terminal: ['stdin', 'stdout', 'stderr'],
      stdin: 'open',
    });
    await ended;
    expect(screen()).toBe('{\n  "n": 17,\n  "l": [],\n  "t": [\n    "\\u009b31m"\n  ]\n}\n');
  });
});

describe('a refusal', () => {
  const refusal = '{"message":"No.", "code":12345678901234567890}';
  const refused = text(refusal, 422, { 'content-type': 'application/json' });

  it('is printed on stdout; its meaning is on stderr and in the exit status', async () => {
    const { run } = await facing(refused);
    expect(await run(['POST', 'v1/x'])).toMatchObject({
      status: 5,
      stdout: refusal,
      stderr: expect.stringMatching(/^error: the service rejected the request \(422 [^\n]*\n {2}No\.\n/),
    });
    const { stdout, stderr } = await run(['POST', 'v1/x', '-i', '-o', 'json']);
    expect(stdout).toMatch(/^HTTP\/1.1 422 [\s\S]*\n\n/);
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
      error: { code: 'refused', status: 422, method: 'POST', path: '/v1/x', exit: 5 },
    });
  });

  it('as CSV prints no record', async () => {
    const { run } = await facing(refused);
    expect(await run(['v1/x', '-o', 'csv'])).toMatchObject({ status: 5, stdout: '' });
  });
});

describe('all pages', () => {
  it('--all begins with the page that --param names', async () => {
    const { run, seen } = await facing(paged(3));
    const { stdout } = await run(['v1/x', '--all', '--param', 'page=2', '--envelope', '--json=id']);
    expect(JSON.parse(stdout)).toMatchObject({
      data: [{ id: '2a' }, { id: '2b' }, { id: '3a' }, { id: '3b' }],
      meta: { last_page: 3 },
    });
    expect(seen.map(({ url }) => url)).toEqual(['/v1/x?page=2', '/v1/x?page=3']);
  });

  it('--all without records prints an empty array', async () => {
    const empty = { data: [], meta: { current_page: 1, per_page: 2, total: 0, last_page: 1 } };
    const { run } = await facing(json(empty));
    expect((await run(['v1/x', '--all'])).stdout).toBe('[]\n');
  });

  it('--all that fails midway leaves the array open, and ends with that failure', async () => {
    const { run } = await facing(paged(3), paged(3), text('no', 403));
    const ended = await run(['v1/x', '--all']);
    expect(ended.status).toBe(3);
    expect(ended.stdout).toContain('"2b"');
    expect(() => JSON.parse(ended.stdout)).toThrow(SyntaxError);
    expect(ended.stdout).not.toContain('no');
  });

  it.each([{ id: '1' }, [{ id: '1' }], { data: { id: '1' } }])(
    '--all of %j is an error: it is no page',
    async answer => {
      const { run } = await facing(json(answer));
      expect(await run(['v1/x', '--all'])).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining(
          'error: --all requires a list: the response to GET /v1/x is not a page\n',
        ),
      });
    },
  );
});
