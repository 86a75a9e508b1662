import { describe, expect, it } from 'vitest';
import { account } from '../support/account.ts';
import { startProcess } from '../support/process.ts';
import { service } from '../support/service.ts';

const people = [
  { id: 'a', email: 'ann@example.org', name: 'Ann\u001b[31m', score: 12345678901234567890n },
  { id: 'b', email: 'bo@example.org', name: 'Bo', score: 1n },
];
/** JSON as a service writes it, with numbers that JavaScript cannot hold. */
const page = JSON.stringify(
  { data: people, meta: { current_page: 1, last_page: 1, total: 2 } },
  (_, value) => (typeof value === 'bigint' ? `#${value}` : value),
).replaceAll(/"#(\d+)"/g, '$1');

async function twoPeople() {
  const { url, seen } = await service((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(page),
  );
  const here = await account();
  return {
    seen,
    run: (words: readonly string[], more = {}) =>
      here.run(words, { ...more, env: { NEWSLETTER_BASE_URL: url } }),
  };
}

const list = ['subscribers', 'list', '--jq'];
const failed = (text: string) => JSON.parse(text).error;

it.each([
  ['texts as they are', '.[].email', 'ann@example.org\nbo@example.org\n'],
  ['other values as compact JSON', '.[]|{id,a:[1]}', '{"id":"a","a":[1]}\n{"id":"b","a":[1]}\n'],
  ['no values as nothing', 'empty', ''],
  ['lines of columns', '.[]|[.id,.email]|@tsv', 'a\tann@example.org\nb\tbo@example.org\n'],
  ['an expression that looks like an option', '-1', '-1\n'],
  ['an expression with a comment', 'length # two', '2\n'],
  ['values that are texts with line breaks', '"\\n x \\n"', '\n x \n\n'],
])('when --jq makes %s, then that is printed', async (_what, expression, wanted) => {
  const { run } = await twoPeople();
  const { status, stdout, stderr } = await run([...list, expression]);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toBe(wanted);
});

it('when records come one by one, then the expression gets one at a time, and all of a list at the end', async () => {
  const { run } = await account({ subscribers: 1200 });
  const each = await run([...'subscribers list --all -o ndjson --jq'.split(' '), 'type']);
  expect([each.status, each.stdout]).toEqual([0, 'object\n'.repeat(1200)]);
  const whole = await run([...'subscribers list --all --jq'.split(' '), 'length']);
  expect([whole.status, whole.stdout]).toEqual([0, '1200\n']);
});

it('when stdout is a terminal, then JSON is indented and texts are harmless', async () => {
  const { run } = await twoPeople();
  const { stdout } = await run([...list, '.[0].name, {score: .[0].score}'], { terminal: ['stdout'] });
  expect(stdout).toBe('Ann␛[31m\n{\n  "score": 12345678901234567000\n}\n');
});

it.each([
  ['fields', ['--json=email'], '.[0]|keys', '["email"]\n'],
  ['the envelope', ['--envelope'], '.meta.total', '2\n'],
])('when %s are chosen, too, then the expression gets that', async (_what, more, expression, wanted) => {
  const { run } = await twoPeople();
  expect((await run([...list, expression, ...more])).stdout).toBe(wanted);
});

describe('what fails', () => {
  it.each([
    [
      'does not compile',
      '.a..',
      'invalid expression for --jq: syntax error, unexpected .., expecting end of file at line 1, column 3',
    ],
    [
      'calls what does not exist',
      '.[]|foo',
      'invalid expression for --jq: foo/0 is not defined at line 1, column 5',
    ],
    ['is empty', '', 'invalid expression for --jq: Top-level program not given (try ".")'],
    ['fills the memory', '"x" * 4e8', '--jq ran out of memory'],
    ['is too deep', '['.repeat(20_000) + ']'.repeat(20_000), expect.stringContaining('--jq')],
    [
      'reads a file',
      'import "/etc/passwd" as x; .',
      'invalid expression for --jq: module not found: /etc/passwd',
    ],
  ])(
    'when the expression %s, then it says where, and nothing is sent',
    async (_what, expression, message) => {
      const { run, seen } = await twoPeople();
      const { status, stdout, stderr } = await run([...list, expression]);
      expect([status, stdout, seen.length]).toEqual([2, '', 0]);
      expect(failed(stderr)).toMatchObject({ code: 'invalid_value', message });
    },
  );

  it.each([
    ['.email', '', '--jq: Cannot index array with string ("email")'],
    ['.[].email, error("no")', 'ann@example.org\nbo@example.org\n', '--jq: no'],
    ['input', '', '--jq: no more inputs'],
    ['.[0].id | halt_error', '', '--jq: a'],
    ['"x" * (length * 2e8)', '', '--jq ran out of memory'],
  ])('when %s fails, then what came before is printed, and why', async (expression, printed, message) => {
    const { run } = await twoPeople();
    const { status, stdout, stderr } = await run([...list, expression]);
    expect([status, stdout]).toEqual([2, printed]);
    expect(failed(stderr)).toMatchObject({ code: 'invalid_value', message });
  });

  it('when one of many records fails, then those before it are printed', async () => {
    const { run } = await account({ subscribers: 3 });
    const line = 'subscribers list -o ndjson --jq'.split(' ');
    const { status, stdout, stderr } = await run([...line, '.email.x']);
    expect([status, stdout, failed(stderr).exit]).toEqual([2, '', 2]);
  });

  it('when a command has changed something, then it does not end as if nothing were done', async () => {
    const { run } = await account();
    const { status, stderr } = await run([...'tags create --name Xx --jq'.split(' '), '.name.x']);
    expect(status).toBe(8);
    expect(failed(stderr)).toMatchObject({
      code: 'partly_done',
      hint: 'the command did its work: only its output is missing',
    });
    const dry = await run([...'tags create --name Yy --dry-run --jq'.split(' '), '.name.x.y']);
    expect([dry.status, dry.stdout]).toEqual([0, 'null\n']);
  });

  it('when the command itself fails, then that is the error', async () => {
    const { run } = await account();
    const { status, stdout, stderr } = await run(['api', '/v1/nothing', '--jq', '.message']);
    expect([status, stdout, failed(stderr).code]).toEqual([4, '', 'not_found']);
  });

  it.each([
    ['token --jq .', 'newsletter token prints no JSON'],
    ['subscribers list -o csv --jq .', '--jq cannot be combined with --output csv'],
    ['api /v1/groups --include --jq .', '--include cannot be combined with --jq'],
  ])('when the line is %s, then it is refused', async (line, message) => {
    const { run } = await account();
    const { status, stderr } = await run(line);
    expect([status, failed(stderr).message]).toEqual([2, expect.stringContaining(message)]);
  });
});

it('when the expression asks for the environment, then it sees none of it', async () => {
  const { run } = await twoPeople();
  const { stdout } = await run([...list, 'env, $ENV | keys[] | select(startswith("NEWSLETTER"))']);
  expect(stdout).toBe('');
});

it('when an expression never ends, then Ctrl-C ends the built program', async () => {
  const { env } = await account();
  const running = startProcess([...'groups list -v --jq'.split(' '), '"on" | stderr | def f: f; f'], { env });
  // The response has come; what follows is the expression.
  await running.said(/< 200/);
  const again = setInterval(() => running.signal('SIGINT'), 200);
  const { status } = await running.ended.finally(() => clearInterval(again));
  expect(status).not.toBe(0);
});
